import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Gate } from '../robots/gate.ts';
import type { Outbox } from './outbox.ts';
import type { Votes } from './votes.ts';

const EVERY = 15_000;
const AT_ONCE = 20;

/** Delivers what waits in the background, until it is stopped. */
export class Delivery {
  readonly #stop = new AbortController();
  readonly #worker: Promise<void>;

  constructor(outbox: Outbox, votes: Votes, gate: Gate, clock: Clock, logger: Logger) {
    this.#worker = this.#work(outbox, votes, gate, clock, logger);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#worker;
  }

  async #work(outbox: Outbox, votes: Votes, gate: Gate, clock: Clock, logger: Logger): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await clock.sleep(EVERY, signal);
      if (signal.aborted) return;
      await Promise.all([
        outbox.deliverDue(AT_ONCE).catch((error: unknown) => logger.error({ err: error }, 'reviews could not be delivered')),
        votes.deliverDue(AT_ONCE, signal).catch((error: unknown) => logger.error({ err: error }, 'votes could not be delivered')),
        gate.prune().catch((error: unknown) => logger.error({ err: error }, 'what was written a day ago could not be forgotten')),
      ]);
    }
  }
}
