import { PAGE_KEY, type Texts } from '../contract/texts/words-script.ts';

/** The state that a page shares; `page/shared.ts` says what our own code adds. */
export interface PageState {
  /** Texts by language that a script before ours has set. */
  words?: Readonly<Record<string, Texts>>;
}

/**
 * The state that all copies of the script on a page share. A shop may include the script twice, or `plaudit.js` beside
 * `plaudit.all.js`; the copies then share the global symbol registry, but no module scope.
 */
export const pageState: PageState = ((globalThis as { [key: symbol]: PageState | undefined })[Symbol.for(PAGE_KEY)] ??=
  {});
