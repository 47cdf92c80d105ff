/** The program that runs the service together with a proxy, as pages of the service see it. */

export interface Choices {
  /** Site domain of the shop. */
  readonly business: string;
  /** Exact origins of the pages that may call the proxy. */
  readonly origins: readonly string[];
}

export interface Starter {
  /** The data directory of both programs: a backup of it is one of the whole shop. */
  readonly directory: string;
  /** The choices kept last, by this process or an earlier one; null if there is no shop. */
  choices(): Choices | null;
  /** Whether the environment says which origins may call, whatever is chosen. */
  readonly isFixed: boolean;
  /** Keeps what was chosen, for this process and for later ones. */
  keep(choices: Choices): void;
}
