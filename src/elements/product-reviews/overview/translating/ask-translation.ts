/** Asks for the translation of a review: the page, which may answer or cancel, then the other translators. */
import type { Repeating } from '../../../../../contract/entities/digest.ts';
import type { Translation } from '../../../../../contract/shopper/shopper.ts';
import type { EventDetails } from '../../../../page/events.ts';

/** Maximum time that shoppers wait for a translation, or for the next piece of a download, in milliseconds. */
const PATIENCE_MS = 30_000;

/** The texts of a review or of its translation by their names, without those that are empty. */
export const textsOf = ({
  title,
  title_repeats,
  content,
  reply,
}: Pick<Translation, 'title' | 'content' | 'reply'> & Repeating): Texts =>
  Object.entries({ title: title_repeats ? '' : title, content, reply }).filter(([, text]) => text?.trim()) as never;

type Name = 'title' | 'content' | 'reply';
type Texts = readonly (readonly [name: Name, text: string])[];
export type TranslatedTexts = Readonly<Partial<Record<Name, string>>>;

/** Settles as the work does, or as nothing once it takes too long. Progress of the work starts the time again. */
export function within<Result>(
  ms: number,
  work: (progress: () => void) => Promise<Result>,
): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const progress = () => {
      clearTimeout(timer);
      timer = setTimeout(resolve, ms);
    };
    progress();
    work(progress)
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });
}

/**
 * @param otherwise asks the translator for pages that do not translate
 * @returns as many texts, none empty; null where the page declines
 */
export async function askTranslation(
  host: EventTarget,
  texts: readonly string[],
  from: string,
  to: string,
  otherwise: (progress: () => void) => unknown,
): Promise<readonly string[] | null> {
  let answer: Promise<readonly string[]> | undefined;
  const detail: EventDetails['plaudit-translate'] = {
    texts,
    from,
    to,
    respondWith(translated) {
      answer ??= Promise.resolve(translated);
    },
  };
  const isWanted = host.dispatchEvent(
    new CustomEvent('plaudit-translate', { bubbles: true, composed: true, cancelable: true, detail }),
  );
  if (!isWanted) return null;
  const translated = (await within(PATIENCE_MS, async (progress) => answer ?? otherwise(progress))) as
    | readonly unknown[]
    | undefined;
  // Anything that is no list is refused too.
  if (translated?.length !== texts.length || !translated.every((text) => typeof text === 'string' && text.trim()))
    throw new TypeError('not every text was translated');
  return translated as readonly string[];
}
