/**
 * Delivers what waits in the background, until it is stopped. As long as the API is away nothing is sent that could be
 * in doubt afterwards: one cheap question after the other finds out whether it is there again, and then all that waits
 * is delivered.
 */
import type { Logger } from 'pino';
import { ApiError } from '../../contract/errors.ts';
import type { Clock } from '../../server-kit/clock.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import { neverLeft } from '../upstream/exchange.ts';
import type { Outbox } from './outbox.ts';
import type { Votes } from './votes.ts';

export interface DeliveryTools {
  readonly outbox: Outbox;
  readonly votes: Votes;
  readonly client: UpstreamClient;
  /** Whose profile is asked for to see whether the API is there. */
  readonly business: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Milliseconds between two looks at what is due: so long where nothing is known of, so short where something is. */
const IDLE = 15_000;
const BUSY = 250;
const AT_ONCE = 20;
/** Milliseconds between two questions whether the API is there: the first, and twice as long each time up to the last. */
const FIRST_PROBE = 1_000;
const LAST_PROBE = 8_000;
/** The same where no connection comes about: such a question costs no call. */
const LAST_UNCONNECTED_PROBE = 2_000;
const PROBE_TIMEOUT = 5_000;
/** An API that takes long for every answer is no API that is away: once in so many questions something is sent. */
const PROBES_A_DELIVERY = 10;

export class Delivery {
  readonly #tools: DeliveryTools;
  readonly #stop = new AbortController();
  readonly #worker: Promise<void>;
  #wake = new AbortController();
  /** What is to be done before the next look: null for nothing. */
  #returned: { wasAway: boolean } | null;

  /** What an earlier process left is due at once. */
  constructor(tools: DeliveryTools) {
    this.#tools = tools;
    this.#returned = { wasAway: true };
    tools.client.onLeave(() => this.wake());
    tools.client.onReturn((wasAway) => {
      this.#returned = { wasAway: wasAway || this.#returned?.wasAway === true };
      this.wake();
    });
    this.#worker = this.#work();
  }

  /** Something may be due. */
  wake(): void {
    this.#wake.abort();
    this.#wake = new AbortController();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.wake();
    await this.#worker;
  }

  async #work(): Promise<void> {
    const { client, clock, logger } = this.#tools;
    const { signal } = this.#stop;
    let probes = 0;
    while (!signal.aborted) {
      const woken = this.#wake.signal;
      let pause = IDLE;
      try {
        if (client.isAway) pause = await this.#probe(probes++);
        else {
          probes = 0;
          pause = await this.#deliver();
        }
      } catch (error) {
        logger.error({ err: error }, 'what waits could not be delivered');
      }
      if (!signal.aborted) await clock.sleep(pause, woken);
    }
  }

  /** @returns milliseconds until something is due. */
  async #deliver(): Promise<number> {
    const { outbox, votes, clock } = this.#tools;
    const returned = this.#returned;
    this.#returned = null;
    if (returned) await Promise.all([outbox.wake(returned.wasAway), votes.wake()]);
    await this.#sendDue();
    const due = await this.#nextDue();
    return due === null ? IDLE : Math.min(IDLE, Math.max(BUSY, due - clock.now()));
  }

  async #sendDue(): Promise<void> {
    const { outbox, votes, logger } = this.#tools;
    await Promise.all([
      outbox.deliverDue(AT_ONCE).catch((error: unknown) => logger.error({ err: error }, 'reviews could not be delivered')),
      votes.deliverDue(AT_ONCE, this.#stop.signal).catch((error: unknown) => logger.error({ err: error }, 'votes could not be delivered')),
    ]);
  }

  async #nextDue(): Promise<number | null> {
    const { outbox, votes } = this.#tools;
    const due = (await Promise.all([outbox.nextDue(), votes.nextDue()])).filter((at) => at !== null);
    return due.length === 0 ? null : Math.min(...due);
  }

  /**
   * Asks whether the API is there, if anything waits for it: else whoever reads finds out.
   * @returns milliseconds until the next question.
   */
  async #probe(probes: number): Promise<number> {
    const { client, business } = this.#tools;
    if ((await this.#nextDue()) === null) return LAST_UNCONNECTED_PROBE;
    if (probes % PROBES_A_DELIVERY === PROBES_A_DELIVERY - 1) await this.#sendDue();
    try {
      await client.call('getBusiness', { lane: 'write', business, timeout: PROBE_TIMEOUT, signal: this.#stop.signal });
      return 0;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return Math.min(FIRST_PROBE * 2 ** Math.min(probes, 10), neverLeft(error) ? LAST_UNCONNECTED_PROBE : LAST_PROBE);
    }
  }
}
