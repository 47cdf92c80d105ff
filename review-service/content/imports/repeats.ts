import { SeenSkus } from '../../../exchange/products/seen-skus.ts';

/** Reviews that one file holds more than once. It keeps 64 bits of each key and 32 of its words. */
export class Repeats {
  readonly #seen: SeenSkus;
  /** The words of those that came again with others. */
  readonly #others = new Map<string, number[]>();

  /** @param expected - how many reviews the file has, as far as that is known. */
  constructor(expected: number) {
    this.#seen = new SeenSkus(expected);
  }

  /**
   * @returns which of the reviews under this key it is, from 0, and whether the file had it before. Two of one author
   * and date with different words are two reviews: not every file gives a time, or names its authors.
   */
  look(key: string, wordsHash: string): { readonly index: number; readonly isRepeated: boolean } {
    const words = Buffer.from(wordsHash, 'base64url').readUInt32LE(0) || 1;
    const first = this.#seen.add(key, words);
    if (first === null) return { index: 0, isRepeated: false };
    const known = this.#others.get(key) ?? [first];
    const index = known.indexOf(words);
    if (index >= 0) return { index, isRepeated: true };
    this.#others.set(key, [...known, words]);
    return { index: known.length, isRepeated: false };
  }
}
