/**
 * Reads the feeds that shops already give to Google, each when it is due, by one process at a time. Products known
 * already stay served meanwhile.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { FetchRefused, fetchPublicChanged, type FetchedFile } from '../../server-kit/network/public-fetch.ts';
import { repeatEvery, type Repeating } from '../../server-kit/repeating.ts';
import type { Service } from '../context.ts';
import type { FeedState } from '../data/feed-state.ts';
import { giveBack, keepFailure, keepGood, listFeeds, takeDueFeed, type TakenFeed } from './feeds.ts';
import { importFeed, ImportFailed } from './importing.ts';

const LOOK_EVERY_MS = 10_000;
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

export interface Feeds extends Repeating {
  /**
   * Reads the feed of a business at once, if it is due, and waits for a read that is under way.
   * @returns what came of it; undefined if it has none, or takes longer than somebody waits.
   */
  readNow(domain: string): Promise<FeedState | undefined>;
}

export function startFeeds(service: Service, options: FeedReaderOptions): Feeds {
  const stopping = new AbortController();
  const { signal } = stopping;
  const now = new Set<Promise<void>>();
  const repeating = repeatEvery(service, LOOK_EVERY_MS, () => look(service, options, signal));
  return {
    readNow(domain) {
      const reading = readDue(service, { ...options, domain }, signal).finally(() => now.delete(reading));
      now.add(reading);
      return stateOnceRead(service, domain, reading);
    },
    async close() {
      stopping.abort();
      await repeating.close();
      await Promise.allSettled(now);
    },
  };
}

/** For a command, which ends with its answer. See `Feeds.readNow`. */
export async function readFeedNow(reader: FeedReader, domain: string): Promise<FeedState | undefined> {
  const stopping = new AbortController();
  const reading = readDue(reader, { domain }, stopping.signal);
  const state = await stateOnceRead(reader, domain, reading);
  stopping.abort();
  await reading;
  return state;
}

/** A large catalogue takes minutes; a feed that cannot be read shows that within seconds, as a rule. */
const PATIENCE_MS = 20_000;
const ASK_EVERY_MS = 100;

async function stateOnceRead(
  { db }: FeedReader,
  domain: string,
  reading: Promise<void>,
): Promise<FeedState | undefined> {
  const stopped = AbortSignal.timeout(PATIENCE_MS);
  await Promise.race([reading, wait(PATIENCE_MS, undefined, { ref: false })]);
  // Another process may have begun before.
  for (;;) {
    const [state] = await listFeeds(db, domain);
    if (!state) return undefined;
    if (state.goodAt !== null || state.failure !== null) return state;
    if (stopped.aborted) return undefined;
    await wait(ASK_EVERY_MS);
  }
}

async function look(service: FeedReader, options: FeedReaderOptions, signal: AbortSignal): Promise<void> {
  try {
    await readDue(service, options, signal);
  } catch (error) {
    service.logger.warn({ err: error }, 'product feeds cannot be looked after at the moment');
  }
}

interface DueOptions extends FeedReaderOptions {
  /** Only the feed of this business. */
  readonly domain?: string;
}

async function readDue(service: FeedReader, { domain, ...options }: DueOptions, signal: AbortSignal): Promise<void> {
  const { db, now } = service;
  while (!signal.aborted) {
    const feed = await takeDueFeed(db, now(), domain);
    if (!feed) return;
    await read(service, feed, options, signal);
  }
}

async function read(
  service: FeedReader,
  feed: TakenFeed,
  options: FeedReaderOptions,
  signal: AbortSignal,
): Promise<void> {
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
  } catch (error) {
    if (signal.aborted) return giveBack(db, feed, now());
    const isOurs = error instanceof FeedRefused || error instanceof FetchRefused || error instanceof ImportFailed;
    const reason = isOurs ? error.message : 'could not be stored';
    logger.warn({ business, reason, ...(isOurs ? {} : { err: error }) }, 'the product feed is not taken');
    await keepFailure(db, feed, now(), reason);
  }
}

async function take(service: FeedReader, feed: TakenFeed, file: FetchedFile, signal: AbortSignal): Promise<void> {
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
