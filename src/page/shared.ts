import type { ProxyCalls } from '../source/calls.ts';

/** Defaults for every element of the page; they stand on the script tag. */
export interface PageDefaults {
  /** Address of the proxy, absolute. */
  readonly proxy: string;
  readonly business?: string | undefined;
  readonly locale?: string | undefined;
  readonly theme?: string | undefined;
}

interface Shared {
  defaults?: PageDefaults;
  /** One for each proxy and business, by their names. */
  calls?: Record<string, ProxyCalls>;
  hub?: EventTarget;
  /** Star filters in force, by product: what a summary and the list beside it agree on. */
  filters?: Map<string, readonly number[]>;
  /** Set once a loader watches this page. */
  watched?: boolean;
}

/**
 * What every copy of the script on a page has in common. A shop pastes the script twice, or `plaudit.js` beside
 * `plaudit.all.js`: module scope is then not shared, the global symbol registry is.
 */
export const shared: Shared = ((globalThis as unknown as Record<symbol, Shared | undefined>)[
  Symbol.for('plaudit.page.1')
] ??= {});
