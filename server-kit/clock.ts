import { setTimeout as wait } from 'node:timers/promises';

/** Time as the servers see it; tests and simulations bring their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms` milliseconds, or at once when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Beyond the longest that a timer can wait, Node fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await wait(Math.min(Math.max(0, ms), LONGEST_TIMER_MS), undefined, signal ? { signal, ref: false } : { ref: false });
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
  },
};

/** A clock that somebody keeps an eye on. */
export interface WatchedClock extends Clock {
  /**
   * Calls back whenever the clock shows less than it has shown to anybody: it was wrong then, or it is now. And a few
   * times more in the minutes after: what was under way then notes its end by what the clock showed before.
   */
  watch(onSetBack: () => void): void;
  stop(): void;
}

const LOOK_EVERY_MS = 1_000;
/** So many looks after a set-back it calls back again; nothing that a program does takes longer than the last. */
const AGAIN: readonly number[] = [1, 3, 10, 60, 180];

/** However short it was wrong: what it showed is in the data. */
export function watchClock(clock: Clock): WatchedClock {
  let latest = Number.NEGATIVE_INFINITY;
  let looking: NodeJS.Timeout | undefined;
  return {
    now() {
      const current = clock.now();
      if (current > latest) latest = current;
      return current;
    },
    sleep: (ms, signal) => clock.sleep(ms, signal),
    watch(onSetBack) {
      let looks = Number.POSITIVE_INFINITY;
      looking = setInterval(() => {
        const current = clock.now();
        looks = current < latest ? 0 : looks + 1;
        latest = current;
        if (looks === 0 || AGAIN.includes(looks)) onSetBack();
      }, LOOK_EVERY_MS).unref();
    },
    stop: () => clearInterval(looking),
  };
}
