/**
 * The operator's summariser, as this instance asks it: one call at a time, a rest after each, and a longer one after
 * each that failed.
 */
import type { Logger } from 'pino';
import type { Clock } from '../../../server-kit/clock.ts';
import { reasonsOf } from '../../../server-kit/log.ts';
import { isReadOnTheWay } from '../../../server-kit/network/public-url.ts';
import type { Metrics } from '../../metrics.ts';
import { askModel, NotAnswered, summariserAgent, type Messages, type SummariserSettings } from './chat-completions.ts';

export interface SummariserTools {
  readonly settings: SummariserSettings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Sixty reviews on a small machine without a graphics card. */
const TIMEOUT_MS = 600_000;
const SHORTEST_REST_MS = 1_000;
/** After the first failure; each one after it doubles that. */
const AGAIN_MS = 10_000;
const LONGEST_AGAIN_MS = 600_000;

export class Summariser {
  readonly #tools: SummariserTools;
  readonly #agent = summariserAgent();
  /** No call until then, by `Clock.elapsed`. */
  #restUntil = Number.NEGATIVE_INFINITY;
  /** In a row. */
  #failures = 0;

  constructor(tools: SummariserTools) {
    this.#tools = tools;
    const { settings, logger } = tools;
    if (settings.key !== undefined && isReadOnTheWay(settings.url))
      logger.warn('the summariser is called without TLS: whoever is on the way to it reads its key');
  }

  /** How long it makes no call from now on, in milliseconds. */
  get restMs(): number {
    return this.#restUntil - this.#tools.clock.elapsed();
  }

  /** @returns what the model wrote; null where there is none, which the log says once until it works again. */
  async ask(messages: Messages, signal: AbortSignal): Promise<string | null> {
    const { settings, clock, logger, metrics } = this.#tools;
    const begun = clock.elapsed();
    try {
      const call = { settings, agent: this.#agent, timeoutMs: TIMEOUT_MS, signal };
      const written = await askModel(call, messages);
      if (this.#failures > 0) logger.info('the summariser works again');
      this.#failures = 0;
      // As long as it took: the machine is half free for others.
      this.#restFor(Math.max(SHORTEST_REST_MS, clock.elapsed() - begun));
      return written;
    } catch (error) {
      if (signal.aborted) return null;
      if (!(error instanceof NotAnswered)) throw error;
      metrics.summariserCalls.inc({ outcome: 'failed' });
      if (this.#failures === 0)
        logger.warn({ reason: reasonsOf(error) }, 'Reviews are not summarised; it is tried again by itself');
      const { retryAfterSeconds } = error;
      const backOffMs = Math.min(LONGEST_AGAIN_MS, AGAIN_MS * 2 ** this.#failures);
      this.#failures += 1;
      this.#restFor(retryAfterSeconds === undefined ? backOffMs : retryAfterSeconds * 1_000);
      return null;
    }
  }

  stop(): Promise<void> {
    return this.#agent.destroy();
  }

  #restFor(ms: number): void {
    this.#restUntil = this.#tools.clock.elapsed() + ms;
  }
}
