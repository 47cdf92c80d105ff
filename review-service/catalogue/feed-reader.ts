/**
 * Reads the feeds that shops already give to Google, each when it is due, by one instance at a time. A feed is looked
 * through before anything of it is stored: one that breaks off, holds no products or lacks most of those that it held
 * changes nothing. What is known stays served meanwhile.
 */
import { setImmediate } from 'node:timers/promises';
import { FileRefused } from '../../exchange/file-refused.ts';
import { importProducts, type ImportCounts } from '../../exchange/products/import.ts';
import { FetchRefused, fetchPublicChanged, type FetchedFile } from '../../server-kit/public-fetch.ts';
import { repeatEvery, type Repeating } from '../../server-kit/repeating.ts';
import type { Service } from '../context.ts';
import { storeOf } from '../tables.ts';
import { countVanished, noteSeen, removeVanished } from './feed-items.ts';
import { giveBack, keepFailure, keepGood, takeDueFeed, type TakenFeed } from './feeds.ts';

const LOOK_EVERY_MS = 10_000;
/** Of a feed; about 50,000 products. */
const MAX_FEED_BYTES = 100 * 1024 * 1024;
const FETCH_DEADLINE_MS = 300_000;
const ACCEPT =
  'application/xml, application/rss+xml, application/atom+xml, text/csv, text/tab-separated-values, */*;q=0.5';
/** A feed that lacks more than this share of the products that it held is rather broken than right. */
const MOST_VANISHED = 0.5;
/** Below so many products a shop may well have changed most of them. */
const FEW_PRODUCTS = 20;
/** How many refused products are named in the log. */
const MOST_NAMED = 5;

/** The feed cannot be taken. The message says why, in one line for the operator. */
class FeedRefused extends Error {
  override readonly name = 'FeedRefused';
}

export interface FeedReaderOptions {
  /** Which IP addresses feeds may be fetched from; by default those of the public internet. */
  readonly isReachable?: (address: string) => boolean;
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
    else await store(service, feed, file, signal);
  } catch (error) {
    if (signal.aborted) return giveBack(db, feed, now());
    const isOurs = error instanceof FeedRefused || error instanceof FetchRefused;
    const reason = isOurs ? error.message : 'could not be stored';
    logger.warn({ business, reason, ...(isOurs ? {} : { err: error }) }, 'the product feed is not taken');
    await keepFailure(db, feed, now(), reason);
  }
}

async function store(service: Service, feed: TakenFeed, file: FetchedFile, signal: AbortSignal): Promise<void> {
  const { db, now, logger } = service;
  const { business_id: businessId, domain: business } = feed;
  const { skus, counts, reasons } = await lookThrough(service, feed, file, signal);
  const reads = feed.reads + 1;
  const { added, changed, refused, total } = await importProducts(
    storeOf(db),
    businessId,
    inPieces(file.bytes, signal),
    { now, onRefused() {} },
  );
  await noteSeen(db, businessId, skus, reads);
  const removed = await removeVanished(db, businessId, reads, now());
  const { etag, lastModified: last_modified } = file;
  await keepGood(db, feed, now(), { etag, last_modified, reads, products: skus.length, refused: counts.refused });
  logger.info({ business, products: total, added, changed, removed, refused }, 'the product feed was read');
  if (refused > 0) logger.warn({ business, refused, reasons }, 'some products of the feed are refused');
}

interface Looked {
  readonly skus: readonly string[];
  readonly counts: ImportCounts;
  readonly reasons: readonly string[];
}

/** @throws FeedRefused if nothing of it is to be stored. */
async function lookThrough(
  { db, now }: Service,
  { business_id: businessId, reads }: TakenFeed,
  { bytes }: FetchedFile,
  signal: AbortSignal,
): Promise<Looked> {
  const skus: string[] = [];
  const reasons: string[] = [];
  let last = '';
  const counts = await importProducts(storeOf(db), businessId, inPieces(bytes, signal), {
    now,
    dryRun: true,
    onRefused(line, reason) {
      last = `line ${line}: ${reason}`;
      if (reasons.length < MOST_NAMED) reasons.push(last);
    },
    onStored: (some) => skus.push(...some),
  }).catch((error: unknown) => {
    throw error instanceof FileRefused ? new FeedRefused(error.message, { cause: error }) : error;
  });
  if (!counts.isWhole) throw new FeedRefused(last);
  if (skus.length === 0) throw new FeedRefused(`holds no product that can be taken${last && ` (${last})`}`);
  const { known, vanished } = await countVanished(db, businessId, skus, reads);
  if (known >= FEW_PRODUCTS && vanished > known * MOST_VANISHED)
    throw new FeedRefused(
      `lacks ${vanished} of the ${known} products that it held; if that is right, set it again with --feed`,
    );
  return { skus, counts, reasons };
}

const PIECE_BYTES = 65_536;

/** Requests are answered between two pieces. */
async function* inPieces(bytes: Buffer, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    signal.throwIfAborted();
    yield bytes.subarray(start, start + PIECE_BYTES);
    await setImmediate();
  }
}
