/** Reads the feeds that shops already give to Google, each when it is due. Known products stay served meanwhile. */
import { setTimeout as wait } from 'node:timers/promises';
import { Worker, type Kind } from '../../review-store/jobs/worker.ts';
import { systemClock } from '../../server-kit/clock.ts';
import { FetchRefused, fetchPublicChanged, type FetchedFile } from '../../server-kit/network/public-fetch.ts';
import type { Service } from '../context.ts';
import type { FeedState } from '../data/feed-state.ts';
import { requireBusiness } from '../data/require-business.ts';
import { storeOf } from '../data/tables.ts';
import { FEED, findFeed, isFeedDue, keepFailure, keepGood, listFeeds, type Feed } from './feeds.ts';
import { importFeed, ImportFailed } from './importing.ts';

/** Somebody who sets up a shop need not wait for the large feed of another. */
const MOST_AT_ONCE = 2;
/** A feed that fails is tried again after this, or at its next time if that comes sooner. */
const RETRY_MS = 30 * 60_000;
/** Of a feed; about 50,000 products. */
const MAX_FEED_BYTES = 100 * 1024 * 1024;
const FETCH_DEADLINE_MS = 300_000;
const ACCEPT =
  'application/xml, application/rss+xml, application/atom+xml, text/csv, text/tab-separated-values, */*;q=0.5';

/** The feed cannot be taken. The message says why, in one line for the operator. */
class FeedRefused extends Error {
  override readonly name = 'FeedRefused';
}

export interface FeedReaderOptions {
  /** Which IP addresses feeds may be fetched from; by default those of the public internet. */
  readonly isReachable?: (address: string, port: number) => boolean;
}

/** The reader of a feed: the service, or a command. */
export type FeedReader = Pick<Service, 'db' | 'location' | 'logger' | 'now'>;

export const feeds = (reader: FeedReader, options: FeedReaderOptions = {}): Kind => ({
  name: FEED,
  failing: 'product feeds cannot be looked after at the moment',
  retryMs: RETRY_MS,
  doubtMs: RETRY_MS,
  atOnce: MOST_AT_ONCE,
  async attempt({ key, signal }) {
    const feed = await findFeed(reader.db, Number(key));
    if (!feed) return null;
    const isGood = await read(reader, feed, options, signal);
    return isGood ? feed.every_ms : Math.min(feed.every_ms, RETRY_MS);
  },
});

/** For a command, which ends with its answer: reads the feed of a business alone. See `waitForFeed`. */
export async function readFeedNow(reader: FeedReader, domain: string): Promise<FeedState | undefined> {
  const { db, logger, now } = reader;
  const { id } = await requireBusiness(db, domain);
  const clock = { ...systemClock, now };
  const worker = new Worker({ db: storeOf(db), clock, logger, key: String(id) }).start([feeds(reader)]);
  try {
    return await waitForFeed(reader, domain);
  } finally {
    await worker.stop();
  }
}

/** A large catalogue takes minutes; a feed that cannot be read shows that within seconds, as a rule. */
const PATIENCE_MS = 20_000;
const ASK_EVERY_MS = 100;

/**
 * Waits for the feed of a business to be read, by whichever process.
 * @returns what came of it; undefined if it has none, or takes longer than somebody waits.
 */
export async function waitForFeed(
  { db, now }: Pick<FeedReader, 'db' | 'now'>,
  domain: string,
): Promise<FeedState | undefined> {
  const { id } = await requireBusiness(db, domain);
  const stopped = AbortSignal.timeout(PATIENCE_MS);
  while (await isFeedDue(db, id, now())) {
    if (stopped.aborted) return undefined;
    await wait(ASK_EVERY_MS);
  }
  const [state] = await listFeeds(db, domain);
  return state && (state.goodAt !== null || state.failure !== null) ? state : undefined;
}

/** @returns whether it could be read. */
async function read(
  service: FeedReader,
  feed: Feed,
  options: FeedReaderOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, now, logger } = service;
  const business = feed.domain;
  try {
    const file = await fetchPublicChanged(feed.url, {
      ...options,
      accept: ACCEPT,
      etag: feed.etag,
      lastModified: feed.last_modified,
      maxBytes: MAX_FEED_BYTES,
      deadlineMs: FETCH_DEADLINE_MS,
      signal,
    });
    if (file === null) await keepGood(db, feed, now(), {});
    else await take(service, feed, file, signal);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    const isOurs = error instanceof FeedRefused || error instanceof FetchRefused || error instanceof ImportFailed;
    const reason = isOurs ? error.message : 'could not be stored';
    logger.warn({ business, reason, ...(isOurs ? {} : { err: error }) }, 'the product feed is not taken');
    await keepFailure(db, feed, now(), reason);
    return false;
  }
}

async function take(service: FeedReader, feed: Feed, file: FetchedFile, signal: AbortSignal): Promise<void> {
  const { db, now, logger, location } = service;
  const { domain: business } = feed;
  const outcome = await importFeed({ location, feed, now: now() }, file.bytes, signal);
  if ('wrong' in outcome) throw new FeedRefused(outcome.wrong);
  const { products, reads, refused, reasons, stored, removed } = outcome;
  // A feed that does not change by itself need not be read again until its file has changed.
  const isFixed = stored.changesAt === null;
  const { etag, last_modified } = isFixed
    ? { etag: file.etag, last_modified: file.lastModified }
    : { etag: null, last_modified: null };
  await keepGood(db, feed, now(), { etag, last_modified, reads, products, refused });
  const { total, added, changed } = stored;
  logger.info({ business, products: total, added, changed, removed, refused }, 'the product feed was read');
  if (reasons.length > 0) logger.warn({ business, refused, reasons }, 'not all of the product feed is taken');
}
