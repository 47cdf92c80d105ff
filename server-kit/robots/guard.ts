/**
 * Stands before every door that a stranger can write through: an address that has written more than a few times within
 * an hour has to work for its next write, and what still looks like a flood is held for the shop. Writes are counted in
 * a database, for all instances together.
 */
import { createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { ALIKE, floodFrom, rates, repeatsOthers, type HoldReason, type Recent, type Sketched } from './floods.ts';
import { lettersOf, likeness, sketchOf, type Sketch } from './likeness.ts';
import { ProofNeeded } from './proof-needed.ts';
import { Proofs, type Proof, type Purpose } from './proofs.ts';

/** The writes of the last day, in a database. `except` is the id of a repeated write: it does not count. */
export interface WriteLog {
  /** Whether a write is counted. */
  has(id: string): Promise<boolean>;
  ofAddress(address: string, except: string, now: number, limit: number): Promise<number[]>;
  texts(business: string, except: string, now: number): Promise<Recent[]>;
  count(business: string, product: string, except: string, withinMs: number, now: number): Promise<number>;
  note(write: NotedWrite): Promise<void>;
  /**
   * Uses up a proof. False where it was used before. Left out at doors without a script that could find one: what would
   * need a proof is held there.
   */
  spendProof?(nonce: string, expiresAt: number): Promise<boolean>;
}

interface NotedWrite {
  readonly id: string;
  readonly business: string;
  /** A pseudonym. */
  readonly address: string;
  readonly product: string | null;
  /** A sketch as JSON. */
  readonly sketch: string | null;
  readonly created_at: number;
}

export interface RobotGuardTools {
  /** Runs `work` in a transaction, one writer after another. */
  inTurn<Result>(work: (log: WriteLog) => Promise<Result>): Promise<Result>;
  /** How many texts about a product usually come in a week. */
  usualPerWeek(business: string, product: string): Promise<number>;
  readonly clock: Pick<Clock, 'now'>;
  /** Makes pseudonyms of networks, and signs challenges. */
  readonly key: Buffer;
}

export interface Arrival extends Purpose {
  /** The key of this write, the same for every repetition of it. */
  readonly id: string;
  /** The network that limits count; null for a writer who is known otherwise, whose text alone is looked at. */
  readonly network: string | null;
  /** The header `Plaudit-Proof`. */
  readonly proof?: string | undefined;
  /** The proof that was used up for it when it was expected. */
  readonly spent?: string | null;
  /** The text to compare with others; null where only the address counts. */
  readonly review: { readonly product: string; readonly text: string } | null;
}

/** A write that is being received. */
export interface Expected {
  /** The proof that it used up; null where it needed none. */
  readonly spent: string | null;
  /** To be called once it is there, or will not come. */
  arrived(): void;
}

/** Writes of an address that cost it nothing: a household's, after a delivery. */
const FREE_PER_HOUR = 3;
const HOUR_MS = 3_600_000;

export class RobotGuard {
  readonly #tools: RobotGuardTools;
  readonly #proofs: Proofs;
  readonly #seed: number;
  /** Writes of each address that are being received, which nobody counts yet. */
  readonly #arriving = new Map<string, Set<string>>();

  constructor(tools: RobotGuardTools) {
    this.#tools = tools;
    this.#proofs = new Proofs(tools);
    this.#seed = createHmac('sha256', tools.key).update('sketch').digest().readUInt32BE();
  }

  /**
   * Looks at a write before anything is made of what it sends. A proof that it needs is used up: sent several times at
   * once, it lets one write through.
   * @throws ProofNeeded where its address has written too often and it comes without a proof.
   */
  async expect(arrival: Omit<Arrival, 'review' | 'spent'>): Promise<Expected> {
    const { id, business, operation, network } = arrival;
    const { clock, inTurn } = this.#tools;
    const address = this.#pseudonym(network);
    const arriving = this.#arriving.get(address) ?? new Set();
    this.#arriving.set(address, arriving);
    const before = [...arriving];
    arriving.add(id);
    const arrived = () => {
      arriving.delete(id);
      if (arriving.size === 0) this.#arriving.delete(address);
    };
    try {
      const proof = await this.#readProof(arrival);
      const { spent, refusedUntil } = await inTurn(async (log) => {
        // Sent again, it has its answer already.
        const earlier = (await log.has(id)) ? [] : await log.ofAddress(address, id, clock.now(), FREE_PER_HOUR);
        // Those that have arrived meanwhile are among the earlier ones.
        const ahead = before.filter((one) => arriving.has(one)).length;
        if (earlier.length + ahead < FREE_PER_HOUR) return { spent: null };
        if (proof && (await log.spendProof?.(proof.nonce, proof.expiresAt))) return { spent: proof.nonce };
        return { spent: null, refusedUntil: (earlier.at(-1) ?? clock.now()) + HOUR_MS };
      });
      if (refusedUntil === undefined) return { spent, arrived };
      throw await this.#proofNeeded({ business, operation }, refusedUntil);
    } catch (error) {
      arrived();
      throw error;
    }
  }

  /**
   * Counts a write.
   * @returns why it is to be held, or null.
   * @throws ProofNeeded with a challenge where its address has written too often and the door has a script. Then the
   * write was not counted.
   */
  async admit(arrival: Arrival): Promise<HoldReason | null> {
    const { clock, inTurn } = this.#tools;
    const { id, business, operation } = arrival;
    const proof = await this.#readProof(arrival);
    const address = this.#pseudonym(arrival.network);
    const sketched = this.#sketched(arrival);
    const usual = sketched ? await this.#tools.usualPerWeek(business, sketched.product) : 0;

    const admitted = await inTurn(async (log) => {
      const now = clock.now();
      const earlier = address === '' ? [] : await log.ofAddress(address, id, now, FREE_PER_HOUR);
      const isFree = earlier.length < FREE_PER_HOUR;
      const needsProof = !isFree && log.spendProof !== undefined;
      const isPaid = async () =>
        proof !== null && (proof.nonce === arrival.spent || log.spendProof!(proof.nonce, proof.expiresAt));
      if (needsProof && !(await isPaid())) return { refusedUntil: earlier.at(-1)! + HOUR_MS };
      const flood = sketched && (await findFlood(log, { id, business, sketched, usual, now }));
      const product = sketched?.product ?? null;
      const sketch = sketched && JSON.stringify(sketched.sketch);
      await log.note({ id, business, address, product, sketch, created_at: now });
      return { heldFor: flood ?? (isFree || needsProof ? null : ('often' as const)) };
    });
    if ('heldFor' in admitted) return admitted.heldFor;
    throw await this.#proofNeeded({ business, operation }, admitted.refusedUntil);
  }

  /** Whether a text still says what it said before, give or take a few words. */
  isAlike(one: string, other: string): boolean {
    const sketch = (text: string): Sketch => sketchOf(lettersOf(text), this.#seed);
    return likeness(sketch(one), sketch(other)) >= ALIKE;
  }

  async #proofNeeded(purpose: Purpose, until: number): Promise<ProofNeeded> {
    const waitMs = Math.max(1_000, until - this.#tools.clock.now());
    return new ProofNeeded(await this.#proofs.challenge(purpose), waitMs / 1_000);
  }

  async #readProof({ proof, ...purpose }: Purpose & Pick<Arrival, 'proof'>): Promise<Proof | null> {
    return proof === undefined ? null : this.#proofs.read(proof, purpose);
  }

  #pseudonym(network: string | null): string {
    if (network === null) return '';
    return createHmac('sha256', this.#tools.key)
      .update(JSON.stringify(['writer', network]))
      .digest('base64url');
  }

  #sketched({ review }: Arrival): Sketched | null {
    if (review === null) return null;
    const letters = lettersOf(review.text);
    return { product: review.product, letters: letters.length, sketch: sketchOf(letters, this.#seed) };
  }
}

interface Judged {
  readonly id: string;
  readonly business: string;
  readonly sketched: Sketched;
  readonly usual: number;
  readonly now: number;
}

async function findFlood(log: WriteLog, { id, business, sketched, usual, now }: Judged): Promise<HoldReason | null> {
  if (repeatsOthers(sketched, await log.texts(business, id, now), now)) return 'text';
  for (const rate of rates) {
    const before = await log.count(business, sketched.product, id, rate.withinMs, now);
    if (before + 1 >= floodFrom(rate, usual)) return 'rate';
  }
  return null;
}
