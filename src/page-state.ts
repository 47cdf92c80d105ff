import { PAGE_KEY } from '../contract/words-script.ts';

/**
 * What all copies of the script on a page share. A shop may include the script twice, or `plaudit.js` beside
 * `plaudit.all.js`; the copies then share the global symbol registry, but no module scope. `page/shared.ts` says what is
 * in it.
 */
export const pageState: object = ((globalThis as unknown as Record<symbol, object | undefined>)[
  Symbol.for(PAGE_KEY)
] ??= {});
