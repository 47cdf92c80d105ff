/** The ledger of votes in SQL. */
import { sql } from 'kysely';
import type { ProductReview } from '../../contract/entities.ts';
import { refuse } from '../../contract/errors.ts';
import type { ProxyDb, VoteTable } from '../state/tables.ts';
import { takeTurn } from '../state/transaction.ts';

const DAY_MS = 86_400_000;
/** Votes that one address has for a review in 24 hours: a household, not a farm. */
const VOTES_PER_ADDRESS = 3;

/**
 * Keeps a vote, inside `mirror.change`.
 * @throws ApiError `votedAlready` where its voter has voted, or its address has too often.
 */
export async function insertVote(db: ProxyDb, row: VoteTable): Promise<void> {
  await takeTurn(db, 'votes');
  const earlier = await db
    .selectFrom('proxy_vote')
    .select(['voter', 'address'])
    .where('business', '=', row.business)
    .where('review_id', '=', row.review_id)
    .where('created_at', '>', row.created_at - DAY_MS)
    .where((eb) => eb.or([eb('voter', '=', row.voter), eb('address', '=', row.address)]))
    .execute();
  const fromAddress = earlier.filter((one) => one.address === row.address).length;
  if (fromAddress >= VOTES_PER_ADDRESS || earlier.some((one) => one.voter === row.voter)) throw refuse('votedAlready');
  await db.insertInto('proxy_vote').values(row).execute();
}

/** Adds the votes that the API has not counted yet. */
export async function addWaitingVotes(
  db: ProxyDb,
  business: string,
  reviews: ProductReview[],
): Promise<ProductReview[]> {
  if (reviews.length === 0) return reviews;
  const rows = await db
    .selectFrom('proxy_vote')
    .select(['review_id', 'vote', sql<number>`count(*)`.as('votes')])
    .where('business', '=', business)
    .where('state', '=', 'waiting')
    .where(
      'review_id',
      'in',
      reviews.map((review) => review.id),
    )
    .groupBy(['review_id', 'vote'])
    .execute();
  if (rows.length === 0) return reviews;
  const waiting = (id: number, vote: string) =>
    Number(rows.find((row) => row.review_id === id && row.vote === vote)?.votes ?? 0);
  return reviews.map((review) => {
    const [positive, negative] = [waiting(review.id, 'positive'), waiting(review.id, 'negative')];
    return {
      ...review,
      votes: review.votes + positive + negative,
      num_positive_votes: review.num_positive_votes + positive,
      num_negative_votes: review.num_negative_votes + negative,
    };
  });
}

export async function countWaitingVotes(db: ProxyDb): Promise<number> {
  const { votes } = await db
    .selectFrom('proxy_vote')
    .select(sql<number>`count(*)`.as('votes'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(votes);
}

/** When one is due, in milliseconds since 1970; null where none waits. */
export async function nextDueVote(db: ProxyDb): Promise<number | null> {
  const row = await db
    .selectFrom('proxy_vote')
    .select('next_attempt_at')
    .where('state', '=', 'waiting')
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();
  return row?.next_attempt_at ?? null;
}

/**
 * Those that are due, the oldest first; but what may be counted already is settled before another vote for the same
 * review is sent.
 */
export function dueVotes(db: ProxyDb, now: number, limit: number): Promise<VoteTable[]> {
  return db
    .selectFrom('proxy_vote')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '<=', now)
    .orderBy((eb) => eb.case().when('doubted_since', 'is not', null).then(0).else(1).end())
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

/** What waits for an attempt within this time is due now. */
export async function wakeVotes(db: ProxyDb, now: number, withinMs: number): Promise<void> {
  await db
    .updateTable('proxy_vote')
    .set({ next_attempt_at: now })
    .where('state', '=', 'waiting')
    .where('leased_by', 'is', null)
    .where('next_attempt_at', '>', now)
    .where('next_attempt_at', '<=', now + withinMs)
    .execute();
}

/** Takes a vote that is due, which is in doubt from now on. False where another instance was first. */
export async function leaseVote(
  db: ProxyDb,
  { id, doubted_since: doubtedSince, next_attempt_at: due }: VoteTable,
  now: number,
  sender: { readonly instance: string; readonly until: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('proxy_vote')
    .set({ doubted_since: doubtedSince ?? now, next_attempt_at: sender.until, leased_by: sender.instance })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '=', due)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
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
  { id, doubted_since }: VoteTable,
  at: number,
  wasSent: boolean,
): Promise<void> {
  await db
    .updateTable('proxy_vote')
    .set({ next_attempt_at: at, leased_by: null, ...(wasSent ? {} : { doubted_since }) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
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

/** The API has counted it. False where that was known already. */
export async function settleVote(db: ProxyDb, { id }: VoteTable, deliveredAt: number | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('proxy_vote')
    .set({ state: 'delivered', leased_by: null, doubted_since: null, delivered_at: deliveredAt })
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
  const delivered = db.deleteFrom('proxy_vote').where('state', '=', 'delivered').where('created_at', '<=', before);
  await delivered.where((eb) => eb.or([eb('delivered_at', 'is', null), eb('delivered_at', '<=', before)])).execute();
}

/** What a dead instance was sending is due at once: it still counts once. */
export async function releaseVotes(db: ProxyDb, now: number): Promise<void> {
  const left = db
    .updateTable('proxy_vote')
    .where('state', '=', 'waiting')
    .where('leased_by', 'not in', (instances) => instances.selectFrom('proxy_instance').select('id'));
  await left.set({ leased_by: null, next_attempt_at: now }).execute();
}
