/**
 * Offers a translation of reviews in another language: by the page, which answers the event `plaudit-translate`, by the
 * proxy, which may have a translator, or by the browser. What comes back is shown as text, never as HTML.
 */
import type { ProductReview } from '../../../../contract/entities.ts';
import type { Translation as Translated } from '../../../../contract/shopper.ts';
import type { EventDetails } from '../../../page/events.ts';
import type { Written } from '../../../templates/review.ts';
import { translating as english } from '../../../locales/more/en/translating.ts';
import { followMoreWords } from '../../../locales/more/index.ts';
import { canTranslate, translateHere } from './browser-translator.ts';
import { ownOf } from './languages.ts';
import { pageDefault } from './page-default.ts';
import type { OverviewHost, Told } from './parts.ts';

/** Maximum time that shoppers wait for a translation, or for the next piece of a download, in milliseconds. */
const PATIENCE_MS = 30_000;
/** Maximum time that a list waits for what the browser says it translates, in milliseconds. Some never say it. */
const SOON_MS = 100;

interface Translation {
  /** What is said of it; null where the original is shown again. */
  readonly state: 'translating' | 'translated' | 'notTranslated' | null;
  /** Once there are any. */
  readonly texts?: readonly string[];
}

export type Translate = (shown: Written) => Written;

/** The title and the text; the title only if there is one. */
const textsOf = ({ title, content }: Pick<Translated, 'title' | 'content'>): readonly string[] =>
  title ? [title, content] : [content];

/** Settles as the work does, or as nothing once it takes too long. Progress of the work starts the time again. */
function within<Result>(ms: number, work: (progress: () => void) => Promise<Result>): Promise<Result | undefined> {
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

/** Asks the page, which may answer or cancel, and else whoever can. */
async function ask(
  host: OverviewHost,
  texts: readonly string[],
  from: string,
  to: string,
  otherwise: (progress: () => void) => unknown,
) {
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
  // Whatever else is no list does not get further either.
  if (translated?.length !== texts.length || !translated.every((text) => typeof text === 'string' && text.trim()))
    throw new TypeError('not every text was translated');
  return translated as readonly string[];
}

const translateThere = async ({ source }: OverviewHost, id: number, to: string) =>
  textsOf((await source.ask('getTranslation', { review_id: id, to })).translation);

export async function translatingOf(told: Told): Promise<Translate> {
  const { digest, host, parts } = told;
  const { languages, translates } = digest;
  const { html } = parts;
  const say = await followMoreWords(host, english);
  const isByPage = pageDefault('translate') === 'on';
  /** Pairs of languages that the proxy lacks, and whether the browser has said that it translates them. */
  const pairs = new Map<string, boolean>();
  /** Undefined where that has to be found out. */
  const can = (from: string, to: string) => translates?.[from]?.includes(to) || pairs.get(from + to);
  async function learn(from: string, to: string): Promise<void> {
    if (from === to || can(from, to) !== undefined) return;
    pairs.set(from + to, false);
    pairs.set(from + to, await canTranslate(from, to));
    host.requestUpdate();
  }
  // Before the list is shown, so that nothing moves later.
  await within(SOON_MS, () => Promise.all(languages.map(({ language }) => learn(language, ownOf(told)))));
  /** By language and review; null where the page declined. */
  const known = new Map<string, Translation | null>();

  async function press(id: number, shown: Written, from: string, to: string): Promise<void> {
    const set = (translation: Translation | null) => {
      known.set(to + id, translation);
      host.requestUpdate();
    };
    const now = known.get(to + id);
    if (now?.state === 'translating') return;
    if (now?.texts) return set({ ...now, state: now.state ? null : 'translated' });
    set({ state: 'translating' });
    try {
      const texts = textsOf(shown);
      const translated = await ask(host, texts, from, to, (progress) =>
        pairs.get(from + to) ? translateHere(texts, from, to, progress) : can(from, to) && translateThere(host, id, to),
      );
      set(translated && { state: 'translated', texts: translated });
    } catch (error) {
      console.warn(`Plaudit: a review was not translated: ${String(error)}`);
      set({ state: 'notTranslated' });
    }
  }

  return (shown) => {
    const { id } = shown.of as ProductReview;
    const { language: from } = shown;
    const to = ownOf(told);
    if (!from || from === to) return shown;
    void learn(from, to);
    if (!isByPage && !can(from, to)) return shown;
    const now = known.get(to + id);
    const isShown = now?.state === 'translated';
    const line = html`<p class="row muted translation" part="translation"><span
        role="status">${now?.state && say(now.state)}</span><button
        class="link" aria-disabled=${now?.state === 'translating' ? 'true' : 'false'}
        @click=${() => press(id, shown, from, to)}>${say(isShown ? 'showOriginal' : 'translate')}</button></p>`;
    const [content, title = ''] = isShown ? now.texts!.toReversed() : [];
    return { ...shown, ...(content && { title, content, language: to }), more: [line, shown.more] };
  };
}
