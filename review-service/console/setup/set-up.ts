/** The tools that the set-up gets from the program that starts the service and a proxy together. */
import type { ProxyAccess } from '../../people/accounts/proxy-account.ts';
import type { Choices, Starter } from '../../data/starter.ts';
import type { Passes } from './passes.ts';

export type { Choices };

export interface SetUpOptions extends Starter {
  /** Where shoppers' browsers reach the proxy, without a trailing slash; asked once there is a shop. */
  proxyUrl(): string;
  /** How the proxy logs in once there is a shop. */
  readonly proxy: ProxyAccess;
  /** The shop is there: the proxy serves it from now on. */
  begin(business: string): Promise<void>;
}

export interface SetUp {
  readonly passes: Passes;
  readonly options: SetUpOptions;
}
