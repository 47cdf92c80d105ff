import { setTimeout as wait } from 'node:timers/promises';

/** Time as the proxy sees it; tests and simulations bring their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms` milliseconds, or at once when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Longest that a timer can wait, in milliseconds: beyond it Node fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await wait(Math.min(Math.max(0, ms), LONGEST_TIMER), undefined, signal ? { signal, ref: false } : { ref: false });
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
  },
};
