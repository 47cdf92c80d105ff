/** Wakes whoever delivers mail as soon as this process has queued some, so that nobody has to look all the time. */
import type { Clock } from '../../../../server-kit/clock.ts';
import type { Database } from '../../../data/tables.ts';

/** A database and its transactions have one adapter. */
const bells = new WeakMap<object, Bell>();

/** Rings the bell of a database, if somebody listens. */
export function ringBell(db: Database): void {
  bells.get(db.getExecutor().adapter)?.ring();
}

/** The bell of a database, for the one who listens. */
export function bellOf(db: Database): Bell {
  const bell = new Bell();
  bells.set(db.getExecutor().adapter, bell);
  return bell;
}

export class Bell {
  #rung = false;
  #wake: () => void = () => {};

  ring(): void {
    this.#rung = true;
    this.#wake();
  }

  /**
   * To be called before looking: what is queued from now on ends the next wait, even if it comes before that begins.
   */
  clear(): void {
    this.#rung = false;
  }

  /** Waits for a ring, but not for longer than this, nor after a stop. */
  async wait(clock: Pick<Clock, 'sleep'>, mostMs: number, stopping: AbortSignal): Promise<void> {
    if (this.#rung || stopping.aborted) return;
    const waking = new AbortController();
    this.#wake = () => waking.abort();
    stopping.addEventListener('abort', this.#wake);
    await clock.sleep(mostMs, waking.signal);
    stopping.removeEventListener('abort', this.#wake);
  }
}
