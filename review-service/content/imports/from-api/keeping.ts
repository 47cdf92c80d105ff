import type { BusinessRow } from '../../../../review-store/content/businesses.ts';

/** How what the API gives is kept. */
export interface Keeping {
  readonly business: BusinessRow;
  readonly importId: number;
  /** The server, by which items of one are told from those of another. */
  readonly vendor: string;
  readonly origin: string;
  /** The walk through its listings, by the number of the import that began it. */
  readonly walk: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}
