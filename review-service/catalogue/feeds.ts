/** The feeds that products are read from, as they are stored. feed-reader.ts reads them. */
import type { Selectable } from 'kysely';
import { refuse } from '../../contract/endpoints/errors.ts';
import { engineOf } from '../../review-store/databases/engine.ts';
import { inTransaction } from '../../review-store/databases/transaction.ts';
import type { FeedState } from '../data/feed-state.ts';
import { requireBusiness } from '../data/require-business.ts';
import type { Database, ProductFeedTable } from '../data/tables.ts';

export type FeedRow = Selectable<ProductFeedTable>;

/** After it, whoever began to read must have died. */
const LEASE_MS = 30 * 60_000;
/** A feed that fails is tried again after this, or at its next time if that comes sooner. */
const RETRY_MS = 30 * 60_000;

/**
 * Has the running service read the products of a business from a feed, from now on. Products of an earlier feed are no
 * longer missed: one that this feed lacks stays.
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
    await transaction.deleteFrom('product_feed').where('business_id', '=', id).execute();
    const unread = { etag: null, last_modified: null, reads: 0, good_at: null, products: null, refused: null };
    await transaction
      .insertInto('product_feed')
      .values({ business_id: id, url, every_ms: everyMs, due_at: now, ...unread, failed_at: null, failure: null })
      .execute();
  });
}

/** @throws ApiError `businessNotAvailable` if there is no such business, `malformed` if it has no feed. */
export async function setFeedPause(db: Database, domain: string, everyMs: number, now = Date.now()): Promise<void> {
  const { id } = await requireBusiness(db, domain);
  const { numUpdatedRows } = await db
    .updateTable('product_feed')
    .set({ every_ms: everyMs, due_at: now })
    .where('business_id', '=', id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw refuse('malformed', `${domain} has no feed yet: give --feed URL`);
}

/** @throws ApiError `businessNotAvailable` if there is no such business. */
export async function dropFeed(db: Database, domain: string): Promise<void> {
  const { id } = await requireBusiness(db, domain);
  await db.deleteFrom('product_feed').where('business_id', '=', id).execute();
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

/** Reads it at its next look, whenever it was due. */
export async function hastenFeed(db: Database, domain: string, now: number): Promise<void> {
  const { id } = await requireBusiness(db, domain);
  await db.updateTable('product_feed').set({ due_at: now }).where('business_id', '=', id).execute();
}

export interface TakenFeed extends FeedRow {
  readonly domain: string;
}

/**
 * A feed that is due, of any business or of one. No other process takes it until it is settled, or its lease has run
 * out.
 */
export function takeDueFeed(db: Database, now: number, domain?: string): Promise<TakenFeed | undefined> {
  return inTransaction(db, async (transaction) => {
    const due = transaction
      .selectFrom('product_feed')
      .selectAll()
      .where('due_at', '<=', now)
      .$if(domain !== undefined, (query) =>
        query.where('business_id', 'in', (eb) => eb.selectFrom('business').select('id').where('domain', '=', domain!)),
      )
      .orderBy('due_at')
      .limit(1);
    const feed = await engineOf(transaction).forUpdate(due).executeTakeFirst();
    if (!feed) return undefined;
    const due_at = now + LEASE_MS;
    await transaction.updateTable('product_feed').set({ due_at }).where('business_id', '=', feed.business_id).execute();
    const business = await transaction
      .selectFrom('business')
      .select('domain')
      .where('id', '=', feed.business_id)
      .executeTakeFirstOrThrow();
    return { ...feed, due_at, domain: business.domain };
  });
}

/** Ends a read. A feed that was set meanwhile has a row of its own, which stays as it is. */
async function settle(db: Database, feed: TakenFeed, change: Partial<FeedRow>): Promise<void> {
  await db
    .updateTable('product_feed')
    .set(change)
    .where('business_id', '=', feed.business_id)
    .where('url', '=', feed.url)
    .where('due_at', '=', feed.due_at)
    .execute();
}

/** The feed was read to its end, or is as it was. */
export function keepGood(
  db: Database,
  feed: TakenFeed,
  now: number,
  held: Partial<Pick<FeedRow, 'etag' | 'last_modified' | 'reads' | 'products' | 'refused'>>,
): Promise<void> {
  return settle(db, feed, { ...held, good_at: now, due_at: now + feed.every_ms, failed_at: null, failure: null });
}

/** The feed could not be read; what the last good read brought stays. */
export function keepFailure(db: Database, feed: TakenFeed, now: number, failure: string): Promise<void> {
  const due_at = now + Math.min(feed.every_ms, RETRY_MS);
  return settle(db, feed, { due_at, failed_at: feed.failed_at ?? now, failure });
}

/** Another instance may begin at once. */
export function giveBack(db: Database, feed: TakenFeed, now: number): Promise<void> {
  return settle(db, feed, { due_at: now });
}
