import type { Clock } from './clock.ts';

export interface Repeating {
  /** Waits for the work that is under way. */
  close(): Promise<void>;
}

/**
 * Works now and at intervals, until it is closed. Work that takes longer than the interval is not begun a second time:
 * where a database says nothing for an hour, there is not an hour's work to be made up for.
 * @param work - never throws.
 */
export function repeatEvery(clock: Pick<Clock, 'sleep'>, intervalMs: number, work: () => Promise<void>): Repeating {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await work();
      await clock.sleep(intervalMs, signal);
    }
  };
  const running = run();
  return {
    async close() {
      stopping.abort();
      await running;
    },
  };
}
