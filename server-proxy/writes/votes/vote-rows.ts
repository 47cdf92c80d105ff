/** The ledger of votes in SQL. */
import { sql, type ExpressionBuilder } from 'kysely';
import type { ProductReview } from '../../../contract/entities/entities.ts';
import type { ProxyDb, ProxyTables, VoteTable } from '../../state/tables.ts';

const DAY_MS = 86_400_000;
type Where = ExpressionBuilder<ProxyTables, 'proxy_vote'>;

/** The API counts something else than the voter wants. */
const isUnsettled = (eb: Where) => eb.or([eb('state', '=', 'waiting'), eb('wanted', 'is not', null)]);

/** Adds the votes that the API has not counted yet, and what voters have changed since. */
export async function addWaitingVotes(
  db: ProxyDb,
  business: string,
  reviews: ProductReview[],
): Promise<ProductReview[]> {
  if (reviews.length === 0) return reviews;
  const rows = await db
    .selectFrom('proxy_vote')
    .select(['review_id', 'state', 'vote', 'wanted', sql<number>`count(*)`.as('votes')])
    .where('business', '=', business)
    .where(isUnsettled)
    .where(
      'review_id',
      'in',
      reviews.map((review) => review.id),
    )
    .groupBy(['review_id', 'state', 'vote', 'wanted'])
    .execute();
  if (rows.length === 0) return reviews;
  /** How many more of a kind there are than the API counts. */
  const more = (id: number, kind: VoteTable['vote']) => {
    let sum = 0;
    for (const { review_id, state, vote, wanted, votes } of rows) {
      if (review_id !== id) continue;
      if ((wanted ?? vote) === kind) sum += Number(votes);
      if (state === 'delivered' && vote === kind) sum -= Number(votes);
    }
    return sum;
  };
  return reviews.map((review) => {
    const positive = Math.max(0, review.num_positive_votes + more(review.id, 'positive'));
    const negative = Math.max(0, review.num_negative_votes + more(review.id, 'negative'));
    const change = positive + negative - review.num_positive_votes - review.num_negative_votes;
    return {
      ...review,
      votes: Math.max(0, review.votes + change),
      num_positive_votes: positive,
      num_negative_votes: negative,
    };
  });
}

export async function countWaitingVotes(db: ProxyDb): Promise<number> {
  const { votes } = await db
    .selectFrom('proxy_vote')
    .select(sql<number>`count(*)`.as('votes'))
    .where(isUnsettled)
    .executeTakeFirstOrThrow();
  return Number(votes);
}

/** When one is due, in milliseconds since 1970; null where none waits. */
export async function nextDueVote(db: ProxyDb): Promise<number | null> {
  const row = await db
    .selectFrom('proxy_vote')
    .select('next_attempt_at')
    .where(isUnsettled)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();
  return row?.next_attempt_at ?? null;
}

/**
 * Those that are due, an address after the other, the oldest of each first: whoever votes a thousand times keeps nobody
 * waiting. But what may be counted already is settled before another vote for the same review is sent.
 */
export function dueVotes(db: ProxyDb, now: number, limit: number): Promise<VoteTable[]> {
  const turns = db
    .selectFrom('proxy_vote')
    .selectAll()
    .select(sql<number>`row_number() over (partition by address order by created_at)`.as('turn'))
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '<=', now);
  return db
    .selectFrom(turns.as('due'))
    .selectAll()
    .orderBy((eb) => eb.case().when('doubted_since', 'is not', null).then(0).else(1).end())
    .orderBy('turn')
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

/** Votes that wait for an attempt within this time are due now. */
export async function wakeVotes(db: ProxyDb, now: number, withinMs: number): Promise<void> {
  await db
    .updateTable('proxy_vote')
    .set({ next_attempt_at: now })
    .where(isUnsettled)
    .where('leased_by', 'is', null)
    .where('next_attempt_at', '>', now)
    .where('next_attempt_at', '<=', now + withinMs)
    .execute();
}

/** Takes a vote that is due, which is in doubt from now on. False where another instance was first. */
export async function leaseVote(
  db: ProxyDb,
  { id, state, vote, wanted, doubted_since: doubtedSince, next_attempt_at: due }: VoteTable,
  now: number,
  sender: { readonly instance: string; readonly until: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('proxy_vote')
    .set({ doubted_since: doubtedSince ?? now, next_attempt_at: sender.until, leased_by: sender.instance })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('next_attempt_at', '=', due)
    // Its voter may have changed it since it was read.
    .where('vote', '=', vote)
    .where('wanted', wanted === null ? 'is' : '=', wanted)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * A vote that the API has certainly not seen is sent as its voter wants it by now.
 * @returns null where nothing is left to be sent, or somebody else has changed it.
 */
export async function foldVote(db: ProxyDb, row: VoteTable): Promise<VoteTable | null> {
  const { id, vote, wanted } = row;
  if (wanted === null || row.doubted_since !== null) return row;
  const folded =
    wanted === 'none' ? ({ state: 'withdrawn', vote } as const) : ({ state: 'waiting', vote: wanted } as const);
  const { numUpdatedRows } = await db
    .updateTable('proxy_vote')
    .set({ ...folded, wanted: null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('doubted_since', 'is', null)
    .where('wanted', '=', wanted)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n && folded.state === 'waiting' ? { ...row, ...folded, wanted: null } : null;
}

/** Whether another vote for the same review was counted within a day. */
export async function wasAnotherCounted(
  db: ProxyDb,
  { business, review_id }: VoteTable,
  now: number,
): Promise<boolean> {
  const other = await db
    .selectFrom('proxy_vote')
    .select('id')
    .where('business', '=', business)
    .where('review_id', '=', review_id)
    .where('delivered_at', '>', now - DAY_MS)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/**
 * It waits for another attempt.
 * @param vote - as it was before the attempt.
 * @param wasSent - an attempt that never left takes away no doubt that the one before it left.
 */
export async function retryVote(
  db: ProxyDb,
  { id, state, doubted_since }: VoteTable,
  at: number,
  wasSent: boolean,
): Promise<void> {
  await db
    .updateTable('proxy_vote')
    .set({ next_attempt_at: at, leased_by: null, ...(wasSent ? {} : { doubted_since }) })
    .where('id', '=', id)
    .where('state', '=', state)
    .execute();
}

/** Puts off all votes for the same review, but for those in doubt. */
export async function postponeVotes(db: ProxyDb, { id, business, review_id }: VoteTable, until: number): Promise<void> {
  await db
    .updateTable('proxy_vote')
    .set({ next_attempt_at: until, leased_by: null, doubted_since: null })
    .where('business', '=', business)
    .where('review_id', '=', review_id)
    .where('state', '=', 'waiting')
    .where((eb) => eb.or([eb('id', '=', id), eb('doubted_since', 'is', null)]))
    .execute();
}

/** The API has counted it; what its voter wants in its place is due. False where that was known already. */
export async function settleVote(db: ProxyDb, { id }: VoteTable, deliveredAt: number | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('proxy_vote')
    .set({
      state: 'delivered',
      leased_by: null,
      doubted_since: null,
      delivered_at: deliveredAt,
      next_attempt_at: deliveredAt ?? 0,
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function deleteVote(db: ProxyDb, { id }: VoteTable): Promise<void> {
  await db.deleteFrom('proxy_vote').where('id', '=', id).execute();
}

/** Forgets votes that were delivered before this moment, and whose voters may vote again. */
export async function forgetVotes(db: ProxyDb, before: number): Promise<void> {
  const settled = db
    .deleteFrom('proxy_vote')
    .where('state', 'in', ['delivered', 'withdrawn'])
    .where('wanted', 'is', null)
    .where('created_at', '<=', before);
  await settled.where((eb) => eb.or([eb('delivered_at', 'is', null), eb('delivered_at', '<=', before)])).execute();
}

/** A vote that a dead instance was sending is due at once: it still counts once. */
export async function releaseVotes(db: ProxyDb, now: number): Promise<void> {
  const left = db
    .updateTable('proxy_vote')
    .where(isUnsettled)
    .where('leased_by', 'not in', (instances) => instances.selectFrom('proxy_instance').select('id'));
  await left.set({ leased_by: null, next_attempt_at: now }).execute();
}
