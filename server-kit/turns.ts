/** Work that is done one piece at a time, in turns by who wants it. */
import { refuse, type ApiError } from '../contract/endpoints/errors.ts';

export interface Turn {
  /** Of the address that wants it; all that are not from strangers share one. */
  readonly address: string | null;
  /** Nobody wants it any more. */
  readonly signal: AbortSignal;
}

interface Waiting {
  begin(): void;
}

/** Pieces of one address that may wait: more requests than a person makes at a time, each with one. */
const MOST_WAITING = 20;
const RETRY_AFTER_SECONDS = 10;

export class Turns {
  /** By address; whose turn is next comes first. */
  readonly #waiting = new Map<string, Waiting[]>();
  #isBusy = false;

  /** @throws ApiError `unavailable` where too much of this address waits; `malformed` where it is given up first. */
  async take<Result>(work: () => Promise<Result>, turn?: Turn): Promise<Result> {
    if (this.#isBusy) await this.#wait(turn);
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#isBusy = false;
      this.#goOn();
    }
  }

  #wait({ address = null, signal }: Partial<Turn> = {}): Promise<void> {
    const key = address ?? '';
    const queue = this.#waiting.get(key) ?? [];
    if (address !== null && queue.length >= MOST_WAITING)
      throw refuse('unavailable', 'Too many pictures of this address are being read', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    if (signal?.aborted) throw givenUp();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      this.#remove(key, waiting);
      reject(givenUp());
    };
    const waiting = {
      begin: () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      },
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    this.#waiting.set(key, [...queue, waiting]);
    return promise;
  }

  #goOn(): void {
    const [next] = this.#waiting;
    if (!next) return;
    const [key, [first, ...others]] = next as [string, [Waiting, ...Waiting[]]];
    // The others of this address wait until everybody else has had a turn.
    this.#waiting.delete(key);
    if (others.length > 0) this.#waiting.set(key, others);
    // Others that come before it begins must wait.
    this.#isBusy = true;
    first.begin();
  }

  #remove(key: string, waiting: Waiting): void {
    const others = this.#waiting.get(key)?.filter((one) => one !== waiting) ?? [];
    if (others.length > 0) this.#waiting.set(key, others);
    else this.#waiting.delete(key);
  }
}

const givenUp = (): ApiError => refuse('malformed', 'The request was given up');
