/**
 * The means to find the words of a language that mean something: its stems, and the words that say nothing by
 * themselves. In a language that is not here, the words of a review are not counted.
 */
import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stopwords as arabicWords } from '@orama/stopwords/arabic';
import { stopwords as dutchWords } from '@orama/stopwords/dutch';
import { stopwords as englishWords } from '@orama/stopwords/english';
import { stopwords as frenchWords } from '@orama/stopwords/french';
import { stopwords as germanWords } from '@orama/stopwords/german';
import { stopwords as italianWords } from '@orama/stopwords/italian';
import { stopwords as japaneseWords } from '@orama/stopwords/japanese';
import { stopwords as portugueseWords } from '@orama/stopwords/portuguese';
import { stopwords as spanishWords } from '@orama/stopwords/spanish';
import words from './empty-words.json' with { type: 'json' };

export interface Vocabulary {
  /** Of a word in lower case. */
  stem(word: string): string;
  /** In lower case. */
  readonly empty: ReadonlySet<string>;
  /** How long a word has to be to mean something, in UTF-16 code units. */
  readonly shortest: number;
  /** Which part of `l’anse` or `don’t` is the word. */
  readonly apostrophe: 'before' | 'after';
  /** For a language that puts no spaces between words. */
  readonly segmenter: Intl.Segmenter | null;
}

/** No stemmer that is looked after knows Polish. */
const asItIs = (word: string): string => word;

/**
 * Besides what says nothing in any text, nothing is said by praise, blame and buying, which every review may speak of.
 * The lists of libraries have no Polish.
 */
const vocabulary = (
  language: keyof typeof words.ofReviews,
  empty: readonly string[],
  stem: (word: string) => string,
  rest: Partial<Vocabulary> = {},
): [string, Vocabulary] => [
  language,
  {
    stem,
    empty: new Set([...empty, ...words.ofReviews[language]].map((word) => word.toLowerCase().replaceAll('’', "'"))),
    shortest: 3,
    apostrophe: 'before',
    segmenter: null,
    ...rest,
  },
];

/** By primary subtag. */
export const vocabularies: ReadonlyMap<string, Vocabulary> = new Map([
  vocabulary('en', englishWords, english),
  vocabulary('de', germanWords, german),
  vocabulary('fr', frenchWords, french, { apostrophe: 'after' }),
  vocabulary('es', spanishWords, spanish),
  vocabulary('it', italianWords, italian, { apostrophe: 'after' }),
  vocabulary('nl', dutchWords, dutch),
  vocabulary('pl', words.polish, asItIs),
  vocabulary('pt', portugueseWords, portuguese),
  vocabulary('ar', arabicWords, arabic),
  vocabulary('ja', japaneseWords, asItIs, {
    shortest: 2,
    segmenter: new Intl.Segmenter('ja', { granularity: 'word' }),
  }),
]);
