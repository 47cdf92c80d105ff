import { ProxyCalls } from '../source/calls.ts';
import { shared } from './shared.ts';

/** Those of all elements of a page, whichever copy of the script they came with, that name this proxy and business. */
export const pageCalls = (proxy: string, business: string): ProxyCalls =>
  ((shared.calls ??= {})[`${proxy} ${business}`] ??= new ProxyCalls(proxy, business));
