import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Votes } from './votes.ts';

const EVERY = 30_000;
const AT_ONCE = 20;

/** Delivers waiting votes in the background, until it is stopped. */
export class VoteDelivery {
  readonly #stop = new AbortController();
  readonly #worker: Promise<void>;

  constructor(votes: Votes, clock: Clock, logger: Logger) {
    this.#worker = this.#work(votes, clock, logger);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#worker;
  }

  async #work(votes: Votes, clock: Clock, logger: Logger): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await clock.sleep(EVERY, signal);
      if (signal.aborted) return;
      await votes.deliverDue(AT_ONCE, signal).catch((error: unknown) => logger.error({ err: error }, 'votes could not be delivered'));
    }
  }
}
