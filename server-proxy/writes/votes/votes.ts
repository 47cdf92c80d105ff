/**
 * The ledger of votes. The API knows a single user, the proxy's own, and accepts one vote of it for a review within 24
 * hours; here every shopper has one. A vote is kept before it is acknowledged, and counts from then on; where it would
 * have to wait for a call, its voter does not. Our own service is told a pseudonym of the voter and counts it at once;
 * any other API accepts it when its 24 hours are over.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { ApiError } from '../../../contract/endpoints/errors.ts';
import { Later, type Kind } from '../../../review-store/jobs/worker.ts';
import { voteOnProductReview, type Vote } from '../../../review-store/reviews/product-review-changes.ts';
import { release } from '../../mirror/parts/holds.ts';
import { storeOf } from '../../state/open.ts';
import type { VoteTable } from '../../state/tables.ts';
import { atomically } from '../../state/transaction.ts';
import { UpstreamRefusal } from '../../../api-client/answer.ts';
import { BudgetRefusal } from '../../../api-client/budget.ts';
import { requireReview } from '../require.ts';
import { deliverChange } from './vote-changes.ts';
import { recordBallot, type Recorded } from './vote-ledger.ts';
import {
  findVote,
  foldVote,
  isVoteUnsettled,
  postponeVotes,
  settleVote,
  VOTE,
  wasAnotherCounted,
} from './vote-rows.ts';
import { RETRY_MS, tellApi, type Attempt, type VoteTools } from './vote-tools.ts';

export interface Ballot {
  readonly business: string;
  readonly reviewId: number;
  /** `none` takes back what the same voter voted. */
  readonly vote: Vote;
  /** Whether it may replace that. */
  readonly replaces: boolean;
  /** The shopper's opaque id, where the browser sent one. */
  readonly visitor: string | undefined;
  /** The network that limits count. */
  readonly network: string;
  /** How long the shopper waits for the answer of the API, once it is asked. */
  readonly timeoutMs: number;
  /** Whether the address of this shopper may cause a call; asked once there is something to be sent. */
  mayCall(): boolean;
}

const DAY_MS = 86_400_000;
const DELIVERY_TIMEOUT_MS = 30_000;
/** A call under way as the proxy stops may finish; after that it is in doubt, and kept. */
const GRACE_MS = 4_000;
/**
 * For this long the API certainly refuses a vote that it has counted already, so that a vote in doubt may be sent
 * again. An hour less than its day, to allow for differences between clocks.
 */
const COUNTED_ONCE_MS = DAY_MS - 3_600_000;

/** Somebody who waits for an attempt. */
type Asked = Pick<PromiseWithResolvers<'delivered' | 'waiting'>, 'resolve' | 'reject'>;

export class Votes {
  readonly #tools: VoteTools;
  /** Until then there is no call for votes, by `Clock.elapsed`. */
  #spentUntil = 0;
  readonly kind: Kind;

  constructor(tools: VoteTools) {
    this.#tools = tools;
    const { client, clock } = tools;
    client.onReturn(() => {
      this.#spentUntil = 0;
    });
    this.kind = {
      name: VOTE,
      failing: 'votes could not be delivered',
      retryMs: RETRY_MS,
      graceMs: GRACE_MS,
      isWanted: () => !client.isAway && clock.elapsed() >= this.#spentUntil,
      attempt: (job) => this.#attempt({ job, timeoutMs: DELIVERY_TIMEOUT_MS }),
    };
  }

  /**
   * Counts a vote, changes it or takes it back.
   * @returns whether the API has it; if not, it is kept and delivered later.
   * @throws ApiError `votedAlready` for a second vote, and for a change that the API cannot make;
   * `productReviewNotFound` for a review that is not there.
   */
  async cast(ballot: Ballot): Promise<'delivered' | 'waiting'> {
    await requireReview(this.#tools, ballot.business, ballot.reviewId);
    const recorded = await this.#record(ballot);
    if (recorded.job === null) return recorded.state;
    const { promise, ...asked } = Promise.withResolvers<'delivered' | 'waiting'>();
    const limits = { timeoutMs: ballot.timeoutMs, atOnce: true };
    this.#tools.worker.begin(
      { ...this.kind, attempt: (job) => this.#attempt({ job, ...limits }, asked) },
      recorded.job,
    );
    try {
      return await promise;
    } catch (error) {
      // If the outcome could not be stored, the vote itself is still kept.
      if (!(error instanceof ApiError)) return 'waiting';
      throw error;
    }
  }

  async #record(ballot: Ballot): Promise<Recorded> {
    const { business, reviewId, vote, replaces, visitor, network } = ballot;
    const { mirror, clock, client, worker, extensions } = this.#tools;
    const canRevote = await extensions.has('revote');
    const row = {
      id: randomUUID(),
      business,
      review_id: reviewId,
      voter: this.#pseudonym(['voter', visitor ?? '', network]),
      address: this.#pseudonym(['address', network]),
      wanted: null,
      changes: 0,
      state: 'waiting',
      created_at: clock.now(),
      doubted_since: null,
      delivered_at: null,
    } as const;
    const beginner = () => (client.isAway || !ballot.mayCall() ? undefined : worker.holder);
    const { recorded } = await mirror.change(business, async (db) => ({
      recorded: await recordBallot(db, { row, vote, replaces, canRevote, beginner }),
      changed: true,
      onlyAdds: true,
    }));
    return recorded;
  }

  async #attempt(attempt: Attempt, asked?: Asked): Promise<number | null> {
    try {
      // If it was acknowledged, and the review is gone by now, the shopper need not know.
      const refusal = await this.#deliver(attempt).catch((error: unknown) => {
        if (error instanceof ApiError) return error;
        throw error;
      });
      const isUnsettled = await isVoteUnsettled(this.#tools.db, attempt.job.id);
      if (refusal) asked?.reject(refusal);
      else asked?.resolve(isUnsettled ? 'waiting' : 'delivered');
      return isUnsettled ? 0 : null;
    } catch (error) {
      asked?.reject(error);
      if (error instanceof Later && error.cause instanceof BudgetRefusal)
        this.#spentUntil = this.#tools.clock.elapsed() + RETRY_MS;
      throw error;
    }
  }

  /** @throws Later where it has to wait; ApiError where the API refuses it for good. */
  async #deliver(attempt: Attempt): Promise<void> {
    const { db, clock } = this.#tools;
    const found = await findVote(db, attempt.job.id);
    if (found?.state === 'delivered' && found.wanted !== null) return deliverChange(this.#tools, attempt, found);
    const row = found?.state === 'waiting' && (await foldVote(db, found));
    if (!row) return;
    const { doubted_since: since } = row;
    // It might be counted twice if it were sent again.
    if (since !== null && clock.now() > since + COUNTED_ONCE_MS) return this.#settle(row, since, false);
    try {
      await tellApi(this.#tools, attempt, row, { vote: row.vote });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!isTaken(error) && !(await this.#wasCounted(row, error))) {
        // To the API the proxy is one voter, and has voted: all votes that wait for this review wait a day.
        if (error.is('votedAlready')) throw await this.#postpone(row);
        await this.#drop(row);
        throw error;
      }
    }
    await this.#settle(row, clock.now(), true);
  }

  /**
   * The answer to an earlier attempt was lost, and now the API says that the proxy has voted. That was this vote,
   * unless the ledger has another one that was counted within the day.
   */
  async #wasCounted(row: VoteTable, error: ApiError): Promise<boolean> {
    if (!error.is('votedAlready') || row.doubted_since === null) return false;
    return !(await wasAnotherCounted(this.#tools.db, row, this.#tools.clock.now()));
  }

  /** @param isCounted - false where nobody knows: whatever the API says from now on is right. */
  async #settle(row: VoteTable, deliveredAt: number, isCounted: boolean): Promise<void> {
    const { mirror, clock } = this.#tools;
    await mirror.change(row.business, async (db) => {
      await release(db, row, clock.now());
      const changed = await settleVote(db, row, deliveredAt);
      // From now on the API counts it, and so does the mirror.
      if (changed && isCounted)
        await voteOnProductReview(storeOf(db), mirror.business(row.business).id, row.review_id, row.vote);
      return { changed, onlyAdds: true };
    });
  }

  async #postpone(row: VoteTable): Promise<Later> {
    const { db, clock } = this.#tools;
    await atomically(db, async (db) => {
      await release(db, row, clock.now());
      await postponeVotes(db, row, clock.now() + DAY_MS);
    });
    return new Later(DAY_MS);
  }

  async #drop(row: VoteTable): Promise<void> {
    const { mirror, clock } = this.#tools;
    await mirror.change(row.business, async (db) => {
      await release(db, row, clock.now());
      await db.deleteFrom('proxy_vote').where('id', '=', row.id).execute();
      return { changed: true, onlyAdds: true };
    });
  }

  #pseudonym(parts: readonly string[]): string {
    return createHmac('sha256', this.#tools.key).update(JSON.stringify(parts)).digest('base64url');
  }
}

/** Our own service says that it tells voters apart: its 404 is about this voter. */
function isTaken(error: ApiError): boolean {
  return error.is('votedAlready') && error instanceof UpstreamRefusal && error.header('plaudit-voter') === 'accepted';
}
