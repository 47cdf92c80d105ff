/** The feeds that products are read from, as they are stored. feed-reader.ts reads them. */
import type { Selectable } from 'kysely';
import { refuse } from '../../contract/endpoints/errors.ts';
import { inTransaction } from '../../review-store/databases/transaction.ts';
import { dropJobs, makeDue } from '../../review-store/jobs/jobs.ts';
import type { FeedState } from '../data/feed-state.ts';
import { requireBusiness } from '../data/require-business.ts';
import { storeOf, type Database, type ProductFeedTable } from '../data/tables.ts';

export type FeedRow = Selectable<ProductFeedTable>;

/** The kind of the jobs that read feeds; their key is the id of the business. */
export const FEED = 'feed';
const read = (db: Database, businessId: number, now: number): Promise<void> =>
  makeDue(storeOf(db), FEED, String(businessId), now);

/**
 * Has the running service read the products of a business from a feed, from now on. Products of an earlier feed are no
 * longer missed: one that this feed lacks stays. Nobody else gets the feed until somebody says so of this very URL,
 * which may be a secret.
 * @param url - http or https, on the public internet.
 * @throws ApiError `businessNotAvailable` if there is no such business.
 */
export async function setFeed(
  db: Database,
  domain: string,
  { url, everyMs }: { readonly url: string; readonly everyMs: number },
  now = Date.now(),
): Promise<void> {
  const { id } = await requireBusiness(db, domain);
  await inTransaction(db, async (transaction) => {
    const earlier = await transaction
      .deleteFrom('product_feed')
      .where('business_id', '=', id)
      .returning(['url', 'given_out'])
      .executeTakeFirst();
    const given_out = earlier?.url === url ? earlier.given_out : 0;
    const unread = { etag: null, last_modified: null, reads: 0, good_at: null, products: null, refused: null };
    await transaction
      .insertInto('product_feed')
      .values({ business_id: id, url, every_ms: everyMs, given_out, ...unread, failed_at: null, failure: null })
      .execute();
    await read(transaction, id, now);
  });
}

/** @throws ApiError `businessNotAvailable` if there is no such business, `malformed` if it has no feed. */
export async function setFeedPause(db: Database, domain: string, everyMs: number, now = Date.now()): Promise<void> {
  const id = await changeFeed(db, domain, { every_ms: everyMs });
  await read(db, id, now);
}

/**
 * Whether the proxy beside the service gives the feed out with stars.
 * @throws ApiError `businessNotAvailable` if there is no such business, `malformed` if it has no feed.
 */
export async function giveFeedOut(db: Database, domain: string, isGivenOut: boolean): Promise<void> {
  await changeFeed(db, domain, { given_out: isGivenOut ? 1 : 0 });
}

async function changeFeed(db: Database, domain: string, change: Partial<FeedRow>): Promise<number> {
  const { id } = await requireBusiness(db, domain);
  const { numUpdatedRows } = await db
    .updateTable('product_feed')
    .set(change)
    .where('business_id', '=', id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw refuse('malformed', `${domain} has no feed yet: give --feed URL`);
  return id;
}

/** Where the feed of a business is; null where it has none, or none to be given out. */
export async function feedGivenOut(db: Database, domain: string): Promise<string | null> {
  const feed = await db
    .selectFrom('product_feed')
    .innerJoin('business', 'business.id', 'product_feed.business_id')
    .select('url')
    .where('domain', '=', domain)
    .where('given_out', '=', 1)
    .executeTakeFirst();
  return feed?.url ?? null;
}

/** @throws ApiError `businessNotAvailable` if there is no such business. */
export async function dropFeed(db: Database, domain: string): Promise<void> {
  const { id } = await requireBusiness(db, domain);
  await db.deleteFrom('product_feed').where('business_id', '=', id).execute();
  await dropJobs(storeOf(db), FEED, { key: String(id) });
}

/** All feeds, or that of one business. */
export const listFeeds = (db: Database, domain?: string): Promise<FeedState[]> =>
  db
    .selectFrom('product_feed')
    .innerJoin('business', 'business.id', 'product_feed.business_id')
    .select(['domain', 'url', 'every_ms as everyMs', 'good_at as goodAt', 'products', 'refused'])
    .select(['failed_at as failedAt', 'failure'])
    .$if(domain !== undefined, (query) => query.where('domain', '=', domain!))
    .orderBy('domain')
    .execute();

/** Reads it at its next check, whenever it was due. */
export async function hastenFeed(db: Database, domain: string, now: number): Promise<void> {
  const { id } = await requireBusiness(db, domain);
  await read(db, id, now);
}

/** Whether a feed is being read, or is about to be. */
export async function isFeedDue(db: Database, businessId: number, now: number): Promise<boolean> {
  const job = await db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', FEED)
    .where('key', '=', String(businessId))
    .where((eb) => eb.or([eb('due_at', '<=', now), eb('leased_by', 'is not', null)]))
    .executeTakeFirst();
  return job !== undefined;
}

export interface Feed extends FeedRow {
  readonly domain: string;
}

export const findFeed = (db: Database, businessId: number): Promise<Feed | undefined> =>
  db
    .selectFrom('product_feed')
    .innerJoin('business', 'business.id', 'product_feed.business_id')
    .selectAll('product_feed')
    .select('domain')
    .where('business_id', '=', businessId)
    .executeTakeFirst();

/** Ends a read. A feed that was set meanwhile has a row of its own, which stays as it is. */
async function settle(db: Database, feed: Feed, change: Partial<FeedRow>): Promise<void> {
  await db
    .updateTable('product_feed')
    .set(change)
    .where('business_id', '=', feed.business_id)
    .where('url', '=', feed.url)
    .execute();
}

/** The feed was read to its end, or is as it was. */
export const keepGood = (
  db: Database,
  feed: Feed,
  now: number,
  held: Partial<Pick<FeedRow, 'etag' | 'last_modified' | 'reads' | 'products' | 'refused'>>,
): Promise<void> => settle(db, feed, { ...held, good_at: now, failed_at: null, failure: null });

/** The feed could not be read; what the last good read brought stays. */
export const keepFailure = (db: Database, feed: Feed, now: number, failure: string): Promise<void> =>
  settle(db, feed, { failed_at: feed.failed_at ?? now, failure });
