/**
 * The random key of a database, and what is made with it: pseudonyms and hashes of people, which nobody can compute
 * from the database alone, and texts that only this key opens. Where the key is stored: open-key.ts.
 */
import { createHash, createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import { seal, unseal } from './sealing.ts';

export class DataKey {
  /** 32 bytes. */
  readonly bytes: Buffer;
  /** It is stored in the database, beside what it protects. */
  readonly isBesideData: boolean;

  constructor(bytes: Buffer, isBesideData: boolean) {
    this.bytes = bytes;
    this.isBesideData = isBesideData;
  }

  /** @param purpose - keeps hashes of one kind apart from all others. */
  hash(purpose: string, ...parts: readonly string[]): string {
    return createHmac('sha256', this.#keyFor(purpose)).update(JSON.stringify(parts)).digest('base64url');
  }

  /** Finds again what belongs to a person: an e-mail address at one business, however it is spelled. */
  person(business: string, email: string): string {
    return this.personOfHash(plainHash(`${business.toLowerCase()} ${normalizeAddress(email)}`));
  }

  /** @param plain - SHA-256 of the business and the address, hex. */
  personOfHash(plain: string): string {
    return this.hash('person', plain);
  }

  /** @param about - what the text belongs to. A secret in it is needed to open the text, beside this key. */
  seal(purpose: string, text: string, ...about: readonly string[]): string {
    return seal(this.#keyFor(purpose, about), text, purpose);
  }

  /** @throws if the text is not what was sealed for this place. */
  unseal(purpose: string, text: string, ...about: readonly string[]): string {
    return unseal(this.#keyFor(purpose, about), text, purpose);
  }

  #keyFor(purpose: string, about: readonly string[] = []): Buffer {
    return createHmac('sha256', this.bytes)
      .update(JSON.stringify(['key', purpose, ...about]))
      .digest();
  }
}

/** E-mail addresses are compared without case: nobody means two people by two spellings. */
export const normalizeAddress = (email: string): string => email.trim().toLowerCase();

/** For what cannot be guessed, or is hashed again with the key. */
export const plainHash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A database and its transactions have one adapter. */
const keys = new WeakMap<object, DataKey>();

export function setKey<Tables>(db: Kysely<Tables>, key: DataKey): void {
  keys.set(db.getExecutor().adapter, key);
}

/** The key of this database, or of the one that this is a transaction on. */
export function keyOf<Tables>(db: Kysely<Tables>): DataKey {
  const key = keys.get(db.getExecutor().adapter);
  if (!key) throw new Error('The database was opened without its key');
  return key;
}
