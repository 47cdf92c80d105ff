import { PAGE_KEY } from '../../contract/words-script.ts';
import type { Words } from './catalogue.ts';
import type { MoreWords } from './more/catalogue.ts';

/** Texts by language that a script before ours has set: further languages, and the shop's own texts. */
export const given: Readonly<Record<string, Words & MoreWords>> | undefined = (
  globalThis as unknown as Record<symbol, { readonly words?: typeof given } | undefined>
)[Symbol.for(PAGE_KEY)]?.words;
