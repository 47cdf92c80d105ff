/** A fingerprint of a table's rows: the same in any order, and from either database. */
import { createHash, type Hash } from 'node:crypto';
import type { MovedRow, MovedValue } from '../databases/location.ts';

const MODULUS = 1n << 256n;

/** Two tables with the same fingerprint have the same rows: their number, and the sum of their hashes. */
export class Fingerprint {
  rows = 0;
  #sum = 0n;

  /** @param columns - in the same order for both tables. */
  add(row: MovedRow, columns: readonly string[]): void {
    const hash = createHash('sha256');
    for (const column of columns) addValue(hash, row[column] ?? null);
    this.#sum = (this.#sum + BigInt(`0x${hash.digest('hex')}`)) % MODULUS;
    this.rows += 1;
  }

  equals(other: Fingerprint): boolean {
    return this.rows === other.rows && this.#sum === other.#sum;
  }
}

/** Each value with its kind and length, so that no two rows read alike. */
function addValue(hash: Hash, value: MovedValue): void {
  if (value === null) return void hash.update('null;');
  if (typeof value === 'number') return void hash.update(`number ${value};`);
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  hash.update(`${typeof value === 'string' ? 'text' : 'bytes'} ${bytes.length};`).update(bytes);
}
