/**
 * Texts that only readers without JavaScript see, in the languages of the catalogues. Scripts never load them, so they
 * are not among those.
 */
import { html } from 'lit';
import texts from './words.json' with { type: 'json' };

/** Of each language by its primary subtag. */
const words: Readonly<Record<string, typeof texts.en>> = texts;

/** A text as pieces of a template; each value is isolated, whatever its direction. */
export const sayPlain = (
  locale: string,
  key: keyof typeof texts.en,
  values: Readonly<Record<string, unknown>> = {},
): unknown[] =>
  (words[locale.slice(0, 2).toLowerCase()] ?? texts.en)[key]
    .split(/{(\w+)}/)
    .map((piece, index) => (index % 2 ? html`<bdi>${values[piece]}</bdi>` : piece));
