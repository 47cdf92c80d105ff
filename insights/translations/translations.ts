/**
 * Published reviews in other languages. Each is translated once, for all shoppers and all instances, and kept in the
 * mirror. Nothing but what the mirror shows is ever translated, so that nobody can have texts of their own translated.
 */
import { sql } from 'kysely';
import { ApiError, refuse, refuseParameter } from '../../contract/endpoints/errors.ts';
import { LONGEST_TEXT } from '../../contract/endpoints/limits.ts';
import { parseParameters } from '../../contract/endpoints/read-parameters.ts';
import type { Translation } from '../../contract/shopper/shopper.ts';
import { readProductReviewPage } from '../../review-store/reviews/product-reviews.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { WeighedCache } from '../../server-kit/weighed-cache.ts';
import { readLanguages } from '../terms/gist-rows.ts';
import type { Business, Secrets } from '../program.ts';
import {
  hasTitle,
  readTranslation,
  saveTranslation,
  toTranslate,
  type ReviewWords,
  type TranslatedWords,
  type Wanted,
} from './kept.ts';
import { hashWithReply } from '../kept.ts';
import type { InsightDb } from '../tables.ts';
import { maskPersonalData } from '../../server-kit/personal-data.ts';
import { NotAnswered } from '../asked-service.ts';
import { notNow } from './libre-translate.ts';
import type { Translator } from './translator.ts';

export interface TranslationTools {
  readonly db: InsightDb;
  /** Null where the operator runs none. */
  readonly translator: Translator | null;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

export interface TranslationWish {
  readonly reviewId: number;
  /** The language to be read in. */
  readonly to: string;
  /** How long this shopper waits; the translation is made and kept all the same. */
  readonly timeoutMs: number;
  /** Throws where this shopper may not cause a call. */
  allowCall(): void;
}

interface Failed {
  /** When it is tried again, in milliseconds since 1970. */
  readonly until: number;
  readonly seconds: number;
  /** Whether another text may do better. */
  readonly isAboutText: boolean;
}

/** For whoever has waited as long as they may: it may be there by then. */
const SOON_SECONDS = 10;
/** Some thousand reviews. */
const MOST_FAILED_BYTES = 512 * 1024;

export class Translations {
  readonly #tools: TranslationTools;
  readonly #making = new Map<string, Promise<TranslatedWords>>();
  readonly #failed = new WeighedCache<Failed>({ maxBytes: MOST_FAILED_BYTES, weigh: () => 50 });

  constructor(tools: TranslationTools) {
    this.#tools = tools;
  }

  /** @throws ApiError `pathUnknown` where there is no translator. */
  requireTranslator(): Translator {
    const { translator } = this.#tools;
    if (!translator) throw refuse('pathUnknown', 'This proxy translates no reviews');
    return translator;
  }

  /**
   * @returns the translation, and whether it was kept already.
   * @throws ApiError
   */
  async read(
    business: Business,
    { reviewId, to, timeoutMs, allowCall }: TranslationWish,
  ): Promise<{ readonly translation: Translation; readonly isKept: boolean }> {
    const { db } = this.#tools;
    const review = await findPublished(db, business.id, reviewId);
    const from = (await readLanguages(db, business.id, 'productReviews', [reviewId])).get(reviewId);
    if (from === undefined) throw refuseParameter('malformed', 'review_id', 'is a review in an unknown language');
    const wanted = { businessId: business.id, review, language: to };
    // A kept translation is good whatever has become of the translator.
    const kept = await readTranslation(db, wanted);
    const words = kept ?? (await this.#inTime(this.#makeOnce(wanted, from, allowCall), timeoutMs));
    const title = hasTitle(review) ? words.title : null;
    return { translation: { ...words, title, from, to }, isKept: kept !== null };
  }

  #requirePair(from: string, to: string): void {
    const translator = this.requireTranslator();
    if (!translator.isKnown) throw notNow(SOON_SECONDS);
    if (!translator.targetsOf(from).includes(to))
      throw refuseParameter('malformed', 'to', `must be a language that reviews in ${from} are translated into`);
  }

  /** A request for the same meanwhile waits for the same call. */
  #makeOnce(wanted: Wanted, from: string, allowCall: () => void): Promise<TranslatedWords> {
    const { businessId, review, language } = wanted;
    this.#requirePair(from, language);
    const key = [businessId, review.id, language, hashWithReply(review)].join(' ');
    const joined = this.#making.get(key);
    if (joined) return joined;
    this.#requireNotFailed(key);
    const texts = toTranslate(review);
    if (texts.some((text) => text.length > LONGEST_TEXT))
      throw refuseParameter('limitExceeded', 'review_id', `is a review of more than ${LONGEST_TEXT} characters`);
    allowCall();
    const making = this.#make(wanted, texts, from)
      .catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.retryAfterSeconds === undefined) throw error;
        throw this.#noteFailure(key, error, error.retryAfterSeconds).isAboutText ? untranslatable() : error;
      })
      .finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }

  async #make(wanted: Wanted, texts: readonly string[], from: string): Promise<TranslatedWords> {
    const { db, secrets } = this.#tools;
    const { review, language } = wanted;
    const withoutSecrets = (some: readonly string[]) =>
      JSON.parse(secrets.removeFrom(JSON.stringify(some))) as string[];
    // As shoppers see them, in this respect too.
    const shown = withoutSecrets(texts);
    const answered = shown.length > 0 ? await this.requireTranslator().translate(shown, from, language) : [];
    const translated = withoutSecrets(answered).map(maskPersonalData);
    const title = hasTitle(review) ? translated.shift()! : null;
    const reply = review.reply?.trim() ? translated.pop()! : null;
    const words = { title, content: translated[0] ?? '', reply };
    if (!(await saveTranslation(db, wanted, words))) throw notNow(1);
    return words;
  }

  async #inTime(making: Promise<TranslatedWords>, timeoutMs: number): Promise<TranslatedWords> {
    const end = new AbortController();
    const late = this.#tools.clock.sleep(timeoutMs, end.signal).then(() => {
      throw notNow(SOON_SECONDS);
    });
    // One of the two comes too late, and nobody hears of it.
    late.catch(() => {});
    making.catch(() => {});
    return Promise.race([making, late]).finally(() => end.abort());
  }

  #noteFailure(key: string, { cause }: ApiError, seconds: number): Failed {
    const isAboutText = cause instanceof NotAnswered && cause.isAboutText;
    const failed = { until: this.#tools.clock.elapsed() + seconds * 1_000, seconds, isAboutText };
    this.#failed.set(key, failed);
    return failed;
  }

  #requireNotFailed(key: string): void {
    const failed = this.#failed.get(key);
    if (!failed) return;
    const leftMs = failed.until - this.#tools.clock.elapsed();
    if (leftMs > 0) throw failed.isAboutText ? untranslatable() : notNow(Math.ceil(leftMs / 1_000));
    this.#failed.delete(key);
  }
}

/** Without a `Retry-After`: whoever keeps to it would ask for no other review either. */
const untranslatable = () =>
  refuseParameter('malformed', 'review_id', 'is a review that the translator does not translate');

const everything = parseParameters('listProductReviews', {});

/**
 * A review that lists show.
 * @throws ApiError `productReviewNotFound`
 */
async function findPublished(db: InsightDb, businessId: number, id: number): Promise<ReviewWords> {
  const query = { ...everything, start: 0, count: 1, also: [sql<boolean>`product_review.id = ${id}`] };
  const [found] = await readProductReviewPage(db, businessId, query);
  if (!found) throw refuse('productReviewNotFound');
  return { ...found, reply: found.reply?.content ?? null };
}
