/**
 * The digest of a product or an item group. The count over all reviews takes longest: it is kept until a gist of the
 * business changes or a review goes; votes change neither.
 */
import type { Digest } from '../../contract/entities/digest.ts';
import type { ProductAttribute, ProductReview } from '../../contract/entities/entities.ts';
import {
  attributesOf,
  readReviewedProducts,
  readReviewFacts,
  type ReviewedProduct,
  type ReviewFacts,
} from '../../review-store/reviews/review-facts.ts';
import { shownPhotos } from '../../review-store/content/photos.ts';
import { readMostHelpful } from '../../review-store/reviews/product-reviews.ts';
import type { ProductFilter } from '../../review-store/products/products.ts';
import { bytesOf, WeighedCache } from '../../server-kit/weighed-cache.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readGistState, readTermsOf } from '../terms/gist-rows.ts';
import { readTermCounts } from '../terms/term-counts.ts';
import type { Business } from '../program.ts';
import type { InsightDb } from '../tables.ts';
import { Choices } from './attributes.ts';
import { compare, namesOf, Terms } from '../terms/mentions.ts';
import { findQuotable, readQuotes, RecentReviews, type Quotable } from './quotes.ts';
import type { ScaleSetting } from './scales.ts';
import { readSummaries } from '../summaries/standing.ts';
import { readWitnesses } from '../witnesses.ts';

type Counted = Omit<Digest, 'translates' | 'quotes' | 'summaries' | 'favourable' | 'critical' | 'transparency'>;

interface Kept {
  /** The same as long as it is good. */
  readonly state: string;
  readonly counted: Counted;
  readonly quotable: readonly Quotable[];
}

/** A digest with the reviews in it as the store has them. */
export type StoredDigest = Counted & {
  readonly quotes: Digest['quotes'];
  readonly summaries?: Digest['summaries'];
  readonly favourable: ProductReview | null;
  readonly critical: ProductReview | null;
};

/** Reviews that are read at once: a few milliseconds. */
const SLICE = 250;
const MOST_PRODUCTS = 200;
const LOW_STARS = 2;
const MOST_BYTES = 16 * 1024 * 1024;

export class Digests {
  readonly #scales: readonly ScaleSetting[];
  readonly #hasSummaries: boolean;
  readonly #kept = new WeighedCache<Kept>({
    maxBytes: MOST_BYTES,
    // Objects take more than their text.
    weigh: (kept) => 2 * bytesOf(JSON.stringify(kept)),
  });

  /** @param hasSummaries - whether the operator has any written. */
  constructor(scales: readonly ScaleSetting[], hasSummaries = false) {
    this.#scales = scales;
    this.#hasSummaries = hasSummaries;
  }

  /**
   * Null for more products than make sense together.
   * @param prefer - languages of the reader, in which quotes and summaries are; undefined for all.
   */
  async read(
    db: InsightDb,
    { id, domain }: Business,
    filter: ProductFilter,
    prefer?: readonly string[],
  ): Promise<StoredDigest | null> {
    const store = db;
    const products = await readReviewedProducts(store, id, filter);
    if (products.length > MOST_PRODUCTS) return null;
    const productIds = products.map((product) => product.id);
    const key = `${domain} ${productIds.join(',')}`;
    const reviews = products.reduce((sum, product) => sum + product.num_reviews, 0);
    const state = `${JSON.stringify(await readGistState(db, id))} ${reviews}`;
    const before = this.#kept.get(key);
    const kept = before?.state === state ? before : { state, ...(await this.#count(db, { id, domain }, products)) };
    if (kept !== before) this.#kept.set(key, kept);
    const { counted, quotable } = kept;
    if (products.length === 0) return { ...counted, quotes: [], favourable: null, critical: null };
    const isOne = this.#hasSummaries && filter.sku !== undefined && products.length === 1;
    const summarised = { id: productIds[0]!, languages: counted.languages };
    const summaries = isOne ? await readSummaries(db, id, summarised, prefer) : [];
    return {
      ...counted,
      ...(summaries.length > 0 && { summaries }),
      quotes: await readQuotes(db, { id, domain }, quotable, prefer),
      favourable: await readMostHelpful(store, id, productIds, [4, 5]),
      critical: await readMostHelpful(store, id, productIds, [1, 3]),
    };
  }

  async #count(db: InsightDb, business: Business, products: readonly ReviewedProduct[]): Promise<Omit<Kept, 'state'>> {
    const { id: businessId, domain } = business;
    const tally = new Tally();
    const productIds = products.map((product) => product.id);
    let after = 0;
    while (productIds.length > 0) {
      const page = { after, limit: SLICE };
      const facts = await readReviewFacts(db, businessId, productIds, page);
      if (facts.length === 0) break;
      const last = facts.at(-1)!.id;
      const gists = await readTermsOf(db, businessId, productIds, { after, last });
      const byId = new Map(gists.map((gist) => [gist.review_id, gist]));
      const witnesses = await readWitnesses(db, domain, facts);
      for (const one of facts) tally.add(one, byId.get(one.id), witnesses.get(one.id)!);
      after = last;
      if (facts.length < SLICE) break;
      await nextTurn();
    }
    const shop = await readTermCounts(db, businessId, tally.terms.languages);
    const declared = products.flatMap(({ attributes }) => JSON.parse(attributes) as ProductAttribute[]);
    const findings = tally.terms.findings(shop, namesOf(products));
    return {
      counted: {
        ...tally.counts(),
        ...tally.choices.summarise(declared, this.#scales),
        mentions: findings.mentions,
      },
      quotable: await findQuotable(db, business, findings, tally.recent.all),
    };
  }
}

class Tally {
  readonly terms = new Terms();
  readonly choices = new Choices();
  readonly recent = new RecentReviews();
  readonly #ratings = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };
  readonly #languages = new Map<string, number>();
  #verified = 0;
  #photos = 0;
  /** Addresses, since reviewers may have sent the same photo. */
  readonly #pictures = new Set<string>();

  add(
    facts: ReviewFacts,
    gist: { readonly language: string; readonly terms: string } | undefined,
    witness: string,
  ): void {
    this.#ratings[facts.rating as 1] += 1;
    this.#verified += facts.verified;
    this.#photos += facts.has_photos;
    if (facts.has_photos) for (const address of picturesOf(facts)) this.#pictures.add(address);
    if (facts.attributes !== '[]') this.choices.add(attributesOf(facts));
    if (!gist) return;
    if (gist.language !== '') this.#languages.set(gist.language, (this.#languages.get(gist.language) ?? 0) + 1);
    const isLow = facts.rating <= LOW_STARS;
    this.terms.add(gist, isLow, witness);
    const isVerified = facts.verified === 1;
    this.recent.add({ id: facts.id, isLow, isVerified, language: gist.language, terms: gist.terms });
  }

  counts(): Pick<Digest, 'ratings' | 'verified' | 'photos' | 'pictures' | 'languages'> {
    return {
      ratings: { ...this.#ratings },
      verified: this.#verified,
      photos: this.#photos,
      pictures: this.#pictures.size,
      languages: [...this.#languages]
        .map(([language, count]) => ({ language, count }))
        .toSorted((one, other) => other.count - one.count || compare(one.language, other.language)),
    };
  }
}

/** By the addresses that elements show. */
const picturesOf = ({ images }: Pick<ReviewFacts, 'images'>): string[] =>
  shownPhotos(images)
    .map(({ large, normal, original }) => large || normal || original)
    .filter(Boolean);
