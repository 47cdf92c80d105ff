/**
 * Votes that the API has counted and whose voters want something else by now. Only an API with the extension `revote`
 * can change them; it is told what is to count, so that telling it twice changes nothing.
 */
import { ApiError, refuse } from '../../../contract/endpoints/errors.ts';
import { voteOnProductReview, type Vote } from '../../../review-store/reviews/product-review-changes.ts';
import { hold, release } from '../../mirror/parts/holds.ts';
import { storeOf } from '../../state/open.ts';
import type { ProxyDb, VoteTable } from '../../state/tables.ts';
import { isFinal } from '../../upstream/answer.ts';
import { retryVote } from './vote-rows.ts';
import { HOLD_MS, mayHaveLeft, RETRY_MS, type VoteTools } from './vote-tools.ts';

export interface Attempt {
  readonly timeoutMs: number;
  /** Makes the call now, or not at all. */
  readonly atOnce?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Tells the API what a voter wants.
 * @param row - as it was before the attempt, with what is wanted.
 * @throws ApiError `votedAlready` where the API will not change it: then the earlier vote stands.
 */
export async function deliverChange(
  tools: VoteTools,
  row: VoteTable,
  { timeoutMs, signal, atOnce }: Attempt,
): Promise<'delivered' | 'waiting'> {
  const { db, client, clock, extensions } = tools;
  const wanted = row.wanted!;
  if (!(await extensions.has('revote'))) {
    await giveUp(tools, row);
    throw refuse('votedAlready');
  }
  await hold(db, { id: row.id, business: row.business, reviewId: row.review_id, until: clock.now() + HOLD_MS });
  try {
    await client.call('voteOnProductReview', {
      lane: 'vote',
      business: row.business,
      fields: { review_id: String(row.review_id), vote: wanted, replace: '1' },
      headers: { 'plaudit-voter': row.voter },
      timeoutMs,
      signal,
      ...(atOnce && { atOnce }),
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isFinal(error)) {
      await giveUp(tools, row);
      throw refuse('votedAlready', undefined, { cause: error });
    }
    await retryVote(db, row, clock.now() + RETRY_MS, mayHaveLeft(error, signal));
    return 'waiting';
  }
  return (await settle(tools, row, wanted)) ? 'delivered' : 'waiting';
}

/** @returns whether that is still what the voter wants. */
async function settle({ mirror, clock }: VoteTools, row: VoteTable, counted: Vote): Promise<boolean> {
  const { settled } = await mirror.change(row.business, async (db) => {
    const now = clock.now();
    await release(db, row, now);
    const { wanted } = await db
      .selectFrom('proxy_vote')
      .select('wanted')
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow();
    const settled = wanted === counted;
    await db
      .updateTable('proxy_vote')
      .set({
        ...next(row, counted, settled ? null : wanted),
        doubted_since: null,
        leased_by: null,
        next_attempt_at: now,
        delivered_at: now,
      })
      .where('id', '=', row.id)
      .execute();
    // From now on the API counts it, and so does the mirror.
    await voteOnProductReview(storeOf(db), mirror.business(row.business).id, row.review_id, counted, row.vote);
    return { changed: true, settled };
  });
  return settled;
}

/** The ledger's row once the API counts `counted`, and the voter wants `wanted` in its place, if anything. */
function next({ vote }: VoteTable, counted: Vote, wanted: Vote | null): Pick<VoteTable, 'vote' | 'state' | 'wanted'> {
  if (counted !== 'none') return { state: 'delivered', vote: counted, wanted };
  return wanted === null || wanted === 'none'
    ? { state: 'withdrawn', vote, wanted: null }
    : { state: 'waiting', vote: wanted, wanted: null };
}

/** The vote that the API has counted stands. */
async function giveUp({ mirror, clock }: VoteTools, row: VoteTable): Promise<void> {
  await mirror.change(row.business, async (db) => {
    await release(db, row, clock.now());
    await db
      .updateTable('proxy_vote')
      .set({ wanted: null, doubted_since: null, leased_by: null })
      .where('id', '=', row.id)
      .execute();
    return { changed: true };
  });
}

/** Those that are due, the oldest first. */
export function dueChanges(db: ProxyDb, now: number, limit: number): Promise<VoteTable[]> {
  return db
    .selectFrom('proxy_vote')
    .selectAll()
    .where('wanted', 'is not', null)
    .where('state', '=', 'delivered')
    .where('next_attempt_at', '<=', now)
    .orderBy('created_at')
    .limit(limit)
    .execute();
}
