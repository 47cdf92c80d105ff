/**
 * The operator's summariser, as this instance asks it: one call at a time, a rest after each, and a longer one after
 * each that failed.
 */
import { NotAnswered, Rests, type AskedService, type AskingTools } from '../asked-service.ts';
import { askModel, summariserAt, type Messages, type SummariserSettings } from './chat-completions.ts';

/** Sixty reviews on a small machine without a graphics card. */
const TIMEOUT_MS = 600_000;
const SHORTEST_REST_MS = 1_000;
/** After the first failure; each one after it doubles that. */
const AGAIN_MS = 10_000;
const LONGEST_AGAIN_MS = 600_000;

export class Summariser {
  readonly #tools: AskingTools<SummariserSettings>;
  readonly #service: AskedService;
  readonly #rests: Rests;

  constructor(tools: AskingTools<SummariserSettings>) {
    this.#tools = tools;
    this.#service = summariserAt(tools.settings);
    this.#service.warnOfKey(tools.logger);
    this.#rests = new Rests(tools, 'Reviews are not summarised');
  }

  /** How long it makes no call from now on, in milliseconds. */
  get restMs(): number {
    return this.#rests.leftMs;
  }

  /** @returns what the model wrote; null where there is none, which the log says once until it works again. */
  async ask(messages: Messages, signal: AbortSignal): Promise<string | null> {
    const { settings, clock, logger, metrics } = this.#tools;
    const begun = clock.elapsed();
    try {
      const written = await askModel(this.#service, settings.model, messages, { timeoutMs: TIMEOUT_MS, signal });
      if (this.#rests.failures > 0) logger.info('the summariser works again');
      this.#rests.failures = 0;
      // As long as it took: the machine is half free for others.
      this.#rests.rest(Math.max(SHORTEST_REST_MS, clock.elapsed() - begun));
      return written;
    } catch (error) {
      if (signal.aborted) return null;
      if (!(error instanceof NotAnswered)) throw error;
      metrics.summariserCalls.inc({ outcome: 'failed' });
      const backOffMs = Math.min(LONGEST_AGAIN_MS, AGAIN_MS * 2 ** this.#rests.failures);
      const { retryAfterSeconds } = error;
      this.#rests.failed(error);
      this.#rests.rest(retryAfterSeconds === undefined ? backOffMs : retryAfterSeconds * 1_000);
      return null;
    }
  }

  stop(): Promise<void> {
    return this.#service.stop();
  }
}
