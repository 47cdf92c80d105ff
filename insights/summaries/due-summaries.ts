/**
 * Which summaries of a business are to be made: for each product and language with enough reviews, where there is none
 * yet, where these reviews have become more or fewer, or where a sentence has lost one of its reviews.
 */
import { walkProducts, type WalkedProduct } from '../../review-store/products/products.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { readGistState } from '../terms/gist-rows.ts';
import { vocabularies } from '../language/vocabularies.ts';
import type { Texts } from '../program.ts';
import { countStanding, FEWEST_REVIEWS, readSummaryFacts, type SummaryFacts, type SummaryKey } from './kept.ts';
import type { InsightDb } from '../tables.ts';
import { weighReviews } from './sent-reviews.ts';

/** A list of what is due is made anew so soon where something has changed, and so late where nothing has. */
const LIST_AGAIN_MS = 60_000;
const LIST_LASTS_MS = 600_000;
/** All reviews are counted for it, so a list that took long is made more rarely: a twentieth of the time at most. */
const LIST_PAUSES = 20;
/** The same summary is not made twice within this time, however fast its reviews change. */
const MADE_AGAIN_MS = 600_000;
/** A refused summary is tried again with the same reviews. */
const REFUSED_AGAIN_MS = 86_400_000;
/** Products whose summaries are looked at at once. */
const SLICE = 100;

export interface DueSummary extends SummaryKey {
  readonly sku: string;
}

export interface DueTools {
  readonly db: InsightDb;
  readonly mirror: Texts;
  readonly domain: string;
  readonly clock: Clock;
  readonly model: string;
}

export class DueSummaries {
  readonly #tools: DueTools;
  #list: DueSummary[] = [];
  #listed = { at: Number.NEGATIVE_INFINITY, version: -1, tookMs: 0 };
  /** Failed for a reason that may be their own, and until when each waits, in milliseconds since 1970. */
  readonly #putOff = new Map<string, number>();

  constructor(tools: DueTools) {
    this.#tools = tools;
  }

  /** The next one, those of products with most reviews first; null where there is none now. */
  async next(): Promise<DueSummary | null> {
    if (this.isTimeToList()) await this.#makeList();
    return this.#list.shift() ?? null;
  }

  /** Lists anew next time, unless all that was listed is made. */
  forget(): void {
    if (this.#list.length > 0) this.#listed.at = Number.NEGATIVE_INFINITY;
    this.#list = [];
  }

  /** Others come first for a while. */
  putOff(due: DueSummary): void {
    this.#putOff.set(keyOf(due), this.#tools.clock.elapsed() + MADE_AGAIN_MS);
  }

  isTimeToList(): boolean {
    const { clock, mirror, domain } = this.#tools;
    const { at, version, tookMs } = this.#listed;
    const ageMs = clock.elapsed() - at;
    const pauseMs = LIST_PAUSES * tookMs;
    if (ageMs >= Math.max(LIST_LASTS_MS, pauseMs)) return true;
    const isNews = this.#list.length === 0 && mirror.version(domain) !== version;
    return isNews && ageMs >= Math.max(LIST_AGAIN_MS, pauseMs);
  }

  async #makeList(): Promise<void> {
    const { db, mirror, domain, clock } = this.#tools;
    const business = mirror.business(domain);
    if (!(await readGistState(db, business.id)).isComplete) return;
    const at = clock.elapsed();
    const version = mirror.version(domain);
    const products: WalkedProduct[] = [];
    for await (const product of walkProducts(db, business.id))
      if (product.numReviews >= FEWEST_REVIEWS) products.push(product);
    products.sort((one, other) => other.numReviews - one.numReviews || one.id - other.id);
    const list: DueSummary[] = [];
    for (let start = 0; start < products.length; start += SLICE)
      list.push(...(await this.#dueOf(business.id, products.slice(start, start + SLICE))));
    this.#list = list;
    this.#listed = { at, version, tookMs: clock.elapsed() - at };
  }

  async #dueOf(businessId: number, products: readonly WalkedProduct[]): Promise<DueSummary[]> {
    const { db, clock, model } = this.#tools;
    const ids = products.map(({ id }) => id);
    const facts = new Map((await readSummaryFacts(db, businessId, ids)).map((one) => [keyOf(one), one]));
    const standing = new Map((await countStanding(db, businessId, ids)).map((one) => [keyOf(one), one.standing]));
    const now = clock.now();
    const due: DueSummary[] = [];
    for (const product of products) {
      const inLanguages = [...(await weighReviews(db, businessId, product.id))]
        .map(([language, weighed]) => ({ language, reviews: weighed.length }))
        .filter(({ language, reviews }) => reviews >= FEWEST_REVIEWS && vocabularies.has(language))
        .toSorted((one, other) => other.reviews - one.reviews);
      for (const { language, reviews } of inLanguages) {
        const one: DueSummary = { productId: product.id, language, sku: product.sku };
        const key = keyOf(one);
        const kept = { facts: facts.get(key), standing: standing.get(key) ?? 0 };
        if (!this.#isPutOff(key) && isDue(kept, { reviews, model, now })) due.push(one);
      }
    }
    return due;
  }

  #isPutOff(key: string): boolean {
    const until = this.#putOff.get(key);
    if (until === undefined) return false;
    if (until > this.#tools.clock.elapsed()) return true;
    this.#putOff.delete(key);
    return false;
  }
}

const keyOf = ({ productId, language }: SummaryKey): string => `${productId} ${language}`;

interface Kept {
  readonly facts: SummaryFacts | undefined;
  /** How many of its sentences still have all their reviews. */
  readonly standing: number;
}

function isDue(
  { facts, standing }: Kept,
  { reviews, model, now }: { readonly reviews: number; readonly model: string; readonly now: number },
): boolean {
  if (!facts) return true;
  const ageMs = now - facts.madeAt;
  if (ageMs < MADE_AGAIN_MS) return false;
  if (facts.model !== model || hasChanged(facts.reviews, reviews)) return true;
  return facts.sentences === 0 ? ageMs >= REFUSED_AGAIN_MS : standing < facts.sentences;
}

/** By a fifth more, or by a twentieth less. */
const hasChanged = (before: number, now: number): boolean => now * 5 >= before * 6 || now * 20 <= before * 19;
