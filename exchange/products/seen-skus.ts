import { hash } from 'node:crypto';

const SMALLEST = 1_024;
/** Fuller than this, a table is slow to look things up in. */
const MOST_FULL = 0.9;
/** A file or a server says how many to expect, and may be wrong. */
const MOST_EXPECTED = 1_000_000;
/** How much longer a table becomes that is too full. */
const GROWTH = 1.5;
/** Words of 32 bits: two of a hash, and the line. */
const WORDS = 3;

/**
 * On which line of a file each sku was. It holds 64 bits of a hash instead of the sku, in one block outside the heap:
 * at most 20 bytes for each, where a map of texts takes a hundred. That two skus of a million share their hash has a
 * chance of one in thirty million; the second would be refused, and named.
 */
export class SeenSkus {
  /** A line of 0 is an empty place. */
  #places: Uint32Array;
  #count = 0;

  /** @param expected - how many will come, as far as that is known: a table that grows is there twice meanwhile. */
  constructor(expected = 0) {
    const places = Math.ceil(Math.min(expected, MOST_EXPECTED) / MOST_FULL) + 1;
    this.#places = new Uint32Array(Math.max(SMALLEST, places) * WORDS);
  }

  /** @returns the line on which the sku was seen before; null if it was not, and is from now on. */
  add(sku: string, line: number): number | null {
    if (this.#count >= (this.#places.length / WORDS) * MOST_FULL) this.#grow();
    const digest = hash('sha256', sku, 'buffer');
    const [high, low] = [digest.readUInt32LE(0), digest.readUInt32LE(4)];
    const at = placeOf(this.#places, high, low);
    const earlier = this.#places[at + 2]!;
    if (earlier !== 0) return earlier;
    this.#places.set([high, low, line], at);
    this.#count += 1;
    return null;
  }

  #grow(): void {
    const before = this.#places;
    this.#places = new Uint32Array(Math.ceil((before.length / WORDS) * GROWTH) * WORDS);
    for (let at = 0; at < before.length; at += WORDS) {
      if (before[at + 2] === 0) continue;
      const place = placeOf(this.#places, before[at]!, before[at + 1]!);
      this.#places.set(before.subarray(at, at + WORDS), place);
    }
  }
}

/** Where this hash is, or the empty place that it would get. */
function placeOf(places: Uint32Array, high: number, low: number): number {
  const count = places.length / WORDS;
  for (let index = low % count; ; index = (index + 1) % count) {
    const at = index * WORDS;
    if (places[at + 2] === 0 || (places[at] === high && places[at + 1] === low)) return at;
  }
}
