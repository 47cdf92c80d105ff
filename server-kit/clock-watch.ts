/** A clock that somebody keeps an eye on. */
export interface WatchedClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back whenever the clock shows less than it has shown to anybody: it was wrong then, or it is now. */
  watch(onSetBack: () => void): void;
  stop(): void;
}

const LOOK_EVERY_MS = 1_000;

/** However short it was wrong: what it showed is in the data. */
export function watchClock(now: () => number): WatchedClock {
  let latest = Number.NEGATIVE_INFINITY;
  let looking: NodeJS.Timeout | undefined;
  return {
    now() {
      const current = now();
      if (current > latest) latest = current;
      return current;
    },
    watch(onSetBack) {
      looking = setInterval(() => {
        const current = now();
        const wasSetBack = current < latest;
        latest = current;
        if (wasSetBack) onSetBack();
      }, LOOK_EVERY_MS).unref();
    },
    stop: () => clearInterval(looking),
  };
}
