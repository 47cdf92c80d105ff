/** The program that runs the insights, as they need it: it has the texts. */
import type { InsightDb } from './tables.ts';

export interface Business {
  readonly id: number;
  /** The site domain. */
  readonly domain: string;
}

/** The texts as the program has them. */
export interface Texts {
  business(domain: string): Business;
  /** Another one after each change of what answers are made from. */
  version(domain: string): number;
  /** Whether all of these are there. */
  isMirrored(domain: string, kinds: readonly ('productReviews' | 'products' | 'reviews')[]): boolean;
  /** True while they all come at once: what follows from them waits. */
  isFilling(domain: string): boolean;
  /** Changes what answers are made from, in one transaction with its new version. */
  change<Result extends { readonly changed: boolean; readonly onlyAdds?: boolean }>(
    domain: string,
    work: (db: InsightDb) => Promise<Result>,
  ): Promise<Result>;
}

/** Knows what must never leave. */
export interface Secrets {
  /** Takes secrets out of JSON. */
  removeFrom(json: string): string;
}

interface CallCounter {
  inc(labels: { readonly outcome: 'failed' | 'ok' | 'refused' }): void;
}

export interface Metrics {
  readonly translatorCalls: CallCounter;
  readonly summariserCalls: CallCounter;
}
