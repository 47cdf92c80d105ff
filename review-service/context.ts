/** The state and the tools that the pieces of a running service share. */
import type { Logger } from 'pino';
import type { Clock } from '../server-kit/clock.ts';
import type { Readiness } from '../server-kit/http/readiness.ts';
import type { Addresses } from './letters/addresses.ts';
import type { FeedState } from './data/feed-state.ts';
import type { ServiceLocation } from './database.ts';
import type { FetchImage } from './images/uploads.ts';
import type { ChangeWatch } from './data/changes/watch.ts';
import type { CallLog } from './limits/call-log.ts';
import type { ListingLimits } from './limits/listing-limits.ts';
import type { Metrics } from './metrics.ts';
import type { Starter } from './data/starter.ts';
import type { Database } from './data/tables.ts';

/** It is a clock too, and its functions may be taken out of it. */
export interface Service extends Clock {
  readonly location: ServiceLocation;
  /** The same, opened. */
  readonly db: Database;
  /** Where mail is written to files, or was before there was a mail server; null if it never is. */
  readonly mailDirectory: string | null;
  /** Of the list of who was erased, which restores read; null where there is none. */
  readonly listDirectory: string | null;
  /** Whether there is a mail server. */
  readonly sendsMail: boolean;
  readonly callLog: CallLog;
  readonly listingLimits: ListingLimits;
  /** See `openEpoch`. */
  readonly epoch: () => Promise<void>;
  /** Wakes who waits for changes. */
  readonly changes: ChangeWatch;
  readonly addresses: Addresses;
  /** Where shoppers' browsers reach the proxy, without a trailing slash; null where nobody has said. */
  readonly proxyUrl: () => string | null;
  /** The program that runs it together with a proxy; null where it stands alone. */
  readonly starter: Starter | null;
  readonly fetchImage: FetchImage;
  /** See `waitForFeed`. */
  readonly readFeed: (domain: string) => Promise<FeedState | undefined>;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly readiness: Readiness;
  readonly now: Clock['now'];
  readonly sleep: Clock['sleep'];
}
