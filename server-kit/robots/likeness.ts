/**
 * Tells whether two texts say nearly the same, without keeping either (MinHash). A sketch is the smallest hashes of
 * all runs of four letters. The proportion of hashes that two sketches have in common is that of the runs that the
 * texts have in common, give or take a twelfth; exactly that for short texts. Only letters count, so that changing
 * digits, punctuation, spaces or capitals does not help, and runs need no words, since Japanese has no spaces.
 */
import { normalize } from '../../contract/normal-form.ts';

/** Ascending, without duplicates. */
export type Sketch = readonly number[];

const RUN = 4;
const MOST = 64;

/** The letters of a text in lower case; if it has none, its other characters. */
export function lettersOf(text: string): string {
  const plain = normalize(text, 'NFKD').toLowerCase();
  return plain.replace(/[^\p{L}]/gu, '') || plain.replace(/\s/g, '');
}

/** @param seed - only sketches with the same seed can be compared. */
export function sketchOf(letters: string, seed: number): Sketch {
  const hashes = new Set<number>();
  const last = Math.max(0, letters.length - RUN);
  for (let start = 0; start <= last; start += 1)
    hashes.add(hashOf(letters, start, Math.min(letters.length, start + RUN), seed));
  return [...Uint32Array.from(hashes).sort()].slice(0, MOST);
}

/** From 0, nothing in common, to 1, the same. */
export function likeness(one: Sketch, other: Sketch): number {
  let [ours, theirs, seen, common] = [0, 0, 0, 0];
  // Through the smallest hashes of both, in order.
  for (; seen < MOST && (ours < one.length || theirs < other.length); seen += 1) {
    const [hash, otherHash] = [one[ours] ?? Infinity, other[theirs] ?? Infinity];
    if (hash === otherHash) common += 1;
    if (hash <= otherHash) ours += 1;
    if (otherHash <= hash) theirs += 1;
  }
  return seen === 0 ? 0 : common / seen;
}

/** FNV-1a over UTF-16 code units, and the last step of MurmurHash3, after which every bit depends on every other. */
function hashOf(text: string, start: number, end: number, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
