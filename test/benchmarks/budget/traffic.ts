/**
 * Which product each page view is of: a crawler takes a fifth, product after product; shoppers take the rest, and
 * choose as shoppers do, the n-th most popular product 1/n as often as the first. The same every time.
 */
export class Traffic {
  readonly #products: number;
  readonly #cumulated: Float64Array;
  #seed = 42;
  #crawled = 0;
  #views = 0;

  constructor(products: number) {
    this.#products = products;
    this.#cumulated = new Float64Array(products);
    let sum = 0;
    for (let rank = 0; rank < products; rank += 1) this.#cumulated[rank] = sum += 1 / (rank + 1);
  }

  next(): number {
    this.#views += 1;
    if (this.#views % 5 === 0) return this.#crawled++ % this.#products;
    const wanted = this.random() * this.#cumulated.at(-1)!;
    let low = 0;
    let high = this.#products - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#cumulated[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** From 0 to 1; mulberry32. */
  random(): number {
    this.#seed = (this.#seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#seed ^ (this.#seed >>> 15), this.#seed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
