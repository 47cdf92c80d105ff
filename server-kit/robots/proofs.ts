/**
 * Proofs of work (ALTCHA): a browser searches for a number, which takes it a fraction of a second to find and us one
 * hash to check. A challenge is signed and says what it is for and how long it is good, so that we need not keep it.
 */
import { createHmac } from 'node:crypto';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, Payload } from 'altcha-lib/types';
import type { Clock } from '../clock.ts';

export interface Purpose {
  readonly business: string;
  readonly operation: string;
}

/** A valid proof, which may have been used before. */
export interface Proof {
  readonly nonce: string;
  readonly expiresAt: number;
}

/** Iterations of PBKDF2 for each try, and how many tries it takes: 0.2 s on one core, a second on a slow phone. */
const COST = 1_000;
const FEWEST_TRIES = 200;
const MOST_TRIES = 400;
/** Leaves time for an upload over a slow line. */
const LIFETIME_MS = 600_000;
const MAX_LENGTH = 2_048;

export interface ProofTools {
  readonly clock: Pick<Clock, 'now'>;
  /** Signs challenges. */
  readonly key: Buffer;
}

export class Proofs {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #secrets: { readonly hmacSignatureSecret: string; readonly hmacKeySignatureSecret: string };

  constructor({ clock, key }: ProofTools) {
    this.#clock = clock;
    const derive = (purpose: string) => createHmac('sha256', key).update(purpose).digest('hex');
    this.#secrets = {
      hmacSignatureSecret: derive('proof: challenge'),
      hmacKeySignatureSecret: derive('proof: solution'),
    };
  }

  challenge({ business, operation }: Purpose): Promise<Challenge> {
    const until = this.#clock.now() + LIFETIME_MS;
    // `until` is ours, since the library knows only the system's clock.
    return createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: COST,
      counter: randomInt(MOST_TRIES, FEWEST_TRIES),
      deriveKey,
      data: { business, operation, until },
      ...this.#secrets,
    });
  }

  /**
   * @param text - challenge and solution as JSON in base64, as ALTCHA's own widget sends them.
   * @returns null for one that is malformed, wrong, expired or for something else. Then another one is needed.
   */
  async read(text: string, { business, operation }: Purpose): Promise<Proof | null> {
    const payload = parse(text);
    if (payload === null) return null;
    const { verified } = await verifySolution({ ...payload, deriveKey, ...this.#secrets }).catch(() => ({
      verified: false,
    }));
    if (!verified) return null;
    // Signed by us, so it has the shape that we gave it.
    const { nonce, data } = payload.challenge.parameters;
    const { until } = data as { readonly until: number };
    if (data!['business'] !== business || data!['operation'] !== operation || until <= this.#clock.now()) return null;
    return { nonce, expiresAt: until };
  }
}

function parse(text: string): Payload | null {
  if (text.length > MAX_LENGTH) return null;
  try {
    const { challenge, solution } = JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as Partial<Payload>;
    const { parameters, signature } = challenge ?? {};
    if (
      typeof parameters !== 'object' ||
      parameters === null ||
      typeof signature !== 'string' ||
      typeof solution !== 'object' ||
      solution === null
    )
      return null;
    return { challenge: { parameters, signature }, solution };
  } catch {
    return null;
  }
}
