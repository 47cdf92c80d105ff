import { StoreBusy } from '../errors.ts';
import type { Patience } from '../patience.ts';

/** So many at a time; the others wait, and go on in the order in which they came. */
export class Turns {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(places: number) {
    this.#free = places;
  }

  /** @throws StoreBusy */
  async take(patience: Patience): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    using _timer = setTimeout(
      () => {
        if (this.#waiting.delete(resolve))
          reject(new StoreBusy('The database is in use: a write waited too long for its turn'));
      },
      Math.max(0, patience.leftMs),
    );
    await patience.spend(() => promise);
  }

  give(): void {
    for (const next of this.#waiting) {
      this.#waiting.delete(next);
      return next();
    }
    this.#free += 1;
  }
}
