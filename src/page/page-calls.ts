import { ProxyCalls } from '../source/calls.ts';
import { shared } from './shared.ts';

/** The calls for a proxy and business, shared across all copies of the script on a page. */
export const pageCalls = (proxy: string, business: string): ProxyCalls =>
  ((shared.calls ??= {})[`${proxy} ${business}`] ??= new ProxyCalls(proxy, business));
