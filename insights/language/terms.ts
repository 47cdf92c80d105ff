/**
 * The terms of a text: the stem of each word that means something, and of each two that stand side by side, with the
 * form in which the text has it. As one string, ` handl:handles stainless-steel:stainless_steel `, in which SQL finds a
 * stem between a space and a colon, and a count reads all of them without parsing. Takes a time that grows with the
 * length of the text, which is cut.
 */
import type { Vocabulary } from './vocabularies.ts';

/** In UTF-16 code units. */
export const LONGEST_TEXT = 5_000;
const LONGEST_WORD = 40;
const MOST_TERMS = 300;

interface Word {
  /** As it is written. */
  readonly form: string;
  readonly start: number;
  readonly end: number;
}

/** Letters, marks and digits, with apostrophes inside. */
const spaced = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;
const isStem = /^[\p{L}\p{M}\p{N}]+$/u;
const hasLetter = /\p{L}/u;
/** Between two words that stand side by side. */
const gap = /^[ \u00a0‐-]$/;

export function termsOf(text: string, vocabulary: Vocabulary): string {
  const terms = new Map<string, string>();
  for (const { stem, form } of findTerms(text.slice(0, LONGEST_TEXT).toWellFormed(), vocabulary)) {
    if (terms.size >= MOST_TERMS) break;
    if (!terms.has(stem)) terms.set(stem, form);
  }
  return terms.size === 0 ? '' : ` ${[...terms].map(([stem, form]) => `${stem}:${form}`).join(' ')} `;
}

/** A term, as a text has it at one place. */
interface Term extends Word {
  readonly stem: string;
}

/** Each term where it stands, in a text that is well formed. */
export function* findTerms(text: string, vocabulary: Vocabulary): Generator<Term> {
  let before: Term | null = null;
  for (const { form: written, start, end } of wordsOf(text, vocabulary)) {
    const form = meaningOf(written, vocabulary);
    const stem = form === null ? null : stemOf(form, vocabulary);
    if (form === null || stem === null) {
      before = null;
      continue;
    }
    const term: Term = { stem, form, start, end };
    yield term;
    if (before && before.stem !== stem && isBeside(text.slice(before.end, start), vocabulary))
      yield {
        stem: `${before.stem}-${stem}`,
        form: `${before.form}${vocabulary.segmenter ? '' : '_'}${form}`,
        start: before.start,
        end,
      };
    before = term;
  }
}

/** How a form is shown. */
export const shownForm = (form: string): string => form.replaceAll('_', ' ');

function* wordsOf(text: string, { segmenter }: Vocabulary): Generator<Word> {
  if (!segmenter) {
    for (const { 0: form, index } of text.matchAll(spaced)) yield { form, start: index, end: index + form.length };
    return;
  }
  for (const { segment, index, isWordLike } of segmenter.segment(text))
    if (isWordLike) yield { form: segment, start: index, end: index + segment.length };
}

const isBeside = (between: string, { segmenter }: Vocabulary): boolean =>
  segmenter ? between === '' : gap.test(between);

/** The part of a word that means something; null where nothing does. */
function meaningOf(word: string, { empty, shortest, apostrophe }: Vocabulary): string | null {
  const whole = word.replaceAll('’', "'");
  if (empty.has(whole.toLowerCase())) return null;
  const parts = whole.split("'");
  const form = (apostrophe === 'after' ? parts.at(-1)! : parts[0]!).normalize('NFC');
  if (form.length < shortest || form.length > LONGEST_WORD || !hasLetter.test(form)) return null;
  return empty.has(form.toLowerCase()) ? null : form;
}

function stemOf(form: string, vocabulary: Vocabulary): string | null {
  const stem = vocabulary.stem(form.toLowerCase());
  return isStem.test(stem) ? stem : null;
}
