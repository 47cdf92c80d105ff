import type { Words } from './catalogue.ts';
import type { MoreWords } from './more/catalogue.ts';

/** Of what a page shares: texts by language that a script before ours has set. */
export interface Given {
  /** Of further languages, and the shop's own. */
  readonly words?: Readonly<Record<string, Words & MoreWords>>;
}
