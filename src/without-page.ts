/**
 * Stands in for every module of the package on a server: nothing is loaded, defined or remembered where there is no
 * page. The package's `exports` choose it by their conditions.
 */
import type { PageDefaults } from './page/defaults.ts';

/** Does nothing: only pages have defaults. */
export function setDefaults(_defaults: PageDefaults): void {}
