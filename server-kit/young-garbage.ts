/**
 * V8's youngest generation grows where much of it outlives a collection, as a page of a thousand items does, and takes
 * some hundred megabytes then. While somebody reads page after page, it stays as it is, which costs no time.
 */
import { setFlagsFromString } from 'node:v8';

const readers = new Set<object>();
/** V8's own. */
const GROWTH = 2;

export function keepYoungGarbageSmall(reader: object, reads: boolean): void {
  if (reads === readers.has(reader)) return;
  if (reads) readers.add(reader);
  else readers.delete(reader);
  setFlagsFromString(`--semi-space-growth-factor=${readers.size > 0 ? 1 : GROWTH}`);
}
