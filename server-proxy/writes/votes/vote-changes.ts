/**
 * Votes that the API has counted and whose voters want something else by now. Only an API with the extension `revote`
 * can change them; it is told what is to count, so that telling it twice changes nothing.
 */
import { ApiError, refuse } from '../../../contract/endpoints/errors.ts';
import { voteOnProductReview, type Vote } from '../../../review-store/reviews/product-review-changes.ts';
import { release } from '../../mirror/parts/holds.ts';
import { storeOf } from '../../state/open.ts';
import type { VoteTable } from '../../state/tables.ts';
import { tellApi, type Attempt, type VoteTools } from './vote-tools.ts';

/**
 * Tells the API what a voter wants.
 * @param row - as it was before the attempt, with what is wanted.
 * @throws ApiError `votedAlready` where the API will not change it: then the earlier vote stands.
 */
export async function deliverChange(tools: VoteTools, attempt: Attempt, row: VoteTable): Promise<void> {
  const wanted = row.wanted!;
  try {
    if (!(await tools.extensions.has('revote'))) throw refuse('votedAlready');
    await tellApi(tools, attempt, row, { vote: wanted, replace: '1' });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await giveUp(tools, row);
    throw refuse('votedAlready', undefined, { cause: error });
  }
  await settle(tools, row, wanted);
}

async function settle({ mirror, clock }: VoteTools, row: VoteTable, counted: Vote): Promise<void> {
  await mirror.change(row.business, async (db) => {
    const now = clock.now();
    await release(db, row, now);
    const { wanted } = await db
      .selectFrom('proxy_vote')
      .select('wanted')
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('proxy_vote')
      .set({ ...next(row, counted, wanted === counted ? null : wanted), doubted_since: null, delivered_at: now })
      .where('id', '=', row.id)
      .execute();
    // From now on the API counts it, and so does the mirror.
    await voteOnProductReview(storeOf(db), mirror.business(row.business).id, row.review_id, counted, row.vote);
    return { changed: true, onlyAdds: true };
  });
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
    await db.updateTable('proxy_vote').set({ wanted: null, doubted_since: null }).where('id', '=', row.id).execute();
    return { changed: true, onlyAdds: true };
  });
}
