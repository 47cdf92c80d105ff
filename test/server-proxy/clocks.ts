/** Clocks that tests move on, or that run faster than the wall's. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../server-kit/clock.ts';
import type { FakeOptions } from './fake-upstream.ts';
import { until } from './harness.ts';

/** Milliseconds that every process of this machine counts alike, and that nobody sets. */
const uptime = (): number => Number(process.hrtime.bigint()) / 1e6;

/** When a clock began to run fast: what the wall's showed, and where `uptime` was. */
export interface Start {
  readonly date: number;
  readonly uptime: number;
}

export const startNow = (): Start => ({ date: Date.now(), uptime: uptime() });

/** A clock that runs so many times faster than the wall's; two processes that name one start share it. */
export function fastClock(factor: number, start = startNow()): Clock {
  return {
    now: () => Math.floor(start.date + (uptime() - start.uptime) * factor),
    elapsed: () => (uptime() - start.uptime) * factor,
    async sleep(ms, signal) {
      try {
        await wait(
          Math.min(2 ** 31 - 1, Math.max(0, ms) / factor),
          undefined,
          signal ? { signal, ref: false } : { ref: false },
        );
      } catch (error) {
        if (!signal?.aborted) throw error;
      }
    },
  };
}

/** A clock that a test changes while others sleep by it: they wake, and look at it anew. */
abstract class ChangingClock implements Clock {
  #changes = new AbortController();

  abstract readonly now: () => number;
  /** How many times faster than the wall's. */
  abstract readonly pace: number;
  /** What is moved on is time that passes: no clock is wrong. */
  readonly elapsed = (): number => this.now();

  protected changed(): void {
    this.#changes.abort();
    this.#changes = new AbortController();
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const end = this.now() + ms;
    while (this.now() < end && !signal?.aborted) {
      const left = Math.min(2 ** 31 - 1, (end - this.now()) / this.pace);
      const waking = AbortSignal.any([this.#changes.signal, ...(signal ? [signal] : [])]);
      await wait(left, undefined, { ref: false, signal: waking }).catch(() => {});
    }
  }
}

/**
 * A clock whose pace a test chooses: faster than the wall's while it waits for what takes minutes, and as fast while
 * something has a deadline, of which a busy machine would else have too little.
 */
export class PacedClock extends ChangingClock {
  #pace: number;
  #date = Date.now();
  #since = uptime();

  constructor(pace: number) {
    super();
    this.#pace = pace;
  }

  get pace(): number {
    return this.#pace;
  }

  set pace(pace: number) {
    this.#date = this.now();
    this.#since = uptime();
    this.#pace = pace;
    this.changed();
  }

  readonly now = (): number => Math.floor(this.#date + (uptime() - this.#since) * this.#pace);

  /** Lets so many milliseconds pass at a pace, and goes on at that of the wall. */
  async pass(ms: number, pace: number): Promise<void> {
    const end = this.now() + ms;
    this.pace = pace;
    await until('the time has passed', () => this.now() > end);
    this.pace = 1;
  }
}

/** A clock that stands still until it is moved on. */
export class ManualClock implements Clock {
  #now = Date.parse('2026-11-03T09:00:00Z');
  readonly #sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms <= 0 || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper = { at: this.#now + ms, wake: resolve };
      this.#sleepers.add(sleeper);
      signal?.addEventListener(
        'abort',
        () => {
          this.#sleepers.delete(sleeper);
          resolve();
        },
        { once: true },
      );
    });
  }

  /** Moves on in steps, and lets what woke up do its work. */
  async advance(ms: number, step = 100): Promise<void> {
    const end = this.#now + ms;
    while (this.#now < end) {
      this.#now = Math.min(end, this.#now + step);
      for (const sleeper of this.#sleepers) {
        if (sleeper.at > this.#now) continue;
        this.#sleepers.delete(sleeper);
        sleeper.wake();
      }
      await settle();
    }
  }
}

/** Long enough for work on an open database to come to its next wait. */
export async function settle(turns = 20): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}

/** A clock that can be moved on; it never stands still. */
export class SkippingClock extends ChangingClock {
  readonly pace = 1;
  #ahead = 0;
  readonly now = (): number => Date.now() + this.#ahead;
  /** For an API on the same clock: what was on its way before a leap arrives in a window that the proxy holds for empty. */
  readonly api: FakeOptions = { now: this.now, burst: 20 };

  get ahead(): number {
    return this.#ahead;
  }

  set ahead(ahead: number) {
    this.#ahead = ahead;
    this.changed();
  }

  /** Past the next attempt of whatever waits. */
  skip(): void {
    this.ahead += 1_000_000;
  }
  /** Skips, and again after a while: an attempt that was under way before may have put off the next. */
  async skipUntil(what: string, condition: () => Promise<boolean>): Promise<void> {
    const WHILE = 3_000;
    let skipped = 0;
    await until(what, async () => {
      if (skipped + WHILE < Date.now()) {
        this.skip();
        skipped = Date.now();
      }
      return condition();
    });
  }
}
