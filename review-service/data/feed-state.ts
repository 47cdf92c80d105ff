/** How the product feed of a business is doing. */
import { formatDateTime } from '../../contract/entities/dates.ts';

export interface FeedState {
  readonly domain: string;
  readonly url: string;
  readonly everyMs: number;
  /** When it was last found good (milliseconds since 1970), and what it held then; null if it never was. */
  readonly goodAt: number | null;
  readonly products: number | null;
  readonly refused: number | null;
  /** Since when it fails, and why; null while it is good. */
  readonly failedAt: number | null;
  readonly failure: string | null;
}

/** Why a feed cannot be read, and since when, in one line; null while all is well. */
export function feedTrouble({ domain, failure, failedAt, goodAt }: FeedState): string | null {
  if (failure === null) return null;
  const before = goodAt === null ? 'it has never been read' : `last read ${formatDateTime(goodAt)} UTC`;
  return `The product feed of ${domain} cannot be read since ${formatDateTime(failedAt!)} UTC: ${failure}; ${before}`;
}
