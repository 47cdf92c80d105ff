import type { Clock } from './clock.ts';

export interface Repeating {
  /** Waits for the work that is under way. */
  close(): Promise<void>;
}

/**
 * Works now and at intervals, until it is closed. Work that takes longer than the interval is not begun a second time:
 * where a database says nothing for an hour, there is not an hour's work to be made up for.
 * @param work - its signal is aborted when it is closed.
 * @param failed - is told of work that throws, once until it works again.
 */
export function repeatEvery(
  clock: Pick<Clock, 'sleep'>,
  intervalMs: number,
  work: (signal: AbortSignal) => Promise<void>,
  failed: (error: unknown) => void,
): Repeating {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    let isFailing = false;
    while (!signal.aborted) {
      try {
        await work(signal);
        isFailing = false;
      } catch (error) {
        if (!isFailing) failed(error);
        isFailing = true;
      }
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
