import { WeighedCache } from './weighed-cache.ts';

interface Kept<Value> {
  readonly at: number;
  readonly value: Promise<Value>;
}

/** Answers that take long to work out and are good for a while: everybody who asks meanwhile gets the same. */
export class KeptFor<Value> {
  readonly #ms: number;
  readonly #kept = new WeighedCache<Kept<Value>>({ maxBytes: 2 ** 20, weigh: () => 4_096 });

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** @param now - milliseconds, by a clock that may be set. A failure is not kept. */
  get(key: string, now: number, work: () => Promise<Value>): Promise<Value> {
    const kept = this.#kept.get(key);
    if (kept && now >= kept.at && now < kept.at + this.#ms) return kept.value;
    const value = work();
    this.#kept.set(key, { at: now, value });
    value.catch(() => this.#kept.delete(key));
    return value;
  }
}
