/**
 * The ledger of votes. The API knows a single user, the proxy's own, and accepts one vote of it for a review within 24
 * hours; here every shopper has one. A vote is kept before it is acknowledged, and counts from then on; where it would
 * have to wait for a call, its voter does not. Our own service is told a pseudonym of the voter and counts it at once;
 * any other API accepts it when its 24 hours are over.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { ApiError } from '../../../contract/endpoints/errors.ts';
import { voteOnProductReview, type Vote } from '../../../review-store/reviews/product-review-changes.ts';
import { toUnavailable } from '../../../review-store/databases/unavailable.ts';
import { hold, release } from '../../mirror/parts/holds.ts';
import { storeOf } from '../../state/open.ts';
import type { VoteTable } from '../../state/tables.ts';
import { atomically } from '../../state/transaction.ts';
import { isFinal, UpstreamRefusal } from '../../upstream/answer.ts';
import { BudgetRefusal } from '../../upstream/budget.ts';
import {
  countWaitingVotes,
  deleteVote,
  dueVotes,
  foldVote,
  leaseVote,
  nextDueVote,
  postponeVotes,
  retryVote,
  settleVote,
  wakeVotes,
  wasAnotherCounted,
} from './vote-rows.ts';
import { requireReview } from '../require.ts';
import { deliverChange, dueChanges, type Attempt } from './vote-changes.ts';
import { recordBallot, type Recorded } from './vote-ledger.ts';
import { HOLD_MS, mayHaveLeft, RETRY_MS, type VoteTools } from './vote-tools.ts';

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
/**
 * For this long the API certainly refuses a vote that it has counted already, so that a vote in doubt may be sent
 * again. An hour less than its day, to allow for differences between clocks.
 */
const COUNTED_ONCE_MS = DAY_MS - 3_600_000;

export class Votes {
  readonly #tools: VoteTools;
  /** Until then there is no call for votes, in milliseconds since 1970. */
  #spentUntil = 0;

  constructor(tools: VoteTools) {
    this.#tools = tools;
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
    if (recorded.send === null) return recorded.state;
    // This is the first attempt.
    const row = { ...recorded.row, doubted_since: null };
    const attempt = { timeoutMs: ballot.timeoutMs, atOnce: true };
    try {
      const { client, db, clock } = this.#tools;
      if (client.isAway || !ballot.mayCall()) {
        await retryVote(db, row, clock.now() + RETRY_MS, false);
        return 'waiting';
      }
      return recorded.send === 'vote'
        ? await this.#deliver(row, attempt)
        : await deliverChange(this.#tools, row, attempt);
    } catch (error) {
      // If the outcome could not be stored, the vote itself is still kept.
      if (toUnavailable(error, 'proxy')) return 'waiting';
      throw error;
    }
  }

  countWaiting(): Promise<number> {
    return countWaitingVotes(this.#tools.db);
  }

  /** When one is due, in milliseconds since 1970; null where none waits. */
  async nextDue(): Promise<number | null> {
    const due = await nextDueVote(this.#tools.db);
    return due === null ? null : Math.max(due, this.#isSpent() ? this.#spentUntil : 0);
  }

  /** The API is back: votes that wait are due, except those that it has put off for a day. */
  async wake(): Promise<void> {
    const { db, clock } = this.#tools;
    this.#spentUntil = 0;
    await wakeVotes(db, clock.now(), RETRY_MS);
  }

  /** Tries those that are due, as long as the API answers: one for each review, since it would not accept more. */
  async deliverDue(limit: number, signal: AbortSignal): Promise<void> {
    const { db, client, clock, instance } = this.#tools;
    if (this.#isSpent()) return;
    const tried = new Set<string>();
    for (const due of await dueVotes(db, clock.now(), limit)) {
      const vote = await foldVote(db, due);
      if (!vote) continue;
      const review = `${vote.business} ${vote.review_id}`;
      if (signal.aborted) return;
      if (tried.has(review)) continue;
      tried.add(review);
      const now = clock.now();
      if (vote.doubted_since !== null && now > vote.doubted_since + COUNTED_ONCE_MS) {
        await this.#leaveToApi(vote);
        continue;
      }
      if (!(await leaseVote(db, vote, now, { instance, until: now + RETRY_MS }))) continue;
      // It was acknowledged. If the review is gone by now, the shopper need not know.
      await this.#deliver(vote, { timeoutMs: DELIVERY_TIMEOUT_MS, signal }).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      });
      if (client.isAway || this.#isSpent()) return;
    }
  }

  /** The same for what voters want in place of a vote that the API has counted. */
  async deliverChanges(limit: number, signal: AbortSignal): Promise<void> {
    const { db, client, clock, instance } = this.#tools;
    for (const row of await dueChanges(db, clock.now(), limit)) {
      if (signal.aborted || client.isAway || this.#isSpent()) return;
      const now = clock.now();
      if (!(await leaseVote(db, row, now, { instance, until: now + RETRY_MS }))) continue;
      // It was acknowledged. If the API will not change it, the shopper need not know.
      const attempt = { timeoutMs: DELIVERY_TIMEOUT_MS, signal };
      await deliverChange(this.#tools, row, attempt).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      });
    }
  }

  async #record({ business, reviewId, vote, replaces, visitor, network }: Ballot): Promise<Recorded> {
    const { mirror, clock, instance, extensions } = this.#tools;
    const canRevote = await extensions.has('revote');
    const now = clock.now();
    const row = {
      id: randomUUID(),
      business,
      review_id: reviewId,
      voter: this.#pseudonym(['voter', visitor ?? '', network]),
      address: this.#pseudonym(['address', network]),
      wanted: null,
      changes: 0,
      state: 'waiting',
      created_at: now,
      // Past the attempt that is made at once.
      next_attempt_at: now + RETRY_MS,
      leased_by: instance,
      doubted_since: now,
      delivered_at: null,
    } as const;
    const { recorded } = await mirror.change(business, async (db) => ({
      recorded: await recordBallot(db, { row, vote, replaces, canRevote }),
      changed: true,
    }));
    return recorded;
  }

  #isSpent(): boolean {
    const now = this.#tools.clock.now();
    // A clock that was wrong must not make it longer.
    return now < this.#spentUntil && this.#spentUntil <= now + RETRY_MS;
  }

  async #deliver(row: VoteTable, { timeoutMs, signal, atOnce }: Attempt): Promise<'delivered' | 'waiting'> {
    const { db, client, clock } = this.#tools;
    // Until it is known whether the API has counted it, no page may say so. The next attempt extends the hold.
    await hold(db, { id: row.id, business: row.business, reviewId: row.review_id, until: clock.now() + HOLD_MS });
    try {
      await client.call('voteOnProductReview', {
        lane: 'vote',
        business: row.business,
        fields: { review_id: String(row.review_id), vote: row.vote },
        headers: { 'plaudit-voter': row.voter },
        timeoutMs,
        signal,
        ...(atOnce && { atOnce }),
      });
      await this.#markDelivered(row);
      return 'delivered';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const now = clock.now();
      if (isTaken(error) || (await this.#wasCounted(row, error))) {
        await this.#markDelivered(row);
        return 'delivered';
      }
      // To the API the proxy is one voter, and has voted: all votes that wait for this review wait a day.
      if (error.is('votedAlready')) await this.#postpone(row, now + DAY_MS);
      else if (isFinal(error)) {
        await this.#drop(row);
        throw error;
      } else await this.#retry(row, now + RETRY_MS, error, signal);
      return 'waiting';
    }
  }

  async #retry(row: VoteTable, at: number, error: ApiError, signal: AbortSignal | undefined): Promise<void> {
    const { db, clock } = this.#tools;
    const wasSent = mayHaveLeft(error, signal);
    // Nothing keeps pages from being read that the API has not seen.
    if (!wasSent && row.doubted_since === null) await release(db, row, clock.now());
    if (error instanceof BudgetRefusal) this.#spentUntil = at;
    await retryVote(db, row, at, wasSent);
  }

  /**
   * The answer to an earlier attempt was lost, and now the API says that the proxy has voted. That was this vote,
   * unless the ledger has another one that was counted within the day.
   */
  async #wasCounted(row: VoteTable, error: ApiError): Promise<boolean> {
    if (!error.is('votedAlready') || row.doubted_since === null) return false;
    return !(await wasAnotherCounted(this.#tools.db, row, this.#tools.clock.now()));
  }

  async #markDelivered(row: VoteTable): Promise<void> {
    const { mirror, clock } = this.#tools;
    await mirror.change(row.business, async (db) => {
      await release(db, row, clock.now());
      // From now on the API counts it, and so does the mirror.
      const changed = await settleVote(db, row, clock.now());
      if (changed) await voteOnProductReview(storeOf(db), mirror.business(row.business).id, row.review_id, row.vote);
      return { changed };
    });
  }

  /**
   * It may have been counted, and might be counted twice if it were sent again: whatever the API says from now on is
   * right.
   */
  async #leaveToApi(row: VoteTable): Promise<void> {
    const { mirror, clock } = this.#tools;
    await mirror.change(row.business, async (db) => {
      await release(db, row, clock.now());
      await settleVote(db, row, row.doubted_since);
      return { changed: true };
    });
  }

  #postpone(row: VoteTable, until: number): Promise<void> {
    const { db, clock } = this.#tools;
    return atomically(db, async (db) => {
      await release(db, row, clock.now());
      await postponeVotes(db, row, until);
    });
  }

  async #drop(row: VoteTable): Promise<void> {
    const { mirror, clock } = this.#tools;
    await mirror.change(row.business, async (db) => {
      await release(db, row, clock.now());
      await deleteVote(db, row);
      return { changed: true };
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
