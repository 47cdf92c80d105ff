/** The tools that the set-up gets from the program that starts the service and a proxy together. */
import type { ProxyAccess } from '../../people/accounts/proxy-account.ts';
import type { Database } from '../../data/tables.ts';
import { Passes } from './passes.ts';

export interface Choices {
  /** Site domain of the shop. */
  readonly business: string;
  /** Exact origins of the pages that may call the proxy. */
  readonly origins: readonly string[];
}

export interface SetUpOptions {
  /** The data directory of both programs: a backup of it is one of the whole shop. */
  readonly directory: string;
  /** Where shoppers' browsers reach the proxy, without a trailing slash; asked once there is a shop. */
  proxyUrl(): string;
  /** How the proxy logs in once there is a shop. */
  readonly proxy: ProxyAccess;
  /** The choices kept last, by this process or an earlier one; null if there is no shop. */
  choices(): Choices | null;
  /** Whether the environment says which origins may call, whatever is chosen. */
  readonly isFixed: boolean;
  /** Keeps what was chosen, for this process and for later ones. */
  keep(choices: Choices): void;
  /** The shop is there: the proxy serves it from now on. */
  begin(business: string): Promise<void>;
}

export class SetUp {
  readonly passes: Passes;
  readonly options: SetUpOptions;

  constructor(options: SetUpOptions, db: Database, now: () => number) {
    this.options = options;
    this.passes = new Passes(db, now);
  }

  /** There is something as soon as there is a shop. */
  choices(): Choices {
    return this.options.choices()!;
  }
}
