/**
 * Offers a translation of reviews in another language by the shop's own translator, which answers the event
 * `plaudit-translate`. Loaded where the page says that it does. What comes back is shown as text, never as HTML.
 */
import type { ProductReview } from '../../../../contract/entities.ts';
import type { EventDetails } from '../../../page/events.ts';
import type { Written } from '../../../templates/review.ts';
import { translating as english } from '../../../locales/more/en/translating.ts';
import { followMoreWords } from '../../../locales/more/index.ts';
import type { OverviewHost, Parts } from './parts.ts';

/** Maximum time that shoppers wait for a translation, in milliseconds. */
const PATIENCE_MS = 30_000;

interface Translation {
  readonly state: 'busy' | 'failed' | 'shown' | 'put away';
  readonly to: string;
  readonly texts: readonly string[];
}

export type Translate = (shown: Written) => Written;

/** The title and the text; the title only if there is one. */
const textsOf = ({ title, content }: Written): readonly string[] => (title ? [title, content] : [content]);

/** Asks the page, which may answer, cancel, or do nothing. */
async function ask(host: OverviewHost, texts: readonly string[], from: string, to: string) {
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
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)));
  const translated: unknown = await Promise.race([answer, late]).finally(() => clearTimeout(timer));
  if (
    !Array.isArray(translated) ||
    translated.length !== texts.length ||
    !translated.every((text) => typeof text === 'string' && text.trim())
  )
    throw new TypeError('plaudit-translate was not answered with a text for each text');
  return translated as readonly string[];
}

export async function translatingOf(host: OverviewHost, { html }: Parts): Promise<Translate> {
  const say = await followMoreWords(host, english);
  const known = new Map<number, Translation>();
  const set = (id: number, translation: Translation | null) => {
    if (translation) known.set(id, translation);
    else known.delete(id);
    host.requestUpdate();
  };

  async function press(id: number, shown: Written, to: string): Promise<void> {
    const now = known.get(id);
    if (now?.state === 'busy') return;
    if (now?.to === to && now.state !== 'failed')
      return set(id, { ...now, state: now.state === 'shown' ? 'put away' : 'shown' });
    const texts = textsOf(shown);
    set(id, { state: 'busy', to, texts });
    try {
      const translated = await ask(host, texts, shown.language!, to);
      set(id, translated && { state: 'shown', to, texts: translated });
    } catch (error) {
      console.warn(`Plaudit: a review was not translated: ${String(error)}`);
      set(id, { state: 'failed', to, texts });
    }
  }

  return (shown) => {
    const { id } = shown.of as ProductReview;
    const to = host.usedLocale.slice(0, 2).toLowerCase();
    if (!shown.language || shown.language === to) return shown;
    const found = known.get(id);
    const now = found?.to === to ? found : undefined;
    const isShown = now?.state === 'shown';
    const said = { busy: say('translating'), failed: say('notTranslated'), shown: say('translated') };
    const line = html`<p class="row muted translation" part="translation"><span
        role="status">${now && now.state !== 'put away' ? said[now.state] : null}</span><button
        class="link" aria-disabled=${now?.state === 'busy' ? 'true' : 'false'}
        @click=${() => press(id, shown, to)}>${say(isShown ? 'showOriginal' : 'translate')}</button></p>`;
    const texts = isShown ? { title: '', language: to } : {};
    const [content, title] = isShown ? now.texts.toReversed() : [];
    return {
      ...shown,
      ...texts,
      ...(title && { title }),
      ...(content && { content }),
      more: [line, shown.more],
    };
  };
}
