import { shared, type PageDefaults } from './page/shared.ts';

export type { PageDefaults } from './page/shared.ts';

/**
 * Sets what stands on the script tag elsewhere: the proxy, and what else is the same for every element of the page.
 * For pages that bundle the elements; to be called before the first of them is in the page.
 */
export function setDefaults(defaults: PageDefaults): void {
  shared.defaults = defaults;
}
