/** The ledger of votes in SQL. */
import { sql, type ExpressionBuilder } from 'kysely';
import type { ProductReview } from '../../../contract/entities/entities.ts';
import { countJobs } from '../../../review-store/jobs/jobs.ts';
import { hold, release } from '../../mirror/parts/holds.ts';
import { storeOf } from '../../state/open.ts';
import type { ProxyDb, ProxyTables, VoteTable } from '../../state/tables.ts';

/** The kind of their jobs; the key of each is the address. */
export const VOTE = 'vote';

const DAY_MS = 86_400_000;
/** After this, a vote in doubt no longer keeps its review from being read. */
const HOLD_MS = 3_600_000;
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

/** How many the API counts in another way than their voters want. */
export const countWaitingVotes = async (db: ProxyDb): Promise<number> => (await countJobs(storeOf(db), VOTE)).count;

export const findVote = (db: ProxyDb, id: string): Promise<VoteTable | undefined> =>
  db.selectFrom('proxy_vote').selectAll().where('id', '=', id).executeTakeFirst();

export async function isVoteUnsettled(db: ProxyDb, id: string): Promise<boolean> {
  return (await db.selectFrom('proxy_vote').select('id').where('id', '=', id).where(isUnsettled).execute()).length > 0;
}

/**
 * From now on the API may count it, and its review is held: see mirror/parts/holds.ts.
 * @returns false where its voter has changed it since it was read.
 */
export async function doubtVote(db: ProxyDb, row: VoteTable, now: number): Promise<boolean> {
  const { id, business, review_id: reviewId, state, vote, wanted, doubted_since: since } = row;
  const { numUpdatedRows } = await db
    .updateTable('proxy_vote')
    .set({ doubted_since: since ?? now })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('vote', '=', vote)
    .where('wanted', wanted === null ? 'is' : '=', wanted)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await hold(db, { id, business, reviewId, until: now + HOLD_MS });
  return true;
}

/** An attempt did not arrive. It takes away no doubt that the one before it left. */
export async function undoubtVote(db: ProxyDb, row: VoteTable, now: number): Promise<void> {
  if (row.doubted_since !== null) return;
  await release(db, row, now);
  await db.updateTable('proxy_vote').set({ doubted_since: null }).where('id', '=', row.id).execute();
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

/** Puts off all votes for the same review, but for those in doubt. */
export async function postponeVotes(db: ProxyDb, { id, business, review_id }: VoteTable, until: number): Promise<void> {
  await db.updateTable('proxy_vote').set({ doubted_since: null }).where('id', '=', id).execute();
  await db
    .updateTable('job')
    .set({ due_at: until })
    .where('leased_by', 'is', null)
    .where('id', 'in', (votes) =>
      votes
        .selectFrom('proxy_vote')
        .select('id')
        .where('business', '=', business)
        .where('review_id', '=', review_id)
        .where('state', '=', 'waiting')
        .where('doubted_since', 'is', null),
    )
    .execute();
}

/** The API has counted it. False where that was known already. */
export async function settleVote(db: ProxyDb, { id }: VoteTable, deliveredAt: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('proxy_vote')
    .set({ state: 'delivered', doubted_since: null, delivered_at: deliveredAt })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
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
