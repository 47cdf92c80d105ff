/**
 * How much memory the bodies that this process is receiving may take together. A sender for whom there is no room
 * waits a moment for others to finish, and is then told to come back.
 */
import { refuse } from '../../contract/endpoints/errors.ts';

export interface BodyBudgetOptions {
  /** For the whole process. */
  readonly totalBytes: number;
  /** For everything that one address sends. */
  readonly perAddressBytes: number;
  /** How long a sender waits for room. */
  readonly patienceMs: number;
}

/** After which a sender for whom there was no room may try again. */
const RETRY_AFTER_SECONDS = 5;

interface WaitingBody {
  readonly body: BodyShare;
  readonly bytes: number;
  admit(): void;
}

export class BodyBudget {
  readonly #options: BodyBudgetOptions;
  #used = 0;
  readonly #byAddress = new Map<string, number>();
  /** Those that wait, longest first. */
  readonly #waiting = new Set<WaitingBody>();

  constructor(options: BodyBudgetOptions) {
    this.#options = options;
  }

  /** @param address - of a stranger; null for a sender who is known, and may use all the room. */
  open(address: string | null): BodyShare {
    return new BodyShare(this, address);
  }

  /** @throws ApiError `unavailable` where there is no room in time. */
  async take(body: BodyShare, bytes: number): Promise<void> {
    if (this.#hasRoom(body, bytes)) return this.add(body, bytes);
    await new Promise<void>((resolve, reject) => {
      const waiting: WaitingBody = {
        body,
        bytes,
        admit: () => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          this.add(body, bytes);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(
          refuse('unavailable', 'Too much is being sent at the moment', { retryAfterSeconds: RETRY_AFTER_SECONDS }),
        );
      }, this.#options.patienceMs);
      this.#waiting.add(waiting);
    });
  }

  /** Counts bytes, whether or not there is room; a negative number gives some back. */
  add(body: BodyShare, bytes: number): void {
    body.bytes += bytes;
    this.#used += bytes;
    const { address } = body;
    if (address !== null) {
      const ofAddress = (this.#byAddress.get(address) ?? 0) + bytes;
      if (ofAddress > 0) this.#byAddress.set(address, ofAddress);
      else this.#byAddress.delete(address);
    }
    if (bytes >= 0) return;
    for (const waiting of this.#waiting) if (this.#hasRoom(waiting.body, waiting.bytes)) waiting.admit();
  }

  /**
   * Nobody waits for themselves: a body that is the only one always goes on. And a body that begins leaves a quarter
   * of the room to those that have begun, since otherwise none of them might ever finish.
   */
  #hasRoom({ address, bytes: ownBytes }: BodyShare, bytes: number): boolean {
    const { totalBytes, perAddressBytes } = this.#options;
    const room = ownBytes === 0 ? (totalBytes * 3) / 4 : totalBytes;
    if (this.#used > ownBytes && this.#used + bytes > room) return false;
    const ofAddress = address === null ? ownBytes : (this.#byAddress.get(address) ?? 0);
    return ofAddress === ownBytes || ofAddress + bytes <= perAddressBytes;
  }
}

/** One body's share of the memory. */
export class BodyShare {
  /** Only the budget changes it. */
  bytes = 0;
  readonly address: string | null;
  readonly #budget: BodyBudget;

  constructor(budget: BodyBudget, address: string | null) {
    this.#budget = budget;
    this.address = address;
  }

  /** @throws ApiError `unavailable` */
  take(bytes: number): Promise<void> {
    return this.#budget.take(this, bytes);
  }

  /** Takes this many bytes more, or fewer, without asking. */
  change(bytes: number): void {
    this.#budget.add(this, bytes);
  }

  release(): void {
    this.#budget.add(this, -this.bytes);
  }
}

const MEBIBYTE = 1024 * 1024;

/** There is one for the whole process. */
export const bodyBudget = new BodyBudget({
  totalBytes: 64 * MEBIBYTE,
  perAddressBytes: 16 * MEBIBYTE,
  patienceMs: 5_000,
});
