/**
 * Works out gists in a thread of its own, which lasts only while there are some to work out: the language model is
 * large, and a long text takes milliseconds, in which shoppers would wait.
 */
import { parentPort } from 'node:worker_threads';
import { eld } from 'eld/extrasmall';
import { maskPersonalData } from '../../server-kit/personal-data.ts';
import { termsOf } from './terms.ts';
import { vocabularies } from './vocabularies.ts';

export interface Text {
  readonly title: string;
  readonly content: string;
}

/** The knowledge of a review that is worked out once, when it comes. */
export interface Gist {
  /** A primary subtag; '' where it is not sure. */
  readonly language: string;
  /** See terms.ts. */
  readonly terms: string;
}

/** A language shows in a few words; in UTF-16 code units. */
const LONGEST_SAMPLE = 400;

function gistOf({ title, content }: Text): Gist {
  const text = `${maskPersonalData(title)}\n${maskPersonalData(content)}`;
  const found = eld.detect(text.slice(0, LONGEST_SAMPLE).toWellFormed());
  const language = found.isReliable() ? found.language : '';
  const vocabulary = vocabularies.get(language);
  return { language, terms: vocabulary ? termsOf(text, vocabulary) : '' };
}

parentPort!.on('message', (texts: readonly Text[]) => parentPort!.postMessage(texts.map(gistOf)));
