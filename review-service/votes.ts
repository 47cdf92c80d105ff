/**
 * One vote per voter and review in 24 hours. The voter is the user of the token, or somebody whom that user tells apart
 * from others: all shoppers behind a proxy share its user, and the header `Plaudit-Voter` has a pseudonym for each of
 * them, for which the user vouches.
 */
import { refuse } from '../contract/errors.ts';
import { hashSecret } from './accounts/secrets.ts';
import type { Database } from './tables.ts';

const AGAIN_AFTER_MS = 24 * 3_600_000;
const MAX_PSEUDONYM_LENGTH = 128;

/**
 * Who votes: the user of the token, or somebody whom the user tells apart from others. All shoppers behind a proxy
 * share its user; the header `Plaudit-Voter` carries a pseudonym for each, which the user answers for.
 */
export function voterOf(accountId: string, pseudonym: string | undefined): string {
  if (pseudonym === undefined) return hashSecret(`user ${accountId}`);
  if (pseudonym === '' || pseudonym.length > MAX_PSEUDONYM_LENGTH)
    throw refuse('malformed', `Header Plaudit-Voter must have 1 to ${MAX_PSEUDONYM_LENGTH} characters`);
  return hashSecret(`voter ${accountId} ${pseudonym}`);
}

/** @throws ApiError `votedAlready` if this voter voted within the last 24 hours. */
export async function recordVote(
  db: Database,
  vote: { businessId: number; reviewId: number; voter: string; now: number },
): Promise<void> {
  const counted = await db
    .insertInto('product_review_vote')
    .values({ business_id: vote.businessId, review_id: vote.reviewId, voter: vote.voter, voted_at: vote.now })
    .onConflict((conflict) =>
      conflict
        .columns(['business_id', 'review_id', 'voter'])
        .doUpdateSet({ voted_at: vote.now })
        .where('product_review_vote.voted_at', '<=', vote.now - AGAIN_AFTER_MS),
    )
    .executeTakeFirst();
  if (counted.numInsertedOrUpdatedRows === 0n) throw refuse('votedAlready');
}
