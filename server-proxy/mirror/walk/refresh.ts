/**
 * Refreshes single products: reads all reviews of one at once. That brings what shoppers want ahead of the sweep, and
 * settles sooner whether a missing review is gone.
 */
import { MAX_COUNT } from '../../../contract/endpoints/limits.ts';
import { publishedReviewsOf, skusOfReviews } from '../../../review-store/products/reviewed-products.ts';
import { storeOf } from '../../state/open.ts';
import type { ProxyDb } from '../../state/tables.ts';
import type { Lane } from '../../../api-client/lanes.ts';
import { readProductFigures } from '../parts/figures.ts';
import { both, fill, keepPage, nothingNew, readPage, type News, type PageTools } from './pages.ts';
import { parts, type MirroredBusiness } from '../parts/parts.ts';
import { readMissing, takeUnseenOf } from '../parts/removals.ts';
import { OVERLAP } from '../../../api-client/thread.ts';

export interface Refresh extends News {
  /** False where a product has more reviews than the refresh may read, or they shifted meanwhile. */
  readonly complete: boolean;
}

export interface RefreshOptions {
  readonly lane: Lane;
  readonly sku: string;
  /** The sweep that is under way. */
  readonly sweep: number;
  readonly maxPages: number;
  /** For each page. */
  readonly timeoutMs?: number | undefined;
}

/** Reads the reviews of one product, newest first. */
export async function refreshProduct(
  tools: PageTools,
  business: MirroredBusiness,
  { lane, sku, sweep, maxPages, timeoutMs }: RefreshOptions,
): Promise<Refresh> {
  const refreshedAt = tools.clock.now();
  const seen = new Set<number>();
  let news = nothingNew;
  for (let count = 0; count < maxPages; count += 1) {
    const start = count * (MAX_COUNT - OVERLAP);
    const read = await readPage(tools, lane, business, 'productReviews', start, { sku }, timeoutMs);
    const { items, sent } = read.page;
    // A server that does not know the parameter answers with other products. That is not a refresh of this one.
    const isAsked = items.every((item) => item.sku === sku);
    const follows = count === 0 || items.length === 0 || items.some((item) => seen.has(item.id));
    for (const item of items) seen.add(item.id);
    const isLast = sent < MAX_COUNT;
    const complete = isAsked && follows && isLast;
    news = both(
      news,
      await fill(tools, business, async (db) => {
        const kept = await keepPage(tools, db, business, 'productReviews', read, sweep);
        const removed = complete && (await endRefresh(tools, db, business, sku, seen, refreshedAt));
        return { ...kept, changed: kept.changed || removed, onlyAdds: kept.onlyAdds && !removed };
      }),
    );
    if (isLast || !isAsked || !follows) return { ...news, complete };
  }
  return { ...news, complete: false };
}

/** Returns whether anything was removed. */
async function endRefresh(
  { clock }: PageTools,
  db: ProxyDb,
  business: MirroredBusiness,
  sku: string,
  seen: ReadonlySet<number>,
  refreshedAt: number,
): Promise<boolean> {
  // A product without reviews may be any word that somebody typed, so nothing is remembered. One that has lost all its
  // reviews is left to the sweep, since a server that answers nothing for a moment looks the same.
  if (seen.size === 0) return false;
  const kept = await publishedReviewsOf(storeOf(db), business.id, sku);
  const gone = await takeUnseenOf(
    db,
    business.domain,
    'productReviews',
    kept.filter((id) => !seen.has(id)),
    clock.now(),
  );
  if (gone.length > 0) await parts.productReviews.remove(db, business, gone, clock.now());
  await db
    .insertInto('mirror_look')
    .values({ business: business.domain, sku, looked_at: refreshedAt })
    .onConflict((conflict) => conflict.columns(['business', 'sku']).doUpdateSet({ looked_at: refreshedAt }))
    .execute();
  return gone.length > 0;
}

/** When all reviews of a product were last read at once; null for never. */
export async function lastRefreshAt(db: ProxyDb, business: string, sku: string): Promise<number | null> {
  const row = await db
    .selectFrom('mirror_look')
    .select('looked_at')
    .where('business', '=', business)
    .where('sku', '=', sku)
    .executeTakeFirst();
  return row?.looked_at ?? null;
}

/** True where the listing of products says that a product has more reviews than so many pages of a refresh show. */
export async function hasMoreThan(pages: number, db: ProxyDb, business: string, sku: string): Promise<boolean> {
  const figures = (await readProductFigures(db, business, [sku])).get(sku);
  return figures !== undefined && figures.total >= pages * (MAX_COUNT - OVERLAP) + OVERLAP;
}

/** Products of reviews that have been missing since before this moment. */
export async function productsToSettle(
  db: ProxyDb,
  business: MirroredBusiness,
  before: number,
  limit: number,
): Promise<string[]> {
  const missing = await readMissing(db, business.domain, 'productReviews', before, limit);
  if (missing.length === 0) return [];
  return skusOfReviews(storeOf(db), business.id, missing);
}
