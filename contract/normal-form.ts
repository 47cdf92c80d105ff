/**
 * Normalising sorts the marks of a letter, in a time that grows with the square of their number. No language has more
 * than 30 on one letter (UAX #15, stream-safe text); the rest is dropped. The two half-width signs are letters that
 * become marks.
 */
const tooManyMarks = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** A form of Unicode normalisation, in a time that grows only with the length of the text. */
export const normalize = (text: string, form: 'NFC' | 'NFKD'): string =>
  text.replace(tooManyMarks, '$1').normalize(form);
