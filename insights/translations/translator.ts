/**
 * The operator's translator, as this instance asks it: a few calls at a time, some more that wait, and none for a while
 * after one that failed. It knows which languages there are by asking now and then.
 */
import type { LanguagePairs } from './language-pairs.ts';
import { NotAnswered, Rests, type AskedService, type AskingTools } from '../asked-service.ts';
import { askLanguages, askTranslation, notNow, translatorAt } from './libre-translate.ts';

const MOST_CALLS = 4;
const MOST_WAITING = 20;
/** For when all of these are busy. */
const BUSY_SECONDS = 5;
/** A long review on a small machine. */
const TRANSLATION_TIMEOUT_MS = 60_000;
const LANGUAGES_TIMEOUT_MS = 10_000;
/** Until it is worth asking again about a text that it cannot translate; else where it does not say when. */
const TEXT_AGAIN_SECONDS = 600;
const AGAIN_SECONDS = 10;
const ASK_LANGUAGES_EVERY_MS = 600_000;
const ASK_LANGUAGES_AGAIN_MS = 30_000;

export class Translator {
  readonly #tools: AskingTools;
  readonly #service: AskedService;
  readonly #rests: Rests;
  #pairs: LanguagePairs | null = null;
  #calls = 0;
  readonly #waiting: (() => void)[] = [];
  #following: Promise<void> = Promise.resolve();

  constructor(tools: AskingTools) {
    this.#tools = tools;
    this.#service = translatorAt(tools.settings);
    this.#service.warnOfKey(tools.logger);
    this.#rests = new Rests(tools, 'Reviews are not translated');
  }

  /** @param learned - is called whenever there are other languages than before. */
  start(learned: () => Promise<void>): void {
    this.#following = this.#follow(learned);
  }

  async stop(): Promise<void> {
    await this.#service.stop();
    await this.#following;
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
      try {
        const translated = await askTranslation(this.#service, texts, pair, TRANSLATION_TIMEOUT_MS);
        this.#tools.metrics.translatorCalls.inc({ outcome: 'ok' });
        this.#rests.failures = 0;
        return translated;
      } catch (error) {
        throw this.#failed(error);
      }
    });
  }

  #failed(error: unknown): unknown {
    if (this.#service.stopped.aborted) return notNow(BUSY_SECONDS);
    if (!(error instanceof NotAnswered)) return error;
    const { isAboutText, retryAfterSeconds = AGAIN_SECONDS } = error;
    this.#tools.metrics.translatorCalls.inc({ outcome: isAboutText ? 'refused' : 'failed' });
    this.#rests.failed(error);
    if (isAboutText) return notNow(TEXT_AGAIN_SECONDS, error);
    this.#rests.rest(retryAfterSeconds * 1_000);
    return notNow(retryAfterSeconds, error);
  }

  #requireNoPause(): void {
    const { leftMs } = this.#rests;
    if (leftMs > 0) throw notNow(Math.ceil(leftMs / 1_000));
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
    const { clock, logger } = this.#tools;
    const { stopped: signal } = this.#service;
    while (!signal.aborted) {
      let againMs = ASK_LANGUAGES_EVERY_MS;
      const before = this.#pairs;
      try {
        this.#pairs = await askLanguages(this.#service, LANGUAGES_TIMEOUT_MS);
        if (this.#pairs.print !== before?.print) {
          await learned();
          logger.info({ languages: this.#pairs.size }, 'reviews are translated');
        }
        this.#rests.failures = 0;
      } catch (error) {
        // The pairs known before still hold.
        this.#pairs = before;
        if (!signal.aborted) this.#rests.failed(error);
        againMs = ASK_LANGUAGES_AGAIN_MS;
      }
      await clock.sleep(againMs, signal);
    }
  }
}
