export interface Repeating {
  /** Waits for the work that is under way. */
  close(): Promise<void>;
}

/**
 * Works now and at intervals, until it is closed. Work that takes longer than the interval is not begun a second time:
 * where a database says nothing for an hour, there is not an hour's work to be made up for.
 * @param work - never throws.
 */
export function repeatEvery(intervalMs: number, work: () => Promise<void>): Repeating {
  let running: Promise<void> | null = null;
  const begin = (): void => {
    running ??= work().finally(() => {
      running = null;
    });
  };
  begin();
  const timer = setInterval(begin, intervalMs).unref();
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
