/**
 * Keeps the user token unreadable in the database: AES-256-GCM under a key that is derived from the account's
 * password and the client token, neither of which is stored. Whoever has the file alone has no token.
 */
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';

const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export class Vault {
  readonly #secret: string;
  /** Deriving a key takes a tenth of a second on purpose: each is derived once. */
  readonly #keys = new Map<string, Buffer>();
  readonly #ownSalt = randomBytes(16).toString('base64url');
  readonly #context: string;

  /** @param context - what the token belongs to; one that is put into another row does not open. */
  constructor(password: string, clientToken: string, context: string) {
    this.#secret = JSON.stringify([password, clientToken]);
    this.#context = context;
  }

  seal(token: string): string {
    const salt = this.#ownSalt;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key(salt), nonce).setAAD(Buffer.from(this.#context));
    const sealed = Buffer.concat([nonce, cipher.update(token, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${VERSION}.${salt}.${sealed.toString('base64url')}`;
  }

  /** Null for what was sealed with another password, or has been tampered with. */
  open(text: string): string | null {
    const [version, salt, encoded] = text.split('.');
    if (version !== VERSION || !salt || !encoded) return null;
    try {
      const sealed = Buffer.from(encoded, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', this.#key(salt), sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(this.#context))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null;
    }
  }

  #key(salt: string): Buffer {
    let key = this.#keys.get(salt);
    if (!key) {
      key = scryptSync(this.#secret, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 });
      this.#keys.set(salt, key);
    }
    return key;
  }
}
