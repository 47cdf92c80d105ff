/**
 * The memory that everything may take which is being sent to this process at one time. Whoever sends more than there
 * is room for waits a moment for others to be done, and is then told to come again.
 */
import { refuse } from '../contract/errors.ts';

export interface BodyBudgetOptions {
  /** In bytes, for the whole process. */
  readonly total: number;
  /** In bytes, for what one address sends. */
  readonly perAddress: number;
  /** Milliseconds. */
  readonly patience: number;
}

/** Seconds after which a sender whom there was no room for may try again. */
const RETRY_AFTER = 5;

interface Waiting {
  readonly body: HeldBody;
  readonly bytes: number;
  admit(): void;
}

export class BodyBudget {
  readonly #options: BodyBudgetOptions;
  #used = 0;
  readonly #byAddress = new Map<string, number>();
  /** Those who wait, longest first. */
  readonly #waiting = new Set<Waiting>();

  constructor(options: BodyBudgetOptions) {
    this.#options = options;
  }

  /** @param address - of a stranger; null for who is known, and may have the room of all. */
  open(address: string | null): HeldBody {
    return new HeldBody(this, address);
  }

  /** @throws ApiError `unavailable` where there is no room, and none comes in time. */
  async take(body: HeldBody, bytes: number): Promise<void> {
    if (this.#hasRoom(body, bytes)) return this.add(body, bytes);
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
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
        reject(refuse('unavailable', 'Too much is being sent at the moment', { retryAfter: RETRY_AFTER }));
      }, this.#options.patience);
      this.#waiting.add(waiting);
    });
  }

  /** Counts bytes whether there is room or not; fewer than none where some are given back. */
  add(body: HeldBody, bytes: number): void {
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
   * Nobody waits for himself: a body is let on where it is the only one. And whoever begins leaves a quarter to those
   * who are at it, of whom nobody would else come to an end.
   */
  #hasRoom({ address, bytes: held }: HeldBody, bytes: number): boolean {
    const { total, perAddress } = this.#options;
    const room = held === 0 ? (total * 3) / 4 : total;
    if (this.#used > held && this.#used + bytes > room) return false;
    const ofAddress = address === null ? held : (this.#byAddress.get(address) ?? 0);
    return ofAddress === held || ofAddress + bytes <= perAddress;
  }
}

/** What one request holds of the budget. */
export class HeldBody {
  /** Changed by the budget alone. */
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

  /** Holds something else now: so many bytes more, or fewer. */
  change(bytes: number): void {
    this.#budget.add(this, bytes);
  }

  release(): void {
    this.#budget.add(this, -this.bytes);
  }
}

const MEBIBYTE = 1024 * 1024;

/** That of this process. */
export const bodyBudget = new BodyBudget({ total: 64 * MEBIBYTE, perAddress: 16 * MEBIBYTE, patience: 5_000 });
