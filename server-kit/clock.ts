import { setTimeout as wait } from 'node:timers/promises';

/** Time as the servers see it. Tests and simulations bring their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after this time, or as soon as the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The longest that a timer can wait; for anything longer Node fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await wait(
        Math.min(Math.max(0, ms), LONGEST_TIMER_MS),
        undefined,
        signal ? { signal, ref: false } : { ref: false },
      );
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
  },
};

const CHECK_EVERY_MS = 1_000;
/** It calls back again after this many checks; nothing that a program does takes longer than the last. */
const AGAIN_AFTER_CHECKS: readonly number[] = [1, 3, 10, 60, 180];

/** Notices when the clock is set back, however briefly it was wrong: what it showed is in the data. */
export class WatchedClock implements Clock {
  readonly #clock: Clock;
  #latest = Number.NEGATIVE_INFINITY;
  #checking: NodeJS.Timeout | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    const current = this.#clock.now();
    if (current > this.#latest) this.#latest = current;
    return current;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#clock.sleep(ms, signal);
  }

  /**
   * Calls back whenever the clock shows less than it has shown before: it was wrong then, or it is now. It calls a few
   * more times in the minutes after, since what was under way may still store what the clock showed before.
   */
  start(onSetBack: () => void): void {
    let checks = Number.POSITIVE_INFINITY;
    this.#checking = setInterval(() => {
      const current = this.#clock.now();
      checks = current < this.#latest ? 0 : checks + 1;
      this.#latest = current;
      if (checks === 0 || AGAIN_AFTER_CHECKS.includes(checks)) onSetBack();
    }, CHECK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#checking);
  }
}
