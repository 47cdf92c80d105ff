import type { ProxyCalls } from '../source/calls.ts';
import type { PageDefaults } from './defaults.ts';

interface Failing extends Element {
  requestUpdate(): void;
  /** Repeats the loads that failed. */
  retry(): void;
}

interface Shared {
  defaults?: PageDefaults;
  /** By proxy, as elements name it, and business. */
  calls?: Record<string, ProxyCalls>;
  hub?: EventTarget;
  /** Active star filters by product, shared by a summary and the list beside it. */
  filters?: Map<string, readonly number[]>;
  /** The document and the open shadow roots that hold elements of ours. */
  roots?: Set<Node>;
  /** Elements that have nothing to show; the first of them offers to try again for all. */
  failing?: Set<Failing>;
  /** Set once the page has been printed, which takes all of it. */
  whole?: boolean;
  /** Set while a loader watches this page. */
  watched?: boolean;
  /** Milliseconds of the latest wait before the loader was loaded anew. */
  renewalMs?: number;
}

declare module '../page-state.ts' {
  interface PageState extends Shared {}
}

export { pageState as shared } from '../page-state.ts';
