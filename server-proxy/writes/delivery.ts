/**
 * Delivers what waits, in the background. While the API is away, nothing is sent that could be in doubt afterwards: one
 * cheap question after another finds out whether it has returned, and then everything that waits is delivered.
 */
import type { Logger } from 'pino';
import { ApiError } from '../../contract/endpoints/errors.ts';
import type { Clock } from '../../server-kit/clock.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import { neverLeft } from '../../server-kit/network/exchange.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Votes } from './votes/votes.ts';

export interface DeliveryTools {
  readonly outbox: Outbox;
  readonly votes: Votes;
  readonly client: UpstreamClient;
  /** The profile of the first is asked for, to see whether the API has returned. */
  readonly businesses: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Between two checks of what is due: the longest, where nothing is known to be, and the shortest. */
const IDLE_MS = 15_000;
const BUSY_MS = 250;
const AT_ONCE = 20;
/** Between two such questions: the first, then twice as long each time up to the last. */
const FIRST_PROBE_MS = 1_000;
const LAST_PROBE_MS = 8_000;
/** The last where no connection can be made: such a question costs no call. */
const LAST_UNCONNECTED_PROBE_MS = 2_000;
const PROBE_TIMEOUT_MS = 5_000;
/** An API that is slow with every answer is not away: after this many questions something is sent anyway. */
const PROBES_A_DELIVERY = 10;

export class Delivery {
  readonly #tools: DeliveryTools;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #wake = new AbortController();
  /** Set where the API has returned and nobody has acted on it. Writes of an earlier process are due at once. */
  #returned: { wasAway: boolean } | null = { wasAway: true };

  constructor(tools: DeliveryTools) {
    this.#tools = tools;
  }

  start(): void {
    const { client } = this.#tools;
    client.onLeave(() => this.wake());
    client.onReturn((wasAway) => {
      this.#returned = { wasAway: wasAway || this.#returned?.wasAway === true };
      this.wake();
    });
    this.#running = this.#work();
  }

  /** Something may be due. */
  wake(): void {
    this.#wake.abort();
    this.#wake = new AbortController();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.wake();
    await this.#running;
  }

  async #work(): Promise<void> {
    const { client, clock, logger } = this.#tools;
    const { signal } = this.#stop;
    let probes = 0;
    while (!signal.aborted) {
      const woken = this.#wake.signal;
      let pauseMs = IDLE_MS;
      try {
        if (client.isAway) pauseMs = await this.#probe(probes++);
        else {
          probes = 0;
          pauseMs = await this.#deliver();
        }
      } catch (error) {
        logger.error({ err: error }, 'what waits could not be delivered');
      }
      if (!signal.aborted) await clock.sleep(pauseMs, woken);
    }
  }

  /** @returns how long until something is due, in milliseconds. */
  async #deliver(): Promise<number> {
    const { outbox, votes, clock } = this.#tools;
    const returned = this.#returned;
    if (returned) {
      await Promise.all([outbox.wake(returned.wasAway), votes.wake()]);
      // It may have left and returned meanwhile.
      if (this.#returned === returned) this.#returned = null;
    }
    await this.#sendDue();
    const due = await this.#nextDue();
    return due === null ? IDLE_MS : Math.min(IDLE_MS, Math.max(BUSY_MS, due - clock.now()));
  }

  async #sendDue(): Promise<void> {
    const { outbox, votes, logger } = this.#tools;
    await Promise.all([
      outbox
        .deliverDue(AT_ONCE)
        .catch((error: unknown) => logger.error({ err: error }, 'reviews could not be delivered')),
      votes
        .deliverDue(AT_ONCE, this.#stop.signal)
        .then(() => votes.deliverChanges(AT_ONCE, this.#stop.signal))
        .catch((error: unknown) => logger.error({ err: error }, 'votes could not be delivered')),
    ]);
  }

  async #nextDue(): Promise<number | null> {
    const { outbox, votes } = this.#tools;
    const due = (await Promise.all([outbox.nextDue(), votes.nextDue()])).filter((at) => at !== null);
    return due.length === 0 ? null : Math.min(...due);
  }

  /**
   * Asks whether the API has returned, if anything waits for it; otherwise the next read will find out.
   * @returns how long until the next question, in milliseconds.
   */
  async #probe(probes: number): Promise<number> {
    const { client, businesses } = this.#tools;
    const [business] = businesses;
    if (business === undefined || (await this.#nextDue()) === null) return LAST_UNCONNECTED_PROBE_MS;
    if (probes % PROBES_A_DELIVERY === PROBES_A_DELIVERY - 1) await this.#sendDue();
    try {
      await client.call('getBusiness', {
        lane: 'write',
        business,
        timeoutMs: PROBE_TIMEOUT_MS,
        signal: this.#stop.signal,
      });
      return 0;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return Math.min(
        FIRST_PROBE_MS * 2 ** Math.min(probes, 10),
        neverLeft(error) ? LAST_UNCONNECTED_PROBE_MS : LAST_PROBE_MS,
      );
    }
  }
}
