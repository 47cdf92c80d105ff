/** A clock that somebody keeps an eye on. */
export interface WatchedClock {
  /** Milliseconds since 1970. */
  now(): number;
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
      let looks = Number.POSITIVE_INFINITY;
      looking = setInterval(() => {
        const current = now();
        looks = current < latest ? 0 : looks + 1;
        latest = current;
        if (looks === 0 || AGAIN.includes(looks)) onSetBack();
      }, LOOK_EVERY_MS).unref();
    },
    stop: () => clearInterval(looking),
  };
}
