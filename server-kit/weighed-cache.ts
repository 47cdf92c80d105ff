/**
 * Values in memory under keys that a stranger may choose: every such cache is one of these. Keys count in the weight,
 * so that no number of them takes more than the bound; what was used least recently goes first.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

export interface WeighedCacheOptions<Value> {
  /** For everything that is kept, keys included. */
  readonly maxBytes: number;
  /** The size of a value in bytes; asked once, when it is kept. */
  weigh(value: Value): number;
  /** Called with each value that goes or is replaced. */
  readonly onGone?: (value: Value) => void;
}

/** In UTF-16 code units. Of a longer key the hash is kept. */
const LONGEST_KEY = 256;
/** The size of an entry besides its key and its value. */
const ENTRY_BYTES = 200;
const BYTES_PER_UNIT = 2;

export class WeighedCache<Value extends object | string | number> {
  readonly #entries: LRUCache<string, Value>;

  constructor({ maxBytes, weigh, onGone }: WeighedCacheOptions<Value>) {
    this.#entries = new LRUCache<string, Value>({
      maxSize: maxBytes,
      sizeCalculation: (value, key) => ENTRY_BYTES + bytesOf(key) + weigh(value),
      ...(onGone && { dispose: onGone }),
    });
  }

  get(key: string): Value | undefined {
    return this.#entries.get(shortened(key));
  }

  /** Keeps a value; one that is heavier than the bound is not kept. */
  set(key: string, value: Value): void {
    this.#entries.set(shortened(key), value);
  }

  delete(key: string): void {
    this.#entries.delete(shortened(key));
  }

  clear(): void {
    this.#entries.clear();
  }

  values(): IterableIterator<Value> {
    return this.#entries.values();
  }
}

/** The most that a text takes. */
export const bytesOf = (text: string): number => BYTES_PER_UNIT * text.length;

const shortened = (key: string): string =>
  key.length > LONGEST_KEY ? createHash('sha256').update(key).digest('base64url') : key;
