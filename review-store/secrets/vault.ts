/**
 * Keeps a text unreadable in the database, under a key derived from a secret that is stored nowhere: the database alone
 * is of no use.
 */
import { randomBytes, scryptSync } from 'node:crypto';
import { seal, unseal } from './sealing.ts';

const VERSION = 'v1';

/** This process seals under one salt. */
const ownSalt = randomBytes(16).toString('base64url');
/** By secret and salt: deriving a key takes a tenth of a second on purpose, so each is derived once. */
const keys = new Map<string, Buffer>();

export class Vault {
  readonly #secret: string;
  readonly #context: string;

  /** @param context - what the text belongs to; moved to another row it does not open. */
  constructor(secret: string, context: string) {
    this.#secret = secret;
    this.#context = context;
  }

  seal(text: string): string {
    return `${VERSION}.${ownSalt}.${seal(this.#key(ownSalt), text, this.#context)}`;
  }

  /** Null if it was sealed with another secret, or tampered with. */
  open(text: string): string | null {
    const [version, salt, encoded] = text.split('.');
    if (version !== VERSION || !salt || !encoded) return null;
    try {
      return unseal(this.#key(salt), encoded, this.#context);
    } catch {
      return null;
    }
  }

  #key(salt: string): Buffer {
    const name = `${salt} ${this.#secret}`;
    const key =
      keys.get(name) ?? scryptSync(this.#secret, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 });
    keys.set(name, key);
    return key;
  }
}
