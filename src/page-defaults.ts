import type { PageDefaults } from './page/defaults.ts';
import { shared } from './page/shared.ts';

export type { PageDefaults } from './page/defaults.ts';

/**
 * Sets the defaults of the page, such as the proxy, that otherwise come from the script tag. For pages that bundle the
 * elements; call it before the page contains the first of them.
 */
export function setDefaults(defaults: PageDefaults): void {
  shared.defaults = defaults;
}
