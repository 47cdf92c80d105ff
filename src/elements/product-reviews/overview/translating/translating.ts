/**
 * Offers translations of reviews in another language, of each and of all. Translations are shown as text, never as
 * HTML.
 */
import { html } from 'lit';
import english from '../../../../locales/en/translating.json' with { type: 'json' };
import { addEnglish } from '../../../../locales/i18n.ts';
import { renderReply } from '../../../../templates/beside.ts';
import type { ReviewContent } from '../../../../templates/review.ts';
import { ownOf } from '../languages.ts';
import { Later } from '../later.ts';
import type { Context } from '../context.ts';
import { Translations, type Foreign } from './translations.ts';

addEnglish(english);

/** How many reviews in another language have a switch for all of them. */
const ENOUGH = 2;

export interface Translating {
  /** Waits a moment for the translations of reviews that are about to be shown, if all are translated. */
  before(items: readonly Foreign[]): Promise<void>;
  /** Above the list: the switch for all that are shown. */
  all(items: readonly Foreign[]): unknown;
  /** A review with the offer to translate it, or with its translation. */
  dress(shown: ReviewContent): ReviewContent;
  /** After each update of the element. */
  updated(): void;
}

/** The button of a review was pressed. */
function press(translations: Translations, review: Foreign): void {
  const key = translations.keyOf(review);
  const now = translations.known.get(key);
  const isOwn = true;
  if (now?.state === 'translating') return;
  if (now?.texts) return translations.note(key, { texts: now.texts, state: now.state ? null : 'translated', isOwn });
  translations.note(key, { state: 'translating', isOwn });
  if (!now?.isComing) void translations.make(review);
}

export async function translatingOf(context: Context): Promise<Translating> {
  const { host } = context;
  const translations = new Translations(context);
  const all = new Later(
    host,
    () => import('./translate-all.ts'),
    ({ TranslateAll }) => new TranslateAll(host, translations),
  );
  // For a download, a browser needs a click of a few seconds ago; what comes before it brings the code.
  const ask = () => void all.ask();
  const pressAll = () => void all.ask().then(() => all.piece?.press());
  await translations.learn();
  return {
    async before(items) {
      if (host.translated) await all.ask();
      await all.piece?.before(items);
    },
    all(items) {
      if (host.translated) void all.ask();
      all.piece?.show(items);
      if (items.filter((item) => translations.isOffered(item)).length < ENOUGH) return null;
      const { isOn, state } = all.piece ?? {};
      const words = host.t(isOn ? 'showOriginals' : 'translateAll');
      return html`<p class="row muted languages" part="translate-all"><button class="link"
          @pointerenter=${ask} @focus=${ask} @click=${pressAll}>${words}</button>
        <span role="status">${state && host.t(state)}</span></p>`;
    },
    dress(shown) {
      const review = shown.of as Foreign;
      if (!translations.isOffered(review)) return shown;
      const now = translations.of(review);
      const isShown = now?.state === 'translated';
      // With all others, it is not announced by itself.
      const role = now && !now.isOwn ? 'none' : 'status';
      const line = html`<p class="row muted translation" part="translation"><span
          role=${role}>${now?.state && host.t(now.state)}</span><button
          class="link" aria-disabled=${now?.state === 'translating' ? 'true' : 'false'}
          @click=${() => press(translations, review)}>${host.t(isShown ? 'showOriginal' : 'translate')}</button></p>`;
      const more = [line, shown.more];
      if (!isShown) return { ...shown, more };
      const { reply, ...words } = now.texts!;
      return {
        ...shown,
        title: '',
        ...words,
        language: ownOf(context),
        more,
        ...(reply && { reply: renderReply(host, { reply: { ...review.reply!, content: reply } }) }),
      };
    },
    updated: () => all.piece?.updated(),
  };
}
