/**
 * The budget of calls to the API. Its log is in a database, so that it holds across restarts and for all
 * instances that share the database.
 *
 * A call is counted from its start until one window after its END. The API counts it at some moment between its start
 * and its end, which we cannot know. So no eleven of those moments can fall into one window, however slow the network.
 */
import { randomUUID } from 'node:crypto';
import { ApiError, refuse } from '../contract/endpoints/errors.ts';
import type { Clock } from '../server-kit/clock.ts';
import { atomically } from '../review-store/databases/transaction.ts';
import {
  countCalls,
  endCall,
  extendPause,
  forgetCall,
  logCall,
  readLog,
  readPause,
  shiftOf,
  tidyCalls,
  type Ending,
} from './call-log.ts';
import { nextChance, type Chance, type NextChance, type Reserved } from './chances.ts';
import { BACKGROUND_BURST, lanesByPriority, LONGEST_WAIT_MS, type Lane } from './lanes.ts';
import { takeTurn, type Place } from './place.ts';

/** A caller who would have less time for a call does not wait for its turn. */
const SHORTEST_CALL_MS = 1_000;

/** Leave to make one call. */
export interface Permit {
  /** When the call must have ended, by `Clock.elapsed`. */
  readonly deadline: number;
  /** To be called when the call has ended. */
  end(how?: Ending): Promise<void>;
}

export interface AcquireOptions {
  /**
   * Waits past the deadline for a slot that is sure to come, and then has as long for the call as it had at first, as
   * far as nobody waits longer than they may in all.
   */
  readonly patient?: boolean;
  /** Waits for nothing: a call now, or none. */
  readonly atOnce?: boolean | undefined;
  /** When the caller began to wait, by `Clock.elapsed`; by default, now. */
  readonly since?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** When calls can be made, as far as is known now, by `Clock.elapsed`. */
export interface Outlook {
  /** Calls of this window that a first walk could make at once. */
  readonly free: number;
  readonly sweep: Chance;
  readonly shopper: Chance;
}

interface Waiter {
  readonly lane: Lane;
  readonly since: number;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly patient: boolean;
  readonly atOnce: boolean;
  deadline: number;
  readonly grant: (permit: Permit) => void;
  readonly refuse: (error: unknown) => void;
}

/** Either a call was logged, or each waiting lane learns when to ask again. */
type Decision =
  | { readonly granted: Lane; readonly id: string }
  | { readonly granted: null; readonly next: ReadonlyMap<Lane, NextChance> };

/** The budget has no call to give in time. Nothing is wrong. */
export class BudgetRefusal extends ApiError {
  constructor(retryAfterSeconds: number) {
    super('unavailable', 'The review service cannot be asked at the moment', {
      retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)),
    });
  }
}

const stopping = () => refuse('unavailable', 'The proxy is stopping', { retryAfterSeconds: 5 });

export interface BudgetTools {
  readonly place: Place;
  readonly clock: Clock;
  /** The instance whose calls end with it. */
  readonly instance?: string | undefined;
}

export class Budget {
  readonly #place: Place;
  readonly #clock: Clock;
  readonly #instance: string;
  #waiting: Waiter[] = [];
  #running = false;
  #wake = new AbortController();
  #reserved: Reserved = { headsPerHour: 0, firstSweepPerHour: 0, backgroundPerWindow: BACKGROUND_BURST.usual };

  constructor({ place, clock, instance = randomUUID() }: BudgetTools) {
    this.#place = place;
    this.#clock = clock;
    this.#instance = instance;
  }

  /**
   * Waits for leave to make a call.
   * @param deadline - by `Clock.elapsed`, for the waiting and the call together.
   * @throws ApiError `unavailable` with `Retry-After` where it does not come in time, or is wanted no more.
   */
  async acquire(
    lane: Lane,
    deadline: number,
    { patient = false, atOnce = false, since, signal }: AcquireOptions = {},
  ): Promise<Permit> {
    // Such a signal says nothing any more.
    if (signal?.aborted) throw stopping();
    const { promise, resolve, reject } = Promise.withResolvers<Permit>();
    const settled = new AbortController();
    const arrivedAt = this.#clock.elapsed();
    const waiter: Waiter = {
      lane,
      since: since ?? arrivedAt,
      timeoutMs: deadline - arrivedAt,
      patient,
      atOnce,
      deadline,
      grant: (permit) => {
        settled.abort();
        resolve(permit);
      },
      refuse: (error) => {
        settled.abort();
        reject(error);
      },
    };
    this.#waiting.push(waiter);
    void this.#giveUpInTime(waiter, settled.signal);
    signal?.addEventListener('abort', () => this.#remove(waiter, stopping()), { once: true, signal: settled.signal });
    this.#wakeUp();
    void this.#run();
    return promise;
  }

  /** Keeps calls free for the mirror, which is what answers everybody in the end. */
  reserve(calls: Reserved): void {
    const isMore = calls.backgroundPerWindow > this.#reserved.backgroundPerWindow;
    this.#reserved = calls;
    if (isMore) this.#wakeUp();
  }

  /** How many wait in a lane. */
  waiting(lane: Lane): number {
    return this.#waiting.filter((waiter) => waiter.lane === lane).length;
  }

  /** Obeys the API: no call for this long. A longer pause that has begun stays as it is. */
  async pause(pauseMs: number): Promise<void> {
    const until = this.#clock.now() + pauseMs;
    await atomically(this.#place, async (place) => {
      await takeTurn(place, 'budget');
      await extendPause(place, until);
    });
    this.#wakeUp();
  }

  /** When calls can be made, to choose among them. It reserves nothing. */
  async outlook(): Promise<Outlook> {
    const now = this.#clock.elapsed();
    const closedUntil = await readPause(this.#place, this.#clock);
    const log = await readLog(this.#place, this.#clock);
    const chance = (lane: Lane, reserved = this.#reserved): NextChance =>
      nextChance(lane, log, now, closedUntil, reserved);
    const { slots } = chance('sweep', { ...this.#reserved, backgroundPerWindow: BACKGROUND_BURST.walk });
    return {
      free: slots.filter((slot) => slot <= now).length,
      sweep: chance('sweep'),
      shopper: chance('shopper'),
    };
  }

  /** How many calls of the last hour are on the log. */
  usedThisHour(): Promise<number> {
    return countCalls(this.#place, this.#clock.now());
  }

  async #giveUpInTime(waiter: Waiter, settled: AbortSignal): Promise<void> {
    while (!settled.aborted && this.#clock.elapsed() < waiter.deadline)
      await this.#clock.sleep(waiter.deadline - this.#clock.elapsed(), settled);
    this.#remove(waiter, new BudgetRefusal(5));
  }

  #remove(waiter: Waiter, error: ApiError): void {
    if (!this.#waiting.includes(waiter)) return;
    this.#waiting = this.#waiting.filter((other) => other !== waiter);
    waiter.refuse(error);
  }

  #wakeUp(): void {
    this.#wake.abort();
    this.#wake = new AbortController();
  }

  /** Makes one decision at a time, as long as anybody waits. */
  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      while (this.#waiting.length > 0) {
        const { signal: woken } = this.#wake;
        const decision = await this.#decide();
        if (decision.granted !== null) this.#grant(decision.granted, decision.id);
        else await this.#wait(decision.next, woken);
      }
    } catch (error) {
      for (const waiter of this.#waiting.splice(0)) waiter.refuse(error);
    } finally {
      this.#running = false;
    }
    // Somebody may have come after the queue was last checked.
    if (this.#waiting.length > 0) void this.#run();
  }

  #grant(lane: Lane, id: string): void {
    const index = this.#waiting.findIndex((waiter) => waiter.lane === lane);
    const [waiter] = index < 0 ? [] : this.#waiting.splice(index, 1);
    // Without a waiter its deadline passed while the call was logged: it is not made, so it does not count.
    if (waiter) waiter.grant({ deadline: waiter.deadline, end: (how = 'answered') => this.#end(id, how) });
    else void forgetCall(this.#place, id).catch(() => {});
  }

  async #wait(next: ReadonlyMap<Lane, NextChance>, woken: AbortSignal): Promise<void> {
    this.#bePatient(next);
    for (const waiter of this.#waiting) {
      const chance = next.get(waiter.lane);
      // Waiting for what cannot come in time helps nobody.
      if (chance && (waiter.atOnce || (chance.certain && chance.at > waiter.deadline)))
        this.#remove(waiter, new BudgetRefusal((chance.at - this.#clock.elapsed()) / 1_000));
    }
    if (this.#waiting.length === 0) return;
    const soonest = Math.min(...this.#waiting.map((waiter) => next.get(waiter.lane)?.at ?? 0));
    await this.#clock.sleep(soonest - this.#clock.elapsed(), woken);
  }

  #bePatient(next: ReadonlyMap<Lane, NextChance>): void {
    const before = new Map<Lane, number>();
    for (const waiter of this.#waiting) {
      const place = before.get(waiter.lane) ?? 0;
      before.set(waiter.lane, place + 1);
      const slot = next.get(waiter.lane)?.slots[place];
      const latest = waiter.since + LONGEST_WAIT_MS;
      if (waiter.patient && slot !== undefined && slot + SHORTEST_CALL_MS <= latest)
        waiter.deadline = Math.max(waiter.deadline, Math.min(slot + waiter.timeoutMs, latest));
    }
  }

  async #end(id: string, how: Ending): Promise<void> {
    // If that cannot be stored, the call counts until its deadline, which does no harm; its answer is worth more.
    await endCall(this.#place, id, how, this.#clock.now()).catch(() => {});
    this.#wakeUp();
  }

  #decide(): Promise<Decision> {
    return atomically(this.#place, async (place): Promise<Decision> => {
      await takeTurn(place, 'budget');
      await tidyCalls(place, this.#clock.now());
      const now = this.#clock.elapsed();
      const closedUntil = await readPause(place, this.#clock);
      const log = await readLog(place, this.#clock);
      const next = new Map<Lane, NextChance>();
      for (const lane of lanesByPriority) {
        const longest = Math.max(
          0,
          ...this.#waiting.filter((waiter) => waiter.lane === lane).map((waiter) => waiter.deadline),
        );
        if (longest === 0) continue;
        const chance = nextChance(lane, log, now, closedUntil, this.#reserved);
        if (chance.at <= now) {
          const id = randomUUID();
          const deadline = Math.ceil(longest - shiftOf(this.#clock));
          await logCall(place, { id, lane, deadline, instance: this.#instance });
          return { granted: lane, id };
        }
        next.set(lane, chance);
      }
      return { granted: null, next };
    });
  }
}
