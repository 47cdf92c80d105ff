/**
 * Stands between writers and the outbox: an address that has written more than a few times within an hour has to work
 * for its next write, and what still looks like a flood is held for the merchant. Writes are counted in the database,
 * for all instances together.
 */
import { createHmac } from 'node:crypto';
import { usualReviewsPerWeek } from '../../review-store/review-rate.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { ProofNeeded } from '../http/refusals.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';
import { atomically, takeTurn } from '../state/transaction.ts';
import { floodFrom, rates, repeatsOthers, type Flood, type Written } from './floods.ts';
import { lettersOf, sketchOf } from './likeness.ts';
import { Proofs, type Proof, type Purpose } from './proofs.ts';
import { countReviews, forgetWrite, noteWrite, recentReviews, spendProof, writesOfAddress } from './recent-writes.ts';

export interface RobotGuardTools {
  readonly db: ProxyDb;
  readonly mirror: Mirror;
  readonly clock: Clock;
  /** Makes pseudonyms of networks, and signs challenges. */
  readonly key: Buffer;
}

export interface Arrival extends Purpose {
  /** The key of this write, the same for every repetition of it. */
  readonly id: string;
  /** The network that limits count. */
  readonly network: string;
  /** The header `Plaudit-Proof`. */
  readonly proof: string | undefined;
  /** What is compared with others; null where only the address counts. */
  readonly review: { readonly product: string; readonly text: string } | null;
}

/** Writes of an address that cost it nothing: a household's, after a delivery. */
const FREE_PER_HOUR = 3;
const HOUR_MS = 3_600_000;

export class RobotGuard {
  readonly #tools: RobotGuardTools;
  readonly #proofs: Proofs;
  readonly #seed: number;

  constructor(tools: RobotGuardTools) {
    this.#tools = tools;
    this.#proofs = new Proofs(tools);
    this.#seed = createHmac('sha256', tools.key).update('sketch').digest().readUInt32BE();
  }

  /**
   * Counts a write.
   * @returns why it is to be held, or null.
   * @throws ProofNeeded with a challenge where its address has written too often. Then it was not counted.
   */
  async admit(arrival: Arrival): Promise<Flood | null> {
    const { db, clock } = this.#tools;
    const { id, business, operation, network } = arrival;
    const proof = arrival.proof === undefined ? null : await this.#proofs.read(arrival.proof, arrival);
    const address = createHmac('sha256', this.#tools.key)
      .update(JSON.stringify(['writer', network]))
      .digest('base64url');
    const written = this.#written(arrival);
    const usual = written ? await this.#usualPerWeek(business, written.product) : 0;

    const admitted = await atomically(db, async (db) => {
      await takeTurn(db, 'writers');
      const now = clock.now();
      const earlier = await writesOfAddress(db, address, id, now, FREE_PER_HOUR);
      if (earlier.length >= FREE_PER_HOUR && !(await isSpent(db, proof)))
        return { refusedUntil: earlier.at(-1)! + HOUR_MS };
      const flood = written && (await findFlood(db, { id, business, written, usual, now }));
      await noteWrite(db, {
        id,
        business,
        address,
        product: written?.product ?? null,
        sketch: written && JSON.stringify(written.sketch),
        created_at: now,
      });
      return { flood };
    });
    if ('flood' in admitted) return admitted.flood;
    throw new ProofNeeded(
      await this.#proofs.challenge({ business, operation }),
      Math.max(1_000, admitted.refusedUntil - clock.now()) / 1_000,
    );
  }

  /** For a write that was admitted, and refused later on. */
  async withdraw(id: string): Promise<void> {
    await forgetWrite(this.#tools.db, id);
  }

  #written({ review }: Arrival): Written | null {
    if (review === null) return null;
    const letters = lettersOf(review.text);
    return { product: review.product, letters: letters.length, sketch: sketchOf(letters, this.#seed) };
  }

  #usualPerWeek(business: string, product: string): Promise<number> {
    const { db, mirror, clock } = this.#tools;
    return usualReviewsPerWeek(storeOf(db), mirror.business(business).id, product, clock.now());
  }
}

const isSpent = async (db: ProxyDb, proof: Proof | null): Promise<boolean> =>
  proof !== null && spendProof(db, proof.nonce, proof.expiresAt);

interface Judged {
  readonly id: string;
  readonly business: string;
  readonly written: Written;
  readonly usual: number;
  readonly now: number;
}

async function findFlood(db: ProxyDb, { id, business, written, usual, now }: Judged): Promise<Flood | null> {
  if (repeatsOthers(written, await recentReviews(db, business, id, now), now)) return 'text';
  for (const rate of rates) {
    const before = await countReviews(db, business, written.product, id, rate.withinMs, now);
    if (before + 1 >= floodFrom(rate, usual)) return 'rate';
  }
  return null;
}
