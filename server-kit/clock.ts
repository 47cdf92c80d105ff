import { setTimeout as wait } from 'node:timers/promises';

/** Time as the servers see it. Tests and simulations bring their own. */
export interface Clock {
  /** Milliseconds since 1970, for moments that are stored or told. Somebody may set it, ahead and back. */
  now(): number;
  /** Milliseconds since a moment of this process's own, for waits: nobody sets it. */
  elapsed(): number;
  /** Resolves after this time, or as soon as the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The longest that a timer can wait; for anything longer Node fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
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

const CHECK_EVERY_MS = 250;
/** A clock that was further ahead by less than this makes nobody wait for longer than that. */
const LEAST_SET_BACK_MS = 1_000;
/** It calls back again after this many checks; nothing that a program does takes longer than the last. */
const AGAIN_AFTER_CHECKS: readonly number[] = [4, 12, 40, 240, 720];

/**
 * Calls back when the clock was set back: its earlier time is stored. It calls a few more times in the minutes
 * after, since work under way may still store the earlier time.
 */
export function whenSetBack(clock: Clock, putRight: () => void): Disposable {
  const aheadMs = (): number => clock.now() - clock.elapsed();
  let ahead = aheadMs();
  let checks = Number.POSITIVE_INFINITY;
  const checking = setInterval(() => {
    const before = ahead;
    ahead = aheadMs();
    checks = ahead < before - LEAST_SET_BACK_MS ? 0 : checks + 1;
    if (checks === 0 || AGAIN_AFTER_CHECKS.includes(checks)) putRight();
  }, CHECK_EVERY_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(checking) };
}
