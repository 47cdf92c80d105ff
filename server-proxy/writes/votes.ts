/**
 * The ledger of votes. The API knows one user, the proxy's own, and takes one vote of it for a review in 24 hours;
 * here every shopper has one. A vote is kept before it is acknowledged and counts from then on; our own service is
 * told a pseudonym and counts it at once, any other API takes it when its 24 hours are over.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ProductReview } from '../../contract/entities.ts';
import { ApiError, refuse } from '../../contract/errors.ts';
import { getProductReview, voteOnProductReview } from '../../review-store/product-reviews.ts';
import { toUnavailable } from '../../review-store/unavailable.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { hold, release } from '../mirror/holds.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb, VoteTable } from '../state/tables.ts';
import { atomically, takeTurn } from '../state/transaction.ts';
import { UpstreamRefusal } from '../upstream/answer.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import { neverLeft } from '../upstream/exchange.ts';
import type { Lane } from '../upstream/lanes.ts';

export interface VoteTools {
  readonly db: ProxyDb;
  readonly client: UpstreamClient;
  readonly mirror: Mirror;
  readonly clock: Clock;
  /** Makes pseudonyms of visitors and addresses; neither is kept. */
  readonly key: Buffer;
  /** The instance that this process is. */
  readonly instance: string;
}

export interface Ballot {
  readonly business: string;
  readonly reviewId: number;
  readonly vote: 'positive' | 'negative';
  /** The shopper's opaque id, where the browser sent one. */
  readonly visitor: string | undefined;
  /** The network that limits count. */
  readonly network: string;
  /** Milliseconds that the shopper waits for the API. */
  readonly timeout: number;
}

const DAY = 86_400_000;
/** Votes that one address has for a review in 24 hours: a household, not a farm. */
const VOTES_PER_ADDRESS = 3;
/** Milliseconds until a vote that could not be delivered is tried again, and longest that an attempt takes. */
const RETRY = 60_000;
/** Votes that go ahead of what the mirror reads, each time that the API comes back: its calls are for all. */
const URGENT = 20;
const DELIVERY_TIMEOUT = 30_000;
/**
 * Milliseconds for which the API refuses a vote that it has counted already: a vote in doubt may be sent again so
 * long, and no longer. An hour less than its day, so that no clock of ours or theirs makes the difference.
 */
const COUNTED_ONCE = DAY - 3_600_000;
/** Milliseconds after which a vote in doubt no longer keeps its review from being read. */
const HOLD = 3_600_000;

export class Votes {
  readonly #tools: VoteTools;
  #urgent = 0;

  constructor(tools: VoteTools) {
    this.#tools = tools;
  }

  /**
   * Counts a vote.
   * @returns whether the API has it; if not, it is kept and delivered later.
   * @throws ApiError `votedAlready` for a second vote, `productReviewNotFound` for a review that is not there.
   */
  async cast(ballot: Ballot): Promise<'delivered' | 'waiting'> {
    await this.#requireReview(ballot);
    const vote = await this.#record(ballot);
    try {
      // No attempt came before this one.
      return await this.#deliver({ ...vote, doubted_since: null }, 'write', ballot.timeout);
    } catch (error) {
      // Whatever could not be noted of its delivery, the vote itself is kept.
      if (toUnavailable(error, 'proxy')) return 'waiting';
      throw error;
    }
  }

  /** The votes that the API has not counted yet, added to those that it has. */
  async addWaiting(db: ProxyDb, business: string, reviews: ProductReview[]): Promise<ProductReview[]> {
    if (reviews.length === 0) return reviews;
    const rows = await db
      .selectFrom('proxy_vote')
      .select(['review_id', 'vote', sql<number>`count(*)`.as('votes')])
      .where('business', '=', business)
      .where('state', '=', 'waiting')
      .where('review_id', 'in', reviews.map((review) => review.id))
      .groupBy(['review_id', 'vote'])
      .execute();
    if (rows.length === 0) return reviews;
    const waiting = (id: number, vote: string) => Number(rows.find((row) => row.review_id === id && row.vote === vote)?.votes ?? 0);
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

  async countWaiting(): Promise<number> {
    const { votes } = await this.#tools.db.selectFrom('proxy_vote').select(sql<number>`count(*)`.as('votes')).where('state', '=', 'waiting').executeTakeFirstOrThrow();
    return Number(votes);
  }

  /** When one is due, in milliseconds since 1970; null where none waits. */
  async nextDue(): Promise<number | null> {
    const row = await this.#tools.db.selectFrom('proxy_vote').select('next_attempt_at').where('state', '=', 'waiting').orderBy('next_attempt_at').limit(1).executeTakeFirst();
    return row?.next_attempt_at ?? null;
  }

  /** The API is there again: what waits is due, but for what it has put off for a day. */
  async wake(): Promise<void> {
    const { db, clock } = this.#tools;
    const now = clock.now();
    this.#urgent = URGENT;
    await db.updateTable('proxy_vote').set({ next_attempt_at: now }).where('state', '=', 'waiting').where('leased_by', 'is', null).where('next_attempt_at', '>', now).where('next_attempt_at', '<=', now + RETRY).execute();
  }

  /** Tries those that are due once more, as long as the API answers; of each review one, since more it would not take. */
  async deliverDue(limit: number, signal: AbortSignal): Promise<void> {
    const { db, client, clock, instance } = this.#tools;
    const due = await db
      .selectFrom('proxy_vote')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('next_attempt_at', '<=', clock.now())
      // What may be counted already is settled before another vote takes its review's turn.
      .orderBy((eb) => eb.case().when('doubted_since', 'is not', null).then(0).else(1).end())
      .orderBy('created_at')
      .limit(limit)
      .execute();
    const tried = new Set<string>();
    for (const vote of due) {
      const review = `${vote.business} ${vote.review_id}`;
      if (signal.aborted) return;
      if (tried.has(review)) continue;
      tried.add(review);
      const now = clock.now();
      if (vote.doubted_since !== null && now > vote.doubted_since + COUNTED_ONCE) {
        await this.#leaveToApi(vote);
        continue;
      }
      const { numUpdatedRows } = await db
        .updateTable('proxy_vote')
        .set({ doubted_since: vote.doubted_since ?? now, next_attempt_at: now + RETRY, leased_by: instance })
        .where('id', '=', vote.id)
        .where('state', '=', 'waiting')
        .where('next_attempt_at', '=', vote.next_attempt_at)
        .executeTakeFirstOrThrow();
      // Another instance was first.
      if (numUpdatedRows === 0n) continue;
      // It was acknowledged: that the review is gone by now is no news for the shopper.
      await this.#deliver(vote, this.#urgent > 0 ? 'write' : 'head', DELIVERY_TIMEOUT, signal).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      });
      this.#urgent = Math.max(0, this.#urgent - 1);
      if (client.isAway) return;
    }
  }

  async #requireReview({ business, reviewId }: Ballot): Promise<void> {
    const { db, mirror } = this.#tools;
    if (!mirror.isMirrored(business, ['productReviews'])) return;
    const review = await getProductReview(storeOf(db), mirror.business(business).id, reviewId);
    if (!review || review.published === 'pending' || review.removedRFC) throw refuse('productReviewNotFound');
  }

  async #record({ business, reviewId, vote, visitor, network }: Ballot): Promise<VoteTable> {
    const { mirror, clock, instance } = this.#tools;
    const address = this.#pseudonym(['address', network]);
    const voter = this.#pseudonym(['voter', visitor ?? '', network]);
    const { row } = await mirror.change(business, async (db) => {
      await takeTurn(db, 'votes');
      const now = clock.now();
      const earlier = await db
        .selectFrom('proxy_vote')
        .select(['voter', 'address'])
        .where('business', '=', business)
        .where('review_id', '=', reviewId)
        .where('created_at', '>', now - DAY)
        .where((eb) => eb.or([eb('voter', '=', voter), eb('address', '=', address)]))
        .execute();
      const fromAddress = earlier.filter((one) => one.address === address).length;
      if (fromAddress >= VOTES_PER_ADDRESS || earlier.some((one) => one.voter === voter)) throw refuse('votedAlready');
      const row: VoteTable = {
        id: randomUUID(), business, review_id: reviewId, voter, address, vote, state: 'waiting', created_at: now,
        // Past the attempt that is made at once.
        next_attempt_at: now + RETRY,
        leased_by: instance,
        doubted_since: now,
        delivered_at: null,
      };
      await db.insertInto('proxy_vote').values(row).execute();
      return { changed: true, row };
    });
    return row;
  }

  async #deliver(row: VoteTable, lane: Lane, timeout: number, signal?: AbortSignal): Promise<'delivered' | 'waiting'> {
    const { db, clock } = this.#tools;
    // Until it is known whether the API has counted it, no page may say so; the next attempt goes on holding.
    await hold(db, { id: row.id, business: row.business, reviewId: row.review_id, until: clock.now() + HOLD });
    return this.#send(row, lane, timeout, signal);
  }

  async #send(row: VoteTable, lane: Lane, timeout: number, signal?: AbortSignal): Promise<'delivered' | 'waiting'> {
    const { client, clock } = this.#tools;
    try {
      await client.call('voteOnProductReview', {
        lane,
        business: row.business,
        fields: { review_id: String(row.review_id), vote: row.vote },
        headers: { 'plaudit-voter': row.voter },
        timeout,
        signal,
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
      // The API counts the proxy as one voter, and it has had its turn: all that wait for this review wait a day.
      if (error.is('votedAlready')) await this.#postpone(row, now + DAY);
      else if (error instanceof UpstreamRefusal && error.http < 500 && !error.is('tooManyRequests') && !error.is('notPermitted')) {
        await this.#drop(row);
        throw error;
      } else await this.#retryLater(row, now + RETRY, !neverLeft(error) && (error.http === 502 || error.http === 504 || signal?.aborted === true));
      return 'waiting';
    }
  }

  /**
   * The answer to an earlier attempt was lost, and now the API says that the proxy has voted already. It was this
   * vote, unless the ledger knows another one that was counted within the day.
   */
  async #wasCounted(row: VoteTable, error: ApiError): Promise<boolean> {
    if (!error.is('votedAlready') || row.doubted_since === null) return false;
    const other = await this.#tools.db
      .selectFrom('proxy_vote')
      .select('id')
      .where('business', '=', row.business)
      .where('review_id', '=', row.review_id)
      .where('delivered_at', '>', this.#tools.clock.now() - DAY)
      .limit(1)
      .executeTakeFirst();
    return other === undefined;
  }

  /** @param wasSent - that an attempt never left takes away no doubt that the one before it left. */
  async #retryLater(row: VoteTable, at: number, wasSent: boolean): Promise<void> {
    await this.#tools.db.updateTable('proxy_vote').set({ next_attempt_at: at, leased_by: null, ...(wasSent ? {} : { doubted_since: row.doubted_since }) }).where('id', '=', row.id).where('state', '=', 'waiting').execute();
  }

  async #markDelivered(row: VoteTable): Promise<void> {
    const { mirror, clock } = this.#tools;
    await mirror.change(row.business, async (db) => {
      await release(db, row, clock.now());
      const { numUpdatedRows } = await db.updateTable('proxy_vote').set({ state: 'delivered', leased_by: null, doubted_since: null, delivered_at: clock.now() }).where('id', '=', row.id).where('state', '=', 'waiting').executeTakeFirstOrThrow();
      // From here on the count is the API's; the mirror follows it at once.
      const changed = numUpdatedRows > 0n;
      if (changed) await voteOnProductReview(storeOf(db), mirror.business(row.business).id, row.review_id, row.vote);
      return { changed };
    });
  }

  /** It may have been counted, and sent again it may be counted twice: whatever the API says from now on stands. */
  async #leaveToApi(row: VoteTable): Promise<void> {
    const { mirror, clock } = this.#tools;
    await mirror.change(row.business, async (db) => {
      await release(db, row, clock.now());
      await db.updateTable('proxy_vote').set({ state: 'delivered', leased_by: null, doubted_since: null, delivered_at: row.doubted_since }).where('id', '=', row.id).execute();
      return { changed: true };
    });
  }

  #postpone(row: VoteTable, until: number): Promise<void> {
    const { db, clock } = this.#tools;
    return atomically(db, async (db) => {
      await release(db, row, clock.now());
      await db
        .updateTable('proxy_vote')
        .set({ next_attempt_at: until, leased_by: null, doubted_since: null })
        .where('business', '=', row.business)
        .where('review_id', '=', row.review_id)
        .where('state', '=', 'waiting')
        .where((eb) => eb.or([eb('id', '=', row.id), eb('doubted_since', 'is', null)]))
        .execute();
    });
  }

  async #drop(row: VoteTable): Promise<void> {
    const { mirror, clock } = this.#tools;
    await mirror.change(row.business, async (db) => {
      await release(db, row, clock.now());
      await db.deleteFrom('proxy_vote').where('id', '=', row.id).execute();
      return { changed: true };
    });
  }

  #pseudonym(parts: readonly string[]): string {
    return createHmac('sha256', this.#tools.key).update(JSON.stringify(parts)).digest('base64url');
  }
}

/** Forgets votes that the API has had since before this moment, and whose voter may vote again. */
export async function forgetVotes(db: ProxyDb, before: number): Promise<void> {
  const delivered = db.deleteFrom('proxy_vote').where('state', '=', 'delivered').where('created_at', '<=', before);
  await delivered.where((eb) => eb.or([eb('delivered_at', 'is', null), eb('delivered_at', '<=', before)])).execute();
}

/** What an instance that is gone was sending is due at once: sent again, it counts once. */
export async function releaseVotes(db: ProxyDb, now: number): Promise<void> {
  const left = db.updateTable('proxy_vote').where('state', '=', 'waiting').where('leased_by', 'not in', (instances) => instances.selectFrom('proxy_instance').select('id'));
  await left.set({ leased_by: null, next_attempt_at: now }).execute();
}

/** Our own service says that it counts voters apart: its 404 is about this voter. */
function isTaken(error: ApiError): boolean {
  return error.is('votedAlready') && error instanceof UpstreamRefusal && error.header('plaudit-voter') === 'accepted';
}
