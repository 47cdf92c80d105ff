/** The tools for both: votes on their way, and changes of those that have arrived. */
import { ApiError } from '../../../contract/endpoints/errors.ts';
import { Later, type Job, type Worker } from '../../../review-store/jobs/worker.ts';
import type { Clock } from '../../../server-kit/clock.ts';
import { neverLeft } from '../../../server-kit/network/exchange.ts';
import type { Mirror } from '../../mirror/mirror.ts';
import { storeOf } from '../../state/open.ts';
import type { ProxyDb, VoteTable } from '../../state/tables.ts';
import { atomically } from '../../state/transaction.ts';
import { isFinal } from '../../../api-client/answer.ts';
import type { UpstreamClient } from '../../../api-client/client.ts';
import type { UpstreamExtensions } from '../../upstream/extensions.ts';
import { doubtVote, undoubtVote } from './vote-rows.ts';

export interface VoteTools {
  readonly db: ProxyDb;
  readonly client: UpstreamClient;
  readonly extensions: UpstreamExtensions;
  readonly mirror: Mirror;
  readonly clock: Clock;
  /** Makes pseudonyms of visitors and networks; neither is kept. */
  readonly key: Buffer;
  readonly worker: Worker;
}

export interface Attempt {
  readonly job: Job;
  readonly timeoutMs: number;
  /** Makes the call now, or not at all. */
  readonly atOnce?: boolean;
}

/** Until a vote that could not be delivered is tried again. No attempt takes longer. */
export const RETRY_MS = 60_000;

/**
 * Tells the API of a vote. Until it is known whether the API has counted it, no page may say so.
 * @param row - as it was before the attempt.
 * @throws ApiError where the API refuses it for good; Later, with the reason, where it has to wait.
 */
export async function tellApi(
  { db, client, clock }: VoteTools,
  { job, timeoutMs, atOnce }: Attempt,
  row: VoteTable,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  let wasSent = false;
  try {
    await client.call('voteOnProductReview', {
      lane: 'vote',
      business: row.business,
      fields: { review_id: String(row.review_id), ...fields },
      headers: { 'plaudit-voter': row.voter },
      timeoutMs,
      signal: job.signal,
      ...(atOnce && { atOnce }),
      beforeSending: () =>
        atomically(db, async (db) => {
          if (!(await doubtVote(db, row, clock.now()))) throw new Later(0);
          await job.confirm(storeOf(db));
          wasSent = true;
        }),
    });
  } catch (error) {
    if (!(error instanceof ApiError) || isFinal(error)) throw error;
    const mayBeThere = !neverLeft(error) && (error.http === 502 || error.http === 504 || job.signal.aborted);
    if (wasSent && !mayBeThere) await atomically(db, (db) => undoubtVote(db, row, clock.now()));
    throw new Later(RETRY_MS, { cause: error });
  }
}
