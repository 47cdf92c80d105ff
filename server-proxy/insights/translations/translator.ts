/**
 * The operator's translator, as this instance asks it: a few calls at a time, some more that wait, and none for a while
 * after one that failed. It knows which languages there are by asking now and then.
 */
import type { Logger } from 'pino';
import { reasonsOf } from '../../../server-kit/log.ts';
import { isReadOnTheWay } from '../../../server-kit/network/public-url.ts';
import type { Clock } from '../../../server-kit/clock.ts';
import type { Metrics } from '../../metrics.ts';
import type { LanguagePairs } from './language-pairs.ts';
import {
  askLanguages,
  askTranslation,
  notNow,
  NotTranslated,
  translatorAgent,
  type TranslatorSettings,
} from './libre-translate.ts';

export interface TranslatorTools {
  readonly settings: TranslatorSettings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

const MOST_CALLS = 4;
const MOST_WAITING = 20;
/** For when all of these are busy. */
const BUSY_SECONDS = 5;
/** A long review on a small machine. */
const TRANSLATION_TIMEOUT_MS = 60_000;
const LANGUAGES_TIMEOUT_MS = 10_000;
const ASK_LANGUAGES_EVERY_MS = 600_000;
const ASK_LANGUAGES_AGAIN_MS = 30_000;

export class Translator {
  readonly #tools: TranslatorTools;
  readonly #agent = translatorAgent();
  readonly #stop = new AbortController();
  #pairs: LanguagePairs | null = null;
  /** No call until then, in milliseconds since 1970, and why. */
  #pause: { readonly until: number; readonly because: NotTranslated } | null = null;
  #calls = 0;
  readonly #waiting: (() => void)[] = [];
  #isFailing = false;
  #following: Promise<void> = Promise.resolve();

  constructor(tools: TranslatorTools) {
    this.#tools = tools;
    const { settings, logger } = tools;
    if (settings.key !== undefined && isReadOnTheWay(settings.url))
      logger.warn('the translator is called without TLS: whoever is on the way to it reads its key');
  }

  /** @param learned - is called whenever there are other languages than before. */
  start(learned: () => Promise<void>): void {
    this.#following = this.#follow(learned);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#following;
    await this.#agent.destroy();
  }

  /** The languages that texts in this one are translated into; none until the translator has said it. */
  targetsOf(from: string): readonly string[] {
    return this.#pairs?.targetsOf(from) ?? [];
  }

  /** The same for several at once, without those that it does not translate; undefined where it translates none. */
  translates(languages: readonly string[]): Readonly<Record<string, readonly string[]>> | undefined {
    const known = languages.map((from) => [from, this.targetsOf(from)] as const).filter(([, into]) => into.length > 0);
    return known.length > 0 ? Object.fromEntries(known) : undefined;
  }

  /** Whether it has said which languages there are. */
  get isKnown(): boolean {
    return this.#pairs !== null;
  }

  /**
   * @param texts - of a pair of languages that there is.
   * @throws ApiError `unavailable`, with `Retry-After`.
   */
  async translate(texts: readonly string[], from: string, to: string): Promise<string[]> {
    const pair = this.#pairs?.find(from, to);
    if (!pair) throw notNow(BUSY_SECONDS);
    this.#requireNoPause();
    return this.#inTurn(async () => {
      // It may have failed for whoever came before.
      this.#requireNoPause();
      const { settings, metrics } = this.#tools;
      const call = { settings, agent: this.#agent, timeoutMs: TRANSLATION_TIMEOUT_MS, signal: this.#stop.signal };
      try {
        const translated = await askTranslation(call, texts, pair);
        metrics.translatorCalls.inc({ outcome: 'ok' });
        this.#isFailing = false;
        return translated;
      } catch (error) {
        throw this.#failed(error);
      }
    });
  }

  #failed(error: unknown): unknown {
    if (this.#stop.signal.aborted) return notNow(BUSY_SECONDS);
    if (!(error instanceof NotTranslated)) return error;
    const { clock, metrics } = this.#tools;
    const { isAboutText, retryAfterSeconds } = error;
    metrics.translatorCalls.inc({ outcome: isAboutText ? 'refused' : 'failed' });
    this.#say(error);
    if (!isAboutText) this.#pause = { until: clock.elapsed() + retryAfterSeconds * 1_000, because: error };
    return notNow(retryAfterSeconds, error);
  }

  #requireNoPause(): void {
    if (!this.#pause) return;
    const { until, because } = this.#pause;
    const leftMs = until - this.#tools.clock.elapsed();
    if (leftMs > 0) throw notNow(Math.ceil(leftMs / 1_000), because);
    this.#pause = null;
  }

  /** Does the work now or after others; a slot goes from one to the next. */
  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#calls < MOST_CALLS) this.#calls += 1;
    else if (this.#waiting.length < MOST_WAITING) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else throw notNow(BUSY_SECONDS);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#calls -= 1;
    }
  }

  async #follow(learned: () => Promise<void>): Promise<void> {
    const { settings, clock, logger } = this.#tools;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      let againMs = ASK_LANGUAGES_EVERY_MS;
      const before = this.#pairs;
      try {
        const call = { settings, agent: this.#agent, timeoutMs: LANGUAGES_TIMEOUT_MS, signal };
        this.#pairs = await askLanguages(call);
        if (this.#pairs.print !== before?.print) {
          await learned();
          logger.info({ languages: this.#pairs.size }, 'reviews are translated');
        }
        this.#isFailing = false;
      } catch (error) {
        // What it knew still holds for all that is known.
        this.#pairs = before;
        this.#say(error);
        againMs = ASK_LANGUAGES_AGAIN_MS;
      }
      await clock.sleep(againMs, signal);
    }
  }

  /** Once until it works again. */
  #say(error: unknown): void {
    if (this.#isFailing || this.#stop.signal.aborted) return;
    this.#isFailing = true;
    this.#tools.logger.warn({ reason: reasonsOf(error) }, 'Reviews are not translated; it is tried again by itself');
  }
}
