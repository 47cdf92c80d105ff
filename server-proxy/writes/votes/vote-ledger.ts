/**
 * Decides on a ballot: a first vote, a change of one, or a refusal. A voter has one row for a review and a day, which
 * every change of mind goes through, so that taking a vote back never makes room for another one.
 */
import { refuse } from '../../../contract/endpoints/errors.ts';
import { engineOf } from '../../../review-store/databases/engine.ts';
import { enqueue, type NewJob } from '../../../review-store/jobs/jobs.ts';
import type { Vote } from '../../../review-store/reviews/product-review-changes.ts';
import type { JobTable } from '../../../review-store/tables.ts';
import { storeOf } from '../../state/open.ts';
import type { ProxyDb, VoteTable } from '../../state/tables.ts';
import { takeTurn } from '../../state/transaction.ts';
import { VOTE } from './vote-rows.ts';
import { RETRY_MS } from './vote-tools.ts';

const DAY_MS = 86_400_000;
/** Votes that one address has for a review in 24 hours: a household, not a farm. */
const VOTES_PER_ADDRESS = 3;
/** How often a voter changes one vote within its day: each change may cost a call. */
const MOST_CHANGES = 10;

export interface NewBallot {
  /** The row of a first vote. Its id, voter and time are those of a change, too. */
  readonly row: Omit<VoteTable, 'vote'>;
  readonly vote: Vote;
  /** Whether it replaces the voter's earlier vote, if there is one. */
  readonly replaces: boolean;
  /** Whether the API can change a vote that it has counted. */
  readonly canRevote: boolean;
  /** The worker that may begin it at once; undefined where none may. Asked once there is something to be sent. */
  beginner(): string | undefined;
}

/** The job that is to be begun at once. Without one the ballot is kept, or nothing is left to do. */
export type Recorded = { readonly job: JobTable } | { readonly job: null; readonly state: 'delivered' | 'waiting' };

/**
 * Keeps a ballot, inside `mirror.change`.
 * @throws ApiError `votedAlready` where its voter has voted, or its address too often; where there is no vote to take
 * back; and where the API has counted a vote and cannot change it.
 */
export async function recordBallot(db: ProxyDb, ballot: NewBallot): Promise<Recorded> {
  const { row, vote } = ballot;
  await takeTurn(db, 'votes');
  // Locked, since the delivery of waiting votes does not take turns.
  const earlier = await engineOf(db)
    .forUpdate(
      db
        .selectFrom('proxy_vote')
        .selectAll()
        .where('business', '=', row.business)
        .where('review_id', '=', row.review_id)
        .where('created_at', '>', row.created_at - DAY_MS)
        .where((eb) => eb.or([eb('voter', '=', row.voter), eb('address', '=', row.address)])),
    )
    .execute();
  const own = earlier.find((one) => one.voter === row.voter);
  if (own) return change(db, ballot, own);
  const fromAddress = earlier.filter((one) => one.address === row.address).length;
  if (vote === 'none' || fromAddress >= VOTES_PER_ADDRESS) throw refuse('votedAlready');
  const first: VoteTable = { ...row, vote };
  await db.insertInto('proxy_vote').values(first).execute();
  return send(db, ballot, first);
}

async function send(db: ProxyDb, { row: { created_at: now }, beginner }: NewBallot, row: VoteTable): Promise<Recorded> {
  const holder = beginner();
  const dueAt = holder === undefined ? now + RETRY_MS : now;
  const job = await enqueueVote(db, row, { now, dueAt, holder });
  return job?.leased_by ? { job } : { job: null, state: 'waiting' };
}

const enqueueVote = (
  db: ProxyDb,
  { id, address: key }: VoteTable,
  more: Pick<NewJob, 'now' | 'dueAt' | 'holder'>,
): Promise<JobTable | null> => enqueue(storeOf(db), { id, kind: VOTE, key, payload: '', ...more });

async function change(db: ProxyDb, ballot: NewBallot, own: VoteTable): Promise<Recorded> {
  const { vote, replaces, canRevote } = ballot;
  const stands: Vote = own.state === 'withdrawn' ? 'none' : (own.wanted ?? own.vote);
  if (vote !== 'none' && stands !== 'none' && !replaces) throw refuse('votedAlready');
  if (vote === stands) return { job: null, state: isSettled(own) ? 'delivered' : 'waiting' };
  if (own.changes >= MOST_CHANGES) throw refuse('votedAlready', 'This vote was changed too often');
  const put = async (values: Partial<VoteTable>): Promise<VoteTable> => {
    const changed = { ...own, ...values, changes: own.changes + 1 };
    await db.updateTable('proxy_vote').set(changed).where('id', '=', own.id).execute();
    return changed;
  };
  const isInDoubt = own.doubted_since !== null;

  if (own.state === 'withdrawn') {
    if (vote === 'none') return { job: null, state: 'delivered' };
    return send(db, ballot, await put({ state: 'waiting', vote, wanted: null }));
  }
  if (own.state === 'waiting' && !isInDoubt) {
    // The API has not seen it, so nobody but us has to change anything.
    await put(vote === 'none' ? { state: 'withdrawn', wanted: null } : { vote, wanted: null });
    return { job: null, state: vote === 'none' ? 'delivered' : 'waiting' };
  }
  if (!canRevote) throw refuse('votedAlready');
  const changed = await put({ wanted: vote });
  // The vote under way comes first, whatever becomes of it.
  if (isInDoubt) return { job: null, state: 'waiting' };
  if (own.changes === 0) return send(db, ballot, changed);
  // A voter who has changed their mind may do so again: the last vote is sent, once.
  const now = ballot.row.created_at;
  await enqueueVote(db, own, { now, dueAt: now + RETRY_MS });
  return { job: null, state: 'waiting' };
}

/** Nothing of it is left to be sent. */
const isSettled = ({ state, wanted }: VoteTable): boolean => state !== 'waiting' && wanted === null;
