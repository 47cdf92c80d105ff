/**
 * Writes of shoppers, which survive crashes and outages: each is on the disk before it is acknowledged, and is sent
 * until the API has answered it. The API has no idempotency keys, so a write is marked as in doubt before it is sent,
 * and one that is found in doubt (its answer was lost, or the process died) is looked for before it is sent again. Our
 * own service honours `Idempotency-Key`, which is always sent, and says so.
 */
import type { Logger } from 'pino';
import { ApiError, nameOfCode, refuse } from '../../../contract/endpoints/errors.ts';
import type { Clock } from '../../../server-kit/clock.ts';
import { erased } from '../../../review-store/kept-answers.ts';
import { holdReasons, type HoldReason } from '../../../server-kit/robots/floods.ts';
import type { Metrics } from '../../metrics.ts';
import type { Mirror } from '../../mirror/mirror.ts';
import type { OutboxTable, ProxyDb } from '../../state/tables.ts';
import { isFinal } from '../../upstream/answer.ts';
import type { UpstreamClient } from '../../upstream/client.ts';
import { neverLeft } from '../../../server-kit/network/exchange.ts';
import {
  countWrites,
  deleteWrite,
  filesOf,
  findWrite,
  insertWrite,
  lastReviewWasPending,
  type OutgoingWrite,
} from './outbox-rows.ts';
import {
  doubtWrite,
  dueWrites,
  leaseWrite,
  nextDueWrite,
  postponeWrite,
  refuseWrite,
  SETTLES_IN_MS,
  settleWrite,
  takeBackAttempt,
  wakeWrites,
  type Sender,
} from './outbox-sending.ts';
import { ReadBack } from './read-back.ts';
import { findAsked } from './read-back-asking.ts';
import { keepDelivered, readDelivered, type WriteName, type Delivered, type DeliveredBy } from '../delivered.ts';

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

/** The API has it, with what it answered (null for nothing that we can read); or it waits. */
export type WriteOutcome<Name extends WriteName = WriteName> =
  | { readonly state: 'delivered'; readonly delivered: DeliveredBy[Name] | null }
  | { readonly state: 'waiting' };

const SEND_TIMEOUT_MS = 30_000;
/** Longer than looking for a write and sending it take: after it, the sender must have died. */
const LEASE_MS = 90_000;
/** Until the next attempt: the first, then twice as long each time up to the last. */
const FIRST_RETRY_MS = 15_000;
const LAST_RETRY_MS = 900_000;
/** How long an API that answers others may still be at work on what it did not answer in time. */
const AT_WORK_MS = 60_000;
/** How long an API that honours `Idempotency-Key` surely remembers one; an hour less than its day. */
const KEYS_KEPT_MS = 82_800_000;
/** How long a review in doubt is looked for where the API moderates new ones, before it is sent again. */
const MODERATION_MS = 86_400_000;

export class Outbox {
  readonly #tools: OutboxTools;
  readonly #readBack: ReadBack;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  /** These are on their way, whatever the clock says about their leases. */
  readonly #sending = new Set<string>();
  /** The API has said that it honours `Idempotency-Key`. */
  #keysCount = false;

  constructor(tools: OutboxTools) {
    this.#tools = tools;
    this.#readBack = new ReadBack(tools);
  }

  /**
   * Keeps a write and tries to deliver it at once.
   * @param patienceMs - how long the shopper waits for the API; the attempt itself may go on longer.
   * @throws ApiError where the API refuses it while the shopper waits. Then it is not kept.
   */
  async submit<Name extends WriteName>(write: OutgoingWrite<Name>, patienceMs: number): Promise<WriteOutcome<Name>> {
    return (await this.#submit(write, patienceMs)) as WriteOutcome<Name>;
  }

  async #submit(write: OutgoingWrite, patienceMs: number): Promise<WriteOutcome> {
    const { db, clock, logger } = this.#tools;
    const now = clock.now();
    const row = await insertWrite(db, write, now, this.#sender(now));
    if (!row) return this.#outcomeOf(write.id);
    if (write.heldFor) return this.#hold(write, write.heldFor);
    const attempt = this.#track(row.id, this.#send(row));
    const waited = new AbortController();
    const waiting = clock.sleep(patienceMs, waited.signal).then((): WriteOutcome => ({ state: 'waiting' }));
    try {
      return await Promise.race([attempt, waiting]);
    } catch (error) {
      if (!(error instanceof ApiError)) {
        // It is kept and will be sent again. If it were refused, the shopper would write it twice.
        logger.error({ err: error }, 'the outcome of a write cannot be stored');
        return { state: 'waiting' };
      }
      // It was never acknowledged, and its author learns why.
      await deleteWrite(db, write.business, write.id);
      if (error.is('productNotFound')) sayUnknown(logger, write);
      throw error;
    } finally {
      waited.abort();
    }
  }

  /** Sends what is due, as long as the API answers. */
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
        logger.warn(
          { operation: row.operation, code: error.code },
          'the review service refused an acknowledged write: the merchant finds it in the queue',
        );
      }
    }
  }

  /** When something is due, in milliseconds since 1970; null where nothing waits. */
  nextDue(): Promise<number | null> {
    return nextDueWrite(this.#tools.db);
  }

  /** The API is back: writes that wait are due, except those that keep failing. */
  wake(wasAway: boolean): Promise<void> {
    return wakeWrites(this.#tools.db, this.#tools.clock.now(), wasAway);
  }

  /** How many writes the API does not have, by state. */
  count(): ReturnType<typeof countWrites> {
    return countWrites(this.#tools.db);
  }

  /** Lets what is under way finish. Sends that are cut off after the grace are in doubt, and kept. */
  async stop(graceMs: number): Promise<void> {
    const { clock } = this.#tools;
    await Promise.race([Promise.allSettled(this.#running), clock.sleep(graceMs)]);
    this.#stop.abort();
    await Promise.allSettled(this.#running);
  }

  #sender(now: number): Sender {
    return { instance: this.#tools.instance, until: now + LEASE_MS };
  }

  async #track<Result>(id: string, work: Promise<Result>): Promise<Result> {
    const settled = work
      .catch(() => {})
      .finally(() => {
        this.#running.delete(settled);
        this.#sending.delete(id);
      });
    this.#running.add(settled);
    this.#sending.add(id);
    return work;
  }

  /** Acknowledged like any other that waits, so that a flooder learns nothing from it. */
  #hold({ id, business }: OutgoingWrite, reason: HoldReason): WriteOutcome {
    const { logger, metrics } = this.#tools;
    metrics.held.inc({ reason });
    logger.warn(
      { business, id, reason },
      `a write is held, and the merchant finds it in the queue: ${holdReasons[reason]}`,
    );
    return { state: 'waiting' };
  }

  /** For a write that was kept before, by a request whose answer never arrived. */
  async #outcomeOf(id: string): Promise<WriteOutcome> {
    const row = await findWrite(this.#tools.db, id);
    if (row?.state === 'erased') throw erased;
    if (row?.state === 'refused') throw refuse(nameOfCode(row.error_code) ?? 'unexpected');
    if (row?.state !== 'delivered') return { state: 'waiting' };
    return { state: 'delivered', delivered: row.answer === null ? null : (JSON.parse(row.answer) as Delivered) };
  }

  async #sendAgain(row: OutboxTable): Promise<WriteOutcome> {
    const { db, clock } = this.#tools;
    if (row.in_doubt === 0 || !this.#isLookedFor(row)) return this.#send(row);
    try {
      const found = await this.#find(row);
      if (found) return await this.#settle(row, found.delivered, found.isRemoved);
      if (await this.#mayBePending(row)) {
        await postponeWrite(db, row.id, clock.now() + LAST_RETRY_MS, { atWorkUntil: null });
        return { state: 'waiting' };
      }
    } catch (error) {
      if (!(error instanceof ApiError) || error === erased) throw error;
      await this.#postpone(row, error, { atWorkUntil: row.at_work_until });
      return { state: 'waiting' };
    }
    return this.#send(row);
  }

  /** A write that is sent again under its key is there once; but keys are forgotten, and an API may know none. */
  #isLookedFor({ operation, created_at }: OutboxTable): boolean {
    if (operation === 'addProductReview') return true;
    return isAsking(operation) && this.#tools.clock.now() > created_at + KEYS_KEPT_MS;
  }

  async #find(row: OutboxTable): Promise<{ delivered: Delivered; isRemoved: boolean } | null> {
    const { signal } = this.#stop;
    if (isAsking(row.operation)) {
      const delivered = await findAsked(this.#tools, row, signal);
      // The mirror reads it by itself, as the API has it by now.
      return delivered && { delivered, isRemoved: true };
    }
    const found = await this.#readBack.find(row, signal);
    return found && { delivered: found.review, isRemoved: found.isRemoved };
  }

  /** It is in no listing: either a moderator has it, and it will show, or it was lost on its way. */
  async #mayBePending({ operation, business, created_at }: OutboxTable): Promise<boolean> {
    const { db, clock } = this.#tools;
    if (operation !== 'addProductReview') return false;
    return !this.#keysCount && clock.now() < created_at + MODERATION_MS && (await lastReviewWasPending(db, business));
  }

  async #send(row: OutboxTable): Promise<WriteOutcome> {
    const { db, client } = this.#tools;
    let wasSent = false;
    try {
      const { body, headers } = await client.call(row.operation, {
        lane: 'write',
        business: row.business,
        fields: JSON.parse(row.fields) as Record<string, string>,
        files: await filesOf(db, row.id),
        headers: { 'idempotency-key': row.id },
        timeoutMs: SEND_TIMEOUT_MS,
        signal: this.#stop.signal,
        beforeSending: async () => {
          if (!wasSent && !(await doubtWrite(db, row.id))) throw erased;
          wasSent = true;
        },
      });
      this.#keysCount = headers['idempotency-key'] === 'accepted';
      return await this.#settle(row, readDelivered(row.operation, body));
    } catch (error) {
      if (!(error instanceof ApiError) || error === erased) throw error;
      if (isFinal(error)) {
        await refuseWrite(db, row.id, error.code);
        throw error;
      }
      const left = wasSent && !neverLeft(error);
      if (wasSent && !left) await takeBackAttempt(db, row.id);
      await this.#postpone(
        { ...row, attempts: row.attempts + (left ? 1 : 0) },
        error,
        left ? this.#doubtAfter(error) : null,
      );
      return { state: 'waiting' };
    }
  }

  /** Until when the API may still be at work on it; null where it has certainly not accepted it. */
  #doubtAfter(error: ApiError): { readonly atWorkUntil: number } | null {
    if (error.http !== 502 && error.http !== 504 && !this.#stop.signal.aborted) return null;
    return { atWorkUntil: this.#tools.clock.now() + (error.http === 504 ? AT_WORK_MS : SETTLES_IN_MS) };
  }

  async #settle(row: OutboxTable, delivered: Delivered, isRemoved = false): Promise<WriteOutcome> {
    const { mirror, clock } = this.#tools;
    const { operation, business } = row;
    await mirror.change(business, async (db) => {
      const isOurs = await settleWrite(db, row.id, delivered?.id ?? null, delivered && JSON.stringify(delivered));
      if (!isOurs && (await findWrite(db, row.id))?.state === 'erased') throw erased;
      if (delivered === null || isRemoved) return { changed: false };
      const fields = JSON.parse(row.fields) as Record<string, string>;
      return { changed: await keepDelivered(db, mirror, { operation, business, fields, now: clock.now() }, delivered) };
    });
    return { state: 'delivered', delivered };
  }

  async #postpone(
    row: OutboxTable,
    error: ApiError,
    doubt: { readonly atWorkUntil: number | null } | null,
  ): Promise<void> {
    const { db, clock } = this.#tools;
    const delayMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(Math.max(0, row.attempts - 1), 10));
    await postponeWrite(
      db,
      row.id,
      Math.max(clock.now() + Math.max(delayMs, (error.retryAfterSeconds ?? 0) * 1_000), doubt?.atWorkUntil ?? 0),
      doubt,
    );
  }
}

const isAsking = (operation: WriteName): boolean =>
  operation === 'addProductQuestion' || operation === 'answerProductQuestion';

/** Only the shop can do something about it. */
function sayUnknown(logger: Logger, { business, fields }: OutgoingWrite): void {
  logger.warn(
    { business, sku: fields['sku'] },
    'what was written was refused, since the review service does not know the product: ' +
      "'plaudit products import' takes it in",
  );
}
