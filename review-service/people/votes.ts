/**
 * One vote per voter and review in 24 hours. The voter is the user of the token, or somebody whom that user tells apart
 * from others: all shoppers behind a proxy share its user, and the header `Plaudit-Voter` has a pseudonym for each of
 * them, for which the user vouches.
 */
import { refuse } from '../../contract/endpoints/errors.ts';
import type { Vote } from '../../review-store/reviews/product-review-changes.ts';
import { hashSecret } from './accounts/secrets.ts';
import type { Database } from '../data/tables.ts';

const AGAIN_AFTER_MS = 24 * 3_600_000;
const MAX_PSEUDONYM_LENGTH = 128;

export function voterOf(accountId: string, pseudonym: string | undefined): string {
  if (pseudonym === undefined) return hashSecret(`user ${accountId}`);
  if (pseudonym === '' || pseudonym.length > MAX_PSEUDONYM_LENGTH)
    throw refuse('malformed', `Header Plaudit-Voter must have 1 to ${MAX_PSEUDONYM_LENGTH} characters`);
  return hashSecret(`voter ${accountId} ${pseudonym}`);
}

interface Ballot<Cast extends Vote> {
  readonly businessId: number;
  readonly reviewId: number;
  readonly voter: string;
  readonly vote: Cast;
  readonly now: number;
}

/**
 * Records a vote, in the transaction that counts it.
 * @returns what it replaces: nothing.
 * @throws ApiError `votedAlready` if this voter has a vote from the last 24 hours.
 */
export async function recordVote(db: Database, ballot: Ballot<'positive' | 'negative'>): Promise<'none'> {
  const { businessId, reviewId, voter, vote, now } = ballot;
  const counted = await db
    .insertInto('product_review_vote')
    .values({ business_id: businessId, review_id: reviewId, voter, voted_at: now, vote })
    .onConflict((conflict) =>
      conflict
        .columns(['business_id', 'review_id', 'voter'])
        .doUpdateSet({ voted_at: now, vote })
        .where((eb) =>
          eb.or([
            eb('product_review_vote.voted_at', '<=', now - AGAIN_AFTER_MS),
            eb('product_review_vote.vote', '=', 'none'),
          ]),
        ),
    )
    .executeTakeFirst();
  if (counted.numInsertedOrUpdatedRows === 0n) throw refuse('votedAlready');
  return 'none';
}

/**
 * Takes back or changes what this voter voted within 24 hours, or records a first vote. Done twice, it is done once.
 * @returns what was counted until now.
 * @throws ApiError `votedAlready` if there is nothing to take back, or nobody knows what was voted.
 */
export async function replaceVote(db: Database, ballot: Ballot<Vote>): Promise<Vote> {
  const { businessId, reviewId, voter, vote, now } = ballot;
  const row = await db
    .selectFrom('product_review_vote')
    .select(['vote', 'voted_at'])
    .where('business_id', '=', businessId)
    .where('review_id', '=', reviewId)
    .where('voter', '=', voter)
    .executeTakeFirst();
  if (!row || row.voted_at <= now - AGAIN_AFTER_MS) {
    if (vote === 'none') throw refuse('votedAlready', 'There is no vote of the last 24 hours to take back');
    return recordVote(db, { ...ballot, vote });
  }
  if (row.vote === null) throw refuse('votedAlready');
  await db
    .updateTable('product_review_vote')
    .set({ vote })
    .where('business_id', '=', businessId)
    .where('review_id', '=', reviewId)
    .where('voter', '=', voter)
    .execute();
  return row.vote;
}
