/**
 * Reads the feeds that shops already give to Google, each when it is due, by one instance at a time. What is known
 * stays served meanwhile.
 */
import { FetchRefused, fetchPublicChanged, type FetchedFile } from '../../server-kit/public-fetch.ts';
import { repeatEvery, type Repeating } from '../../server-kit/repeating.ts';
import type { Service } from '../context.ts';
import { giveBack, keepFailure, keepGood, takeDueFeed, type TakenFeed } from './feeds.ts';
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

export function startFeeds(service: Service, options: FeedReaderOptions): Repeating {
  const stopping = new AbortController();
  const repeating = repeatEvery(LOOK_EVERY_MS, () => look(service, options, stopping.signal));
  return {
    async close() {
      stopping.abort();
      await repeating.close();
    },
  };
}

async function look(service: Service, options: FeedReaderOptions, signal: AbortSignal): Promise<void> {
  const { db, now, logger } = service;
  try {
    while (!signal.aborted) {
      const feed = await takeDueFeed(db, now());
      if (!feed) return;
      await read(service, feed, options, signal);
    }
  } catch (error) {
    logger.warn({ err: error }, 'product feeds cannot be looked after at the moment');
  }
}

async function read(service: Service, feed: TakenFeed, options: FeedReaderOptions, signal: AbortSignal): Promise<void> {
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

async function take(service: Service, feed: TakenFeed, file: FetchedFile, signal: AbortSignal): Promise<void> {
  const { db, now, logger, location } = service;
  const { domain: business } = feed;
  const outcome = await importFeed({ location, feed, now: now() }, file.bytes, signal);
  if ('wrong' in outcome) throw new FeedRefused(outcome.wrong);
  const { products, reads, refused, reasons, stored, removed } = outcome;
  const { etag, lastModified: last_modified } = file;
  await keepGood(db, feed, now(), { etag, last_modified, reads, products, refused });
  const { total, added, changed } = stored;
  logger.info({ business, products: total, added, changed, removed, refused }, 'the product feed was read');
  if (refused > 0) logger.warn({ business, refused, reasons }, 'some products of the feed are refused');
}
