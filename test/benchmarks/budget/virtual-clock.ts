import type { Clock } from '../../../server-kit/clock.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Turns of the event loop after which work that is not asleep has come to its end or its next sleep. */
const TURNS = 4;

/** A clock that jumps from one sleeper's hour to the next: a day passes as fast as the work in it. */
export class VirtualClock implements Clock {
  #now = Date.parse('2026-11-03T00:00:00Z');
  /** The first to wake up comes last. */
  readonly #sleepers: Sleeper[] = [];

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const giveUp = () => {
        const index = this.#sleepers.indexOf(sleeper);
        if (index >= 0) this.#sleepers.splice(index, 1);
        resolve();
      };
      const sleeper: Sleeper = {
        at: this.#now + Math.max(0, ms),
        wake: () => {
          signal?.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      signal?.addEventListener('abort', giveUp);
      this.#insert(sleeper);
    });
  }

  /** Lets time pass until `end`. */
  async runUntil(end: number): Promise<void> {
    for (;;) {
      for (let turn = 0; turn < TURNS; turn += 1)
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      const next = this.#sleepers.at(-1);
      if (!next || next.at > end) break;
      this.#sleepers.pop();
      this.#now = Math.max(this.#now, next.at);
      next.wake();
    }
    this.#now = end;
  }

  #insert(sleeper: Sleeper): void {
    let low = 0;
    let high = this.#sleepers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sleepers[middle]!.at > sleeper.at) low = middle + 1;
      else high = middle;
    }
    this.#sleepers.splice(low, 0, sleeper);
  }
}
