/**
 * V8 leaves garbage where memory is plenty: its youngest generation grows where much of it outlives a collection, and
 * the first large collection comes late. For a program that reads or writes page after page of a thousand items
 * that is some two hundred megabytes, and saves little time. So from the first such page until some seconds after the
 * last, the youngest generation is kept as small as a full collection leaves it, and all of the heap grows by half.
 */
import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';

const AFTER_MS = 10_000;
/** 0 stands for V8's own judgement. */
const growth = { while: { young: 1, percent: 50 }, else: { young: 2, percent: 0 } } as const;

let ending: NodeJS.Timeout | null = null;

/** To be called with each page. */
export function keepGarbageSmall(): void {
  if (ending) return void ending.refresh();
  ending = setTimeout(() => {
    ending = null;
    grow(growth.else);
  }, AFTER_MS).unref();
  grow(growth.while);
  collect();
}

function grow({ young, percent }: (typeof growth)[keyof typeof growth]): void {
  setFlagsFromString(`--semi-space-growth-factor=${young}`);
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

function collect(): void {
  const session = new Session();
  session.connect();
  void session.post('HeapProfiler.collectGarbage').finally(() => session.disconnect());
}
