/** Moves requests about a product that has another sku now, or is part of another product. */
import type { Database } from '../../data/tables.ts';

/** The state of a sku in a request before it moved. */
export interface MovedRequest {
  readonly requestId: string;
  readonly position: number;
  readonly reviewId: number | null;
  /**
   * Where the request asks about the other product, too, this goes into that: whether the review that came of it is
   * there now. Null where the request asked about this one alone.
   */
  readonly joined: { readonly tookReview: boolean } | null;
}

/** Moves what was asked about a sku to another one, answered or not. */
export async function moveRequests(
  db: Database,
  businessId: number,
  from: string,
  to: string,
): Promise<MovedRequest[]> {
  const asked = (sku: string) =>
    db
      .selectFrom('review_request_product')
      .innerJoin('review_request', 'review_request.id', 'review_request_product.request_id')
      .select(['request_id', 'position', 'review_id'])
      .where('business_id', '=', businessId)
      .where('sku', '=', sku)
      .execute();
  const there = new Map((await asked(to)).map((row) => [row.request_id, row]));
  const moved: MovedRequest[] = [];
  for (const { request_id: requestId, position, review_id: reviewId } of await asked(from)) {
    const other = there.get(requestId);
    const joined = other ? { tookReview: other.review_id === null && reviewId !== null } : null;
    if (other) await remove(db, requestId, from);
    else await rename(db, requestId, from, to);
    if (joined?.tookReview) await noteReview(db, requestId, to, reviewId);
    moved.push({ requestId, position, reviewId, joined });
  }
  return moved;
}

/** Takes that back. Products reviewed since, or no longer in a request, stay as they are. */
export async function moveRequestsBack(
  db: Database,
  moved: readonly MovedRequest[],
  from: string,
  to: string,
): Promise<number> {
  let count = 0;
  for (const { requestId, position, reviewId, joined } of moved) {
    const now = await db
      .selectFrom('review_request_product')
      .select('review_id')
      .where('request_id', '=', requestId)
      .where('sku', '=', to)
      .executeTakeFirst();
    if (!now) continue;
    if (joined) {
      await db
        .insertInto('review_request_product')
        .values({ request_id: requestId, sku: from, position, review_id: reviewId })
        .execute();
      if (joined.tookReview && now.review_id === reviewId) await noteReview(db, requestId, to, null);
    } else {
      if (now.review_id !== reviewId) continue;
      await rename(db, requestId, to, from);
    }
    count += 1;
  }
  return count;
}

const rename = (db: Database, requestId: string, from: string, to: string): Promise<void> =>
  update(db, requestId, from, { sku: to });

const noteReview = (db: Database, requestId: string, sku: string, reviewId: number | null): Promise<void> =>
  update(db, requestId, sku, { review_id: reviewId });

async function update(
  db: Database,
  requestId: string,
  sku: string,
  values: { readonly sku: string } | { readonly review_id: number | null },
): Promise<void> {
  await db
    .updateTable('review_request_product')
    .set(values)
    .where('request_id', '=', requestId)
    .where('sku', '=', sku)
    .execute();
}

async function remove(db: Database, requestId: string, sku: string): Promise<void> {
  await db.deleteFrom('review_request_product').where('request_id', '=', requestId).where('sku', '=', sku).execute();
}
