export interface ClockWatch {
  stop(): void;
}

const LOOK_EVERY_MS = 1_000;

/** Says when the clock shows less than it did a second ago: it was wrong then, or it is now. */
export function watchClock(now: () => number, onSetBack: () => void): ClockWatch {
  let last = now();
  const looking = setInterval(() => {
    const current = now();
    const wasSetBack = current < last;
    last = current;
    if (wasSetBack) onSetBack();
  }, LOOK_EVERY_MS).unref();
  return { stop: () => clearInterval(looking) };
}
