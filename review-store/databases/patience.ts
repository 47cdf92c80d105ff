/**
 * How long those who write wait for others who do: for their turn, and for another program's lock of a file. One
 * request may write more than once (the claim of a key, a count, the review, the key given back), and whoever sent it
 * waits for all of that. So its writes share one patience: what the first of them has waited, the others wait less.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const LONGEST_WAIT_MS = 10_000;

export class Patience {
  #leftMs: number;
  /** How many wait, and since when at least one of them does. */
  #waiting = 0;
  #since = 0;

  constructor(waitsMs = LONGEST_WAIT_MS) {
    this.#leftMs = waitsMs;
  }

  get leftMs(): number {
    return this.#waiting > 0 ? this.#leftMs - (performance.now() - this.#since) : this.#leftMs;
  }

  /** Waits at the same time count once. */
  async spend<Result>(wait: () => Promise<Result>): Promise<Result> {
    if (this.#waiting === 0) this.#since = performance.now();
    this.#waiting += 1;
    try {
      return await wait();
    } finally {
      const { leftMs } = this;
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#leftMs = leftMs;
    }
  }
}

const ofRequest = new AsyncLocalStorage<{ patience: Patience | null }>();

/** That of the request which is being answered; work that nobody waits for has a new one for each write. */
export const currentPatience = (): Patience => ofRequest.getStore()?.patience ?? new Patience();

/**
 * Runs `work` with one patience for all that it writes.
 * @returns to be called once nobody waits for the work any more; what it goes on with is patient again.
 */
export function shareOnePatience(work: () => void): () => void {
  const shared: { patience: Patience | null } = { patience: new Patience() };
  ofRequest.run(shared, work);
  return () => {
    shared.patience = null;
  };
}

/** Runs `work` with no patience at all: where somebody else writes, it fails at once (StoreBusy). */
export const withoutPatience = <Result>(work: () => Result): Result =>
  ofRequest.run({ patience: new Patience(0) }, work);
