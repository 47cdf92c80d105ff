/** Numbers that look random and are the same every time (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  /** A key of `weights`, in proportion to its weight. */
  weighted<K extends string | number>(weights: readonly (readonly [K, number])[]): K {
    let rest = this.next() * weights.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of weights) {
      rest -= weight;
      if (rest < 0) return key;
    }
    return this.pick(weights)[0];
  }

  shuffle<T>(items: readonly T[]): T[] {
    const result = [...items];
    for (let index = result.length - 1; index > 0; index--) {
      const other = this.integer(0, index);
      [result[index], result[other]] = [result[other] as T, result[index] as T];
    }
    return result;
  }
}

/** Hands out what was handed out least, so that nothing repeats before everything was used. */
export class Deck {
  readonly #random: Random;
  readonly #uses = new Map<string, number>();

  constructor(random: Random) {
    this.#random = random;
  }

  draw(texts: readonly string[]): string {
    const fewest = Math.min(...texts.map((text) => this.#uses.get(text) ?? 0));
    const text = this.#random.pick(texts.filter((candidate) => (this.#uses.get(candidate) ?? 0) === fewest));
    this.#uses.set(text, fewest + 1);
    return text;
  }
}
