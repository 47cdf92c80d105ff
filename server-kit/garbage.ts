/**
 * V8 lets its youngest generation grow where much of it outlives a collection, and all of the heap to four times what
 * is in use. For a program that reads page after page of a thousand items that is some two hundred megabytes, and saves
 * no time. So while somebody reads, the one stays as it is, and the other grows to twice.
 */
import { setFlagsFromString } from 'node:v8';

const readers = new Set<object>();
/** 0 stands for V8's own judgement. */
const growth = { while: { young: 1, percent: 100 }, else: { young: 2, percent: 0 } } as const;

export function keepGarbageSmall(reader: object, reads: boolean): void {
  if (reads === readers.has(reader)) return;
  if (reads) readers.add(reader);
  else readers.delete(reader);
  const { young, percent } = readers.size > 0 ? growth.while : growth.else;
  setFlagsFromString(`--semi-space-growth-factor=${young}`);
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}
