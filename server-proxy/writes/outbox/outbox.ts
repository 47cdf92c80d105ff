/**
 * Writes of shoppers, which survive crashes and outages: each is on the disk before it is acknowledged, and is sent
 * until the API has answered it. The API has no idempotency keys, so a write is marked as in doubt before it is sent,
 * and one that is found in doubt (its answer was lost, or the process died) is looked for before it is sent again. Our
 * own service honours `Idempotency-Key`, which is always sent, and says so. It also holds what looks like a flood, so
 * that goes up like any other; at another API it stays here until the merchant lets it go on.
 */
import type { Logger } from 'pino';
import { ApiError, nameOfCode, refuse } from '../../../contract/endpoints/errors.ts';
import { WAITED_HEADER } from '../../../contract/endpoints/extensions.ts';
import type { JobTable } from '../../../review-store/tables.ts';
import { Later, type Job, type Kind, type Worker } from '../../../review-store/jobs/worker.ts';
import type { Clock } from '../../../server-kit/clock.ts';
import { erased } from '../../../review-store/kept-answers.ts';
import { holdReasons, type HoldReason } from '../../../server-kit/robots/floods.ts';
import type { Metrics } from '../../metrics.ts';
import type { Mirror } from '../../mirror/mirror.ts';
import { storeOf } from '../../state/open.ts';
import type { OutboxTable, ProxyDb } from '../../state/tables.ts';
import { atomically } from '../../state/transaction.ts';
import { isFinal, UpstreamRefusal } from '../../../api-client/answer.ts';
import type { UpstreamClient } from '../../../api-client/client.ts';
import type { UpstreamExtensions } from '../../upstream/extensions.ts';
import { neverLeft } from '../../../server-kit/network/exchange.ts';
import {
  deleteWrite,
  filesOf,
  findWrite,
  insertWrite,
  lastReviewWasPending,
  SPARE,
  WRITE,
  type OutgoingWrite,
} from './outbox-rows.ts';
import { eraseArrived } from './outbox-erasure.ts';
import { doubtWrite, refuseWrite, settleWrite } from './outbox-sending.ts';
import { ReadBack } from './read-back.ts';
import { findAsked } from './read-back-asking.ts';
import { goesUpHeld, holdHere } from './outbox-holding.ts';
import { keepDelivered, readDelivered, type WriteName, type Delivered, type DeliveredBy } from '../delivered.ts';

export interface OutboxTools {
  readonly db: ProxyDb;
  readonly client: UpstreamClient;
  readonly extensions: Pick<UpstreamExtensions, 'has'>;
  readonly mirror: Mirror;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly worker: Worker;
}

/** The API has it, with what it answered (null for nothing that we can read); or it waits. */
export type WriteOutcome<Name extends WriteName = WriteName> =
  | { readonly state: 'delivered'; readonly delivered: DeliveredBy[Name] | null }
  | { readonly state: 'waiting' };

/** Somebody who waits for an attempt. */
type Asked = Pick<PromiseWithResolvers<WriteOutcome>, 'resolve' | 'reject'> & { hasLeft: boolean };

const SEND_TIMEOUT_MS = 30_000;
/** After the API returned, or the sender died, until it is certain whether the API has accepted a write. */
export const SETTLES_IN_MS = 5_000;
/** After that, another version may answer for the API, which would publish what is to be held. */
const WAITED_MS = 10_000;
/** A call under way as the proxy stops may finish; after that it is in doubt, and kept. */
const GRACE_MS = 4_000;
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
  /** The API has said that it honours `Idempotency-Key`. */
  #keysCount = false;
  readonly #kind: Kind;
  /** Their deliveries wait for no other's. */
  readonly kinds: readonly Kind[];

  constructor(tools: OutboxTools) {
    this.#tools = tools;
    this.#readBack = new ReadBack(tools);
    this.#kind = {
      name: WRITE,
      failing: 'reviews could not be delivered',
      retryMs: FIRST_RETRY_MS,
      doubtMs: SETTLES_IN_MS,
      graceMs: GRACE_MS,
      isWanted: () => !tools.client.isAway,
      attempt: (job) => this.#attempt(job),
    };
    this.kinds = [this.#kind, { ...this.#kind, name: SPARE }];
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
    const { db, clock, logger, worker, extensions } = this.#tools;
    const hold = write.heldFor && (await extensions.has('hold')) ? { hold: write.heldFor } : {};
    const kept = await insertWrite(db, { ...write, fields: { ...write.fields, ...hold } }, clock.now(), worker.holder);
    if (!kept) return this.#outcomeOf(write.id);
    if (write.heldFor) return this.#hold(write, write.heldFor, kept.job);
    if (!kept.job?.leased_by) return { state: 'waiting' };
    const { promise, resolve, reject } = Promise.withResolvers<WriteOutcome>();
    const asked: Asked = { resolve, reject, hasLeft: false };
    worker.begin({ ...this.#kind, attempt: (job) => this.#attempt(job, asked) }, kept.job);
    const waited = new AbortController();
    const waiting = clock.sleep(patienceMs, waited.signal).then((): WriteOutcome => {
      asked.hasLeft = true;
      return { state: 'waiting' };
    });
    try {
      return await Promise.race([promise, waiting]);
    } catch (error) {
      // It is kept and will be sent again. If it were refused, the shopper would write it twice.
      if (!(error instanceof ApiError)) return { state: 'waiting' };
      // It was never acknowledged, and its author learns why.
      await deleteWrite(db, write.business, write.id);
      if (error.is('productNotFound')) sayUnknown(logger, write);
      throw error;
    } finally {
      waited.abort();
    }
  }

  /** Acknowledged like any other that waits, so that a flooder learns nothing from it. */
  #hold({ id, business }: OutgoingWrite, reason: HoldReason, job: JobTable | null): WriteOutcome {
    const { logger, metrics, worker } = this.#tools;
    metrics.held.inc({ reason });
    logger.warn(
      { business, id, reason },
      `a write is held, and the merchant finds it in the ${job ? 'inbox' : 'queue'}: ${holdReasons[reason]}`,
    );
    if (job?.leased_by) worker.begin(this.#kind, job);
    return { state: 'waiting' };
  }

  /** For a write that was kept before, by a request whose answer never arrived. */
  async #outcomeOf(id: string): Promise<WriteOutcome> {
    const row = await findWrite(this.#tools.db, id);
    if (row?.state === 'erased') throw erased;
    if (row?.state === 'refused') throw refuse(nameOfCode(row.error_code) ?? 'unexpected');
    if (row?.state !== 'delivered' || row.held_for !== null) return { state: 'waiting' };
    return { state: 'delivered', delivered: row.answer === null ? null : (JSON.parse(row.answer) as Delivered) };
  }

  async #attempt(job: Job, asked?: Asked): Promise<null> {
    try {
      const delivered = await this.#deliver(job, asked);
      asked?.resolve({ state: 'delivered', delivered });
    } catch (error) {
      asked?.reject(error);
      if (!(error instanceof ApiError)) throw error;
      if (!asked && error !== erased) this.#sayRefused(error, 'queue');
    }
    return null;
  }

  #sayRefused({ code }: ApiError, where: 'inbox' | 'queue'): void {
    const { logger } = this.#tools;
    logger.warn({ code }, `the review service refused an acknowledged write: the merchant finds it in the ${where}`);
  }

  /**
   * @returns what the API made of it; null also where it stays here, for the merchant.
   * @throws Later where it has to wait; ApiError where the API refuses it, or it was erased or given up.
   */
  async #deliver(job: Job, asked?: Asked): Promise<Delivered> {
    const { db, clock, extensions } = this.#tools;
    const row = await findWrite(db, job.id);
    if (row?.state !== 'waiting') throw erased;
    if (goesUpHeld(row)) {
      if (clock.now() > row.created_at + WAITED_MS) await this.#hearAgain(job, row);
      if (!(await extensions.has('hold'))) {
        await holdHere(db, row);
        return null;
      }
    }
    if (row.at_work_until !== null) {
      const workMs = row.at_work_until - clock.now();
      if (workMs > 0) throw new Later(workMs, { counts: false });
      const found = this.#isLookedFor(row) ? await this.#find(job, row) : null;
      if (found) return this.#settle(row, found.delivered, found.isRemoved);
    }
    return this.#send(job, row, asked);
  }

  /** One call says what the API can do by now. @throws Later where it does not answer. */
  async #hearAgain(job: Job, { business }: OutboxTable): Promise<void> {
    const { signal, attempts } = job;
    try {
      await this.#tools.client.call('getBusiness', { lane: laneOf(job), business, timeoutMs: SEND_TIMEOUT_MS, signal });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!isFinal(error)) throw new Later(pauseAfter(attempts - 1, error), { counts: false });
    }
  }

  /** A write that is sent again under its key is there once; but keys are forgotten, and an API may know none. */
  #isLookedFor({ operation, created_at }: OutboxTable): boolean {
    if (operation === 'addProductReview') return true;
    return isAsking(operation) && this.#tools.clock.now() > created_at + KEYS_KEPT_MS;
  }

  async #find(job: Job, row: OutboxTable): Promise<{ delivered: Delivered; isRemoved: boolean } | null> {
    try {
      if (isAsking(row.operation)) {
        const delivered = await findAsked(this.#tools, row, job.signal);
        // The mirror reads it by itself, as the API has it by now.
        return delivered && { delivered, isRemoved: true };
      }
      const found = await this.#readBack.find(row, job.due_at, job.signal);
      if (found) return { delivered: found.review, isRemoved: found.isRemoved };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new Later(pauseAfter(job.attempts - 1, error), { counts: false });
    }
    if (await this.#mayBePending(row)) throw new Later(LAST_RETRY_MS, { counts: false });
    return null;
  }

  /** It is in no listing: either a moderator has it, and it will show, or it was lost on its way. */
  async #mayBePending(row: OutboxTable): Promise<boolean> {
    const { db, clock } = this.#tools;
    const { operation, business, created_at } = row;
    // An API that holds honours keys.
    if (operation !== 'addProductReview' || goesUpHeld(row)) return false;
    return !this.#keysCount && clock.now() < created_at + MODERATION_MS && (await lastReviewWasPending(db, business));
  }

  async #send(job: Job, row: OutboxTable, asked?: Asked): Promise<Delivered> {
    const { db, client, clock } = this.#tools;
    let wasSent = false;
    try {
      const { body, headers } = await client.call(row.operation, {
        lane: laneOf(job),
        business: row.business,
        fields: JSON.parse(row.fields) as Record<string, string>,
        files: await filesOf(db, row.id),
        headers: asked ? { 'idempotency-key': row.id } : waiting(row, clock),
        timeoutMs: SEND_TIMEOUT_MS,
        signal: job.signal,
        beforeSending: async () => {
          if (!wasSent) await this.#doubt(job);
          wasSent = true;
        },
      });
      this.#keysCount = headers['idempotency-key'] === 'accepted';
      return await this.#settle(row, readDelivered(row.operation, body));
    } catch (error) {
      if (!(error instanceof ApiError) || error === erased) throw error;
      if (isFinal(error)) {
        const became = error instanceof UpstreamRefusal ? error.header(WAITED_HEADER) : undefined;
        if (became === 'erased') {
          await eraseArrived(db, row);
          throw erased;
        }
        if (asked?.hasLeft) {
          // It was acknowledged meanwhile, and goes once more as what nobody waits for.
          await doubtWrite(db, row.id, null);
          throw new Later(0, { counts: false });
        }
        if (became === 'kept') {
          await deleteWrite(db, row.business, row.id);
          this.#sayRefused(error, 'inbox');
          throw erased;
        }
        await refuseWrite(db, row.id, error.code, job.attempts);
        throw error;
      }
      const left = wasSent && !neverLeft(error);
      const workMs = left ? workAfter(job, error) : null;
      await doubtWrite(db, row.id, workMs === null ? null : clock.now() + workMs);
      const pauseMs = pauseAfter(left ? job.attempts : job.attempts - 1, error);
      throw new Later(Math.max(pauseMs, workMs ?? 0), { counts: left });
    }
  }

  /** From now on the API may have it. */
  #doubt(job: Job): Promise<void> {
    return atomically(this.#tools.db, async (db) => {
      if (!(await doubtWrite(db, job.id, 0))) throw erased;
      await job.confirm(storeOf(db));
    });
  }

  async #settle(row: OutboxTable, delivered: Delivered, isRemoved = false): Promise<Delivered> {
    const { mirror, clock } = this.#tools;
    const { operation, business } = row;
    await mirror.change(business, async (db) => {
      const isOurs = await settleWrite(db, row.id, delivered?.id ?? null, delivered && JSON.stringify(delivered));
      if (!isOurs && (await findWrite(db, row.id))?.state === 'erased') throw erased;
      if (delivered === null || isRemoved) return { changed: false };
      const fields = JSON.parse(row.fields) as Record<string, string>;
      const kept = await keepDelivered(db, mirror, { operation, business, fields, now: clock.now() }, delivered);
      return { changed: kept, onlyAdds: true };
    });
    return delivered;
  }
}

/** Past the share of its address it takes no call from what others write. */
const laneOf = ({ kind }: Job) => (kind === SPARE ? 'vote' : 'write');

/** It says how long it has waited at the moment when it is sent: it may wait for a call of the budget before. */
const waiting = ({ id, created_at }: OutboxTable, clock: Clock) => ({
  'idempotency-key': id,
  get [WAITED_HEADER]() {
    return String(Math.max(0, clock.now() - created_at));
  },
});

/** How long the API may still be at work on it, in milliseconds; null where it has certainly not accepted it. */
function workAfter({ signal }: Job, error: ApiError): number | null {
  if (error.http !== 502 && error.http !== 504 && !signal.aborted) return null;
  return error.http === 504 ? AT_WORK_MS : SETTLES_IN_MS;
}

/** @param sent - how often it was sent. */
function pauseAfter(sent: number, { retryAfterSeconds = 0 }: ApiError): number {
  const pause = FIRST_RETRY_MS * 2 ** Math.min(Math.max(0, sent - 1), 10);
  return Math.max(Math.min(LAST_RETRY_MS, pause), retryAfterSeconds * 1_000);
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
