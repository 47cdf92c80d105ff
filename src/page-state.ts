import { PAGE_KEY, type Texts } from '../contract/words-script.ts';

/** Of what a page shares: texts by language that a script before ours has set. */
export interface PageTexts {
  readonly words?: Readonly<Record<string, Texts>>;
}

/**
 * What all copies of the script on a page share. A shop may include the script twice, or `plaudit.js` beside
 * `plaudit.all.js`; the copies then share the global symbol registry, but no module scope. `page/shared.ts` says what
 * is in it.
 */
export const pageState: object = ((globalThis as unknown as Record<symbol, object | undefined>)[
  Symbol.for(PAGE_KEY)
] ??= {});
