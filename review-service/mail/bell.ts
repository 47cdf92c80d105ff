/** Wakes who delivers mail as soon as this process queued some, so that nobody has to look all the time. */

/** Transactions that queued mail, which is there for others once they are committed. */
const queuing = new WeakSet<object>();
const bells = new WeakMap<object, Bell>();

/** Notes that this transaction queues mail. */
export function noteQueued(transaction: object): void {
  queuing.add(transaction);
}

/** After a commit: rings where the transaction queued mail. */
export function ringIfQueued(db: object, transaction: object): void {
  if (queuing.has(transaction)) bells.get(db)?.ring();
}

/** The bell of a database, for the one who answers it. */
export function bellOf(db: object): Bell {
  const bell = new Bell();
  bells.set(db, bell);
  return bell;
}

export class Bell {
  #rung = false;
  #wake: () => void = () => {};

  ring(): void {
    this.#rung = true;
    this.#wake();
  }

  /** Before looking: what is queued from now on ends the next wait, also where it comes before that begins. */
  clear(): void {
    this.#rung = false;
  }

  /** Waits for a ring, at most so long, and no longer than told. */
  async wait(milliseconds: number, stopping: AbortSignal): Promise<void> {
    if (this.#rung || stopping.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = () => resolve();
    const timer = setTimeout(this.#wake, milliseconds).unref();
    stopping.addEventListener('abort', this.#wake);
    await promise;
    clearTimeout(timer);
    stopping.removeEventListener('abort', this.#wake);
  }
}
