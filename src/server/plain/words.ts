/**
 * Texts that only readers without JavaScript see, in the languages of the catalogues. Scripts never load them, so they
 * are not among those.
 */
import { html } from 'lit';

interface Words {
  readonly nothingFor: string;
  readonly nothingForIn: string;
  readonly nothingIn: string;
  readonly linkedMissing: string;
}

/** Of each language by its primary subtag. */
const words: Readonly<Record<string, Words>> = {
  en: {
    nothingFor: 'Nothing for “{text}”.',
    nothingForIn: 'Nothing for “{text}” in {filters}.',
    nothingIn: 'Nothing in {filters}.',
    linkedMissing: 'The review that the link leads to is not among these.',
  },
  ar: {
    nothingFor: 'لا شيء عن «{text}».',
    nothingForIn: 'لا شيء عن «{text}» ضمن {filters}.',
    nothingIn: 'لا شيء ضمن {filters}.',
    linkedMissing: 'التقييم الذي يؤدي إليه الرابط ليس بين هذه التقييمات.',
  },
  de: {
    nothingFor: 'Nichts zu „{text}“.',
    nothingForIn: 'Nichts zu „{text}“ bei {filters}.',
    nothingIn: 'Nichts bei {filters}.',
    linkedMissing: 'Die Bewertung, zu der der Link führt, ist nicht darunter.',
  },
  es: {
    nothingFor: 'Nada para «{text}».',
    nothingForIn: 'Nada para «{text}» en {filters}.',
    nothingIn: 'Nada en {filters}.',
    linkedMissing: 'La opinión a la que lleva el enlace no está entre estas.',
  },
  fr: {
    nothingFor: 'Rien pour « {text} ».',
    nothingForIn: 'Rien pour « {text} » dans {filters}.',
    nothingIn: 'Rien dans {filters}.',
    linkedMissing: 'L’avis auquel mène le lien n’est pas parmi ceux-ci.',
  },
  it: {
    nothingFor: 'Nessun risultato per «{text}».',
    nothingForIn: 'Nessun risultato per «{text}» in {filters}.',
    nothingIn: 'Nessun risultato in {filters}.',
    linkedMissing: 'La recensione a cui porta il link non è tra queste.',
  },
  ja: {
    nothingFor: '「{text}」に一致するものはありません。',
    nothingForIn: '{filters} の中に「{text}」に一致するものはありません。',
    nothingIn: '{filters} に一致するものはありません。',
    linkedMissing: 'リンク先のレビューは、この中にありません。',
  },
  nl: {
    nothingFor: 'Niets voor ‘{text}’.',
    nothingForIn: 'Niets voor ‘{text}’ bij {filters}.',
    nothingIn: 'Niets bij {filters}.',
    linkedMissing: 'De review waar de link naartoe leidt, staat hier niet bij.',
  },
  pl: {
    nothingFor: 'Brak wyników dla „{text}”.',
    nothingForIn: 'Brak wyników dla „{text}” przy wyborze: {filters}.',
    nothingIn: 'Brak wyników przy wyborze: {filters}.',
    linkedMissing: 'Opinii, do której prowadzi link, nie ma wśród tych.',
  },
  pt: {
    nothingFor: 'Nada para “{text}”.',
    nothingForIn: 'Nada para “{text}” em {filters}.',
    nothingIn: 'Nada em {filters}.',
    linkedMissing: 'A avaliação a que o link leva não está entre estas.',
  },
};

/** A text as pieces of a template; each value is isolated, whatever its direction. */
export const sayPlain = (locale: string, key: keyof Words, values: Readonly<Record<string, unknown>> = {}): unknown[] =>
  (words[locale.slice(0, 2).toLowerCase()] ?? words['en']!)[key]
    .split(/{(\w+)}/)
    .map((piece, index) => (index % 2 ? html`<bdi>${values[piece]}</bdi>` : piece));
