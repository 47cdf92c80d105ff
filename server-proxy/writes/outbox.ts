/**
 * Writes of shoppers that survive: each is on the disk before it is acknowledged, and is sent until the API has
 * answered it. The API knows no idempotency key; so a write is marked as in doubt before it is sent, and one that is
 * found in doubt (the answer was lost, or the process died) is looked for before it is sent again. Our own service
 * honours `Idempotency-Key`, which always goes along, and says so.
 */
import type { Logger } from 'pino';
import { readAnswer } from '../../contract/answers.ts';
import type { ProductReview } from '../../contract/entities.ts';
import { ApiError, nameOfCode, refuse } from '../../contract/errors.ts';
import { shredDeleted } from '../../review-store/shred.ts';
import type { Clock } from '../../server-kit/clock.ts';
import type { Metrics } from '../metrics.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { floods, type Flood } from '../robots/floods.ts';
import { storeOf } from '../state/open.ts';
import type { OutboxTable, ProxyDb } from '../state/tables.ts';
import { UpstreamRefusal } from '../upstream/answer.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import { neverLeft } from '../upstream/exchange.ts';
import { erased } from './idempotency.ts';
import { keepReview } from './keep-review.ts';
import {
  countWrites, deleteWrite, doubtWrite, dueWrites, filesOf, findWrite, insertWrite, lastReviewWasHeld, leaseWrite, nextDueWrite, postponeWrite,
  refuseWrite, SETTLES_IN, settleWrite, takeBackAttempt, wakeWrites, type OutgoingWrite, type Sender,
} from './outbox-rows.ts';
import { ReadBack } from './read-back.ts';

export interface OutboxTools {
  readonly db: ProxyDb;
  readonly client: UpstreamClient;
  readonly mirror: Mirror;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** The instance that this process is. */
  readonly instance: string;
}

/** What became of a write: the API has it, with the review as it answered it (null for none); or it waits. */
export type Outcome = { readonly state: 'delivered'; readonly review: ProductReview | null } | { readonly state: 'waiting' };

const SEND_TIMEOUT = 30_000;
/** Outlasts looking for a write and sending it, in milliseconds; past it, whoever sent it is taken to have died. */
const LEASE = 90_000;
/** Milliseconds until the next attempt: this, then twice as long each time. */
const FIRST_RETRY = 15_000;
const LAST_RETRY = 900_000;
/** Milliseconds for which an API that answers others may still be at work on what it did not answer in time. */
const AT_WORK = 60_000;
/** Milliseconds for which a review in doubt is looked for where the API holds new ones back, before it is sent again. */
const MODERATION = 86_400_000;

export class Outbox {
  readonly #tools: OutboxTools;
  readonly #readBack: ReadBack;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  /** Whatever the clock says of their leases, these are on their way. */
  readonly #sending = new Set<string>();
  /** The API has said that it does a thing once for each `Idempotency-Key`. */
  #keysCount = false;

  constructor(tools: OutboxTools) {
    this.#tools = tools;
    this.#readBack = new ReadBack(tools.db, tools.client, tools.clock);
  }

  /**
   * Keeps a write and tries to deliver it at once.
   * @param patience - milliseconds that the shopper waits for the API; the attempt itself may go on longer.
   * @throws ApiError where the API refuses it while the shopper waits: then it is not kept.
   */
  async submit(write: OutgoingWrite, patience: number): Promise<Outcome> {
    const { db, clock, logger } = this.#tools;
    const now = clock.now();
    const row = await insertWrite(db, write, now, this.#sender(now));
    if (!row) return this.#outcomeOf(write.id);
    if (write.heldFor) return this.#hold(write, write.heldFor);
    const attempt = this.#track(row.id, this.#send(row));
    const waited = new AbortController();
    const waiting = clock.sleep(patience, waited.signal).then((): Outcome => ({ state: 'waiting' }));
    try {
      return await Promise.race([attempt, waiting]);
    } catch (error) {
      if (!(error instanceof ApiError)) {
        // It is kept, and will be sent again; to refuse it would have it written twice.
        logger.error({ err: error }, 'what became of a write cannot be noted');
        return { state: 'waiting' };
      }
      // It was never acknowledged, and its sender is told.
      await deleteWrite(db, write.business, write.id);
      throw error;
    } finally {
      waited.abort();
    }
  }

  /** Sends what is due once more, as long as the API answers. */
  async deliverDue(limit: number): Promise<void> {
    const { db, client, clock, logger } = this.#tools;
    for (const row of await dueWrites(db, clock.now(), limit)) {
      if (this.#stop.signal.aborted) return;
      if (this.#sending.has(row.id)) continue;
      const now = clock.now();
      if (!(await leaseWrite(db, row, now, this.#sender(now)))) continue;
      try {
        await this.#track(row.id, this.#sendAgain(row));
        if (client.isAway) return;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error === erased) continue;
        logger.warn({ operation: row.operation, code: error.code }, 'the review service refuses what was acknowledged: the merchant finds it in the queue');
      }
    }
  }

  /** When something is due, in milliseconds since 1970; null where nothing waits. */
  nextDue(): Promise<number | null> {
    return nextDueWrite(this.#tools.db);
  }

  /** The API is there again: what waits is due, but for what it keeps failing at. */
  wake(wasAway: boolean): Promise<void> {
    return wakeWrites(this.#tools.db, this.#tools.clock.now(), wasAway);
  }

  /** How many the API does not have, by what they wait for. */
  count(): Promise<{ waiting: number; refused: number; held: number }> {
    return countWrites(this.#tools.db);
  }

  /** Lets what is under way finish, for so many milliseconds; what is cut off then is in doubt, and kept. */
  async stop(grace: number): Promise<void> {
    const { clock } = this.#tools;
    await Promise.race([Promise.allSettled(this.#running), clock.sleep(grace)]);
    this.#stop.abort();
    await Promise.allSettled(this.#running);
  }

  #sender(now: number): Sender {
    return { instance: this.#tools.instance, until: now + LEASE };
  }

  async #track<Result>(id: string, work: Promise<Result>): Promise<Result> {
    const settled = work.catch(() => {}).finally(() => {
      this.#running.delete(settled);
      this.#sending.delete(id);
    });
    this.#running.add(settled);
    this.#sending.add(id);
    return work;
  }

  /** Acknowledged like any other that waits: whoever floods a shop learns nothing by it. */
  #hold({ id, business }: OutgoingWrite, reason: Flood): Outcome {
    const { logger, metrics } = this.#tools;
    metrics.held.inc({ reason });
    logger.warn({ business, id, reason }, `a review is held, and the merchant finds it in the queue: ${floods[reason]}`);
    return { state: 'waiting' };
  }

  /** This very write was kept before, by a request whose answer never arrived. */
  async #outcomeOf(id: string): Promise<Outcome> {
    const row = await findWrite(this.#tools.db, id);
    if (row?.state === 'erased') throw erased;
    if (row?.state === 'refused') throw refuse(nameOfCode(row.error_code) ?? 'unexpected');
    if (row?.state !== 'delivered') return { state: 'waiting' };
    return { state: 'delivered', review: row.answer === null ? null : (JSON.parse(row.answer) as ProductReview) };
  }

  async #sendAgain(row: OutboxTable): Promise<Outcome> {
    const { db, clock } = this.#tools;
    if (row.in_doubt === 0 || row.operation !== 'addProductReview') return this.#send(row);
    try {
      const found = await this.#readBack.find(row, this.#stop.signal);
      if (found) return await this.#settle(row, found.review, found.isRemoved);
      if (await this.#mayBeHeld(row)) {
        await postponeWrite(db, row.id, clock.now() + LAST_RETRY, { atWorkUntil: null });
        return { state: 'waiting' };
      }
    } catch (error) {
      if (!(error instanceof ApiError) || error === erased) throw error;
      await this.#postpone(row, error, { atWorkUntil: row.at_work_until });
      return { state: 'waiting' };
    }
    return this.#send(row);
  }

  /** In no listing, and perhaps with a moderator: it will show, or it was lost on its way. */
  async #mayBeHeld({ business, created_at }: OutboxTable): Promise<boolean> {
    const { db, clock } = this.#tools;
    return !this.#keysCount && clock.now() < created_at + MODERATION && (await lastReviewWasHeld(db, business));
  }

  async #send(row: OutboxTable): Promise<Outcome> {
    const { db, client } = this.#tools;
    let wasSent = false;
    try {
      const { body, headers } = await client.call(row.operation, {
        lane: 'write',
        business: row.business,
        fields: JSON.parse(row.fields) as Record<string, string>,
        files: await filesOf(db, row.id),
        headers: { 'idempotency-key': row.id },
        timeout: SEND_TIMEOUT,
        signal: this.#stop.signal,
        beforeSending: async () => {
          if (!wasSent && !(await doubtWrite(db, row.id))) throw erased;
          wasSent = true;
        },
      });
      this.#keysCount = headers['idempotency-key'] === 'accepted';
      return await this.#settle(row, row.operation === 'addProductReview' ? (readAnswer('addProductReview', body)?.product_review ?? null) : null);
    } catch (error) {
      if (!(error instanceof ApiError) || error === erased) throw error;
      if (isFinal(error)) {
        await refuseWrite(db, row.id, error.code);
        throw error;
      }
      const left = wasSent && !neverLeft(error);
      if (wasSent && !left) await takeBackAttempt(db, row.id);
      await this.#postpone({ ...row, attempts: row.attempts + (left ? 1 : 0) }, error, left ? this.#doubtAfter(error) : null);
      return { state: 'waiting' };
    }
  }

  /** Whether the API may have it, and until when it may still be at work on it; null where it has said that it has not. */
  #doubtAfter(error: ApiError): { readonly atWorkUntil: number } | null {
    if (error.http !== 502 && error.http !== 504 && !this.#stop.signal.aborted) return null;
    return { atWorkUntil: this.#tools.clock.now() + (error.http === 504 ? AT_WORK : SETTLES_IN) };
  }

  async #settle(row: OutboxTable, review: ProductReview | null, isRemoved = false): Promise<Outcome> {
    const { mirror } = this.#tools;
    await mirror.change(row.business, async (db) => {
      const isOurs = await settleWrite(db, row.id, review?.id ?? null, review && JSON.stringify(review));
      if (!isOurs && (await findWrite(db, row.id))?.state === 'erased') throw erased;
      const changed = review !== null && !isRemoved;
      if (changed) await keepReview(db, mirror, row.business, review);
      return { changed };
    });
    if (row.operation === 'erasePersonalData') await this.#afterErasure(row);
    return { state: 'delivered', review };
  }

  /** What the API has just taken out once more goes here as well, and the address that it was asked by. */
  async #afterErasure({ business }: OutboxTable): Promise<void> {
    const { db, mirror } = this.#tools;
    await shredDeleted(storeOf(db));
    void mirror.walkAgain(business).catch(() => {});
  }

  async #postpone(row: OutboxTable, error: ApiError, doubt: { readonly atWorkUntil: number | null } | null): Promise<void> {
    const { db, clock } = this.#tools;
    const delay = Math.min(LAST_RETRY, FIRST_RETRY * 2 ** Math.min(Math.max(0, row.attempts - 1), 10));
    await postponeWrite(db, row.id, Math.max(clock.now() + Math.max(delay, (error.retryAfter ?? 0) * 1_000), doubt?.atWorkUntil ?? 0), doubt);
  }
}

/** The API said no to what was written. That the account may not write is no fault of the shopper's, and can be mended. */
const isFinal = (error: ApiError): boolean => error instanceof UpstreamRefusal && error.http < 500 && !error.is('tooManyRequests') && !error.is('notPermitted');
