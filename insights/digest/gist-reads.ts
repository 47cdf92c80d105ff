/** The gists' additions to the answers of a business: languages, filters, and digests. */
import { sql, type RawBuilder } from 'kysely';
import type { ProductFilter } from '../../review-store/products/products.ts';
import { readGistState, readLanguages } from '../terms/gist-rows.ts';
import type { Business } from '../program.ts';
import type { InsightDb, TextKind } from '../tables.ts';
import type { Digests, StoredDigest } from './digests.ts';

export interface GistReadTools {
  readonly db: InsightDb;
  readonly business: Business;
  readonly digests: Digests;
  /** Whether all reviews of both kinds are mirrored. */
  readonly isMirrored: boolean;
}

const tables = { productReviews: 'mirror_product_gist', reviews: 'mirror_review_gist' } as const;
const reviewTables = { productReviews: 'product_review', reviews: 'review' } as const;

export class GistReads {
  readonly #tools: GistReadTools;

  constructor(tools: GistReadTools) {
    this.#tools = tools;
  }

  /** False until every review had its gist once: lists can be narrowed by what is in none of them only then. */
  async areComplete(): Promise<boolean> {
    const { db, business, isMirrored } = this.#tools;
    return isMirrored && (await readGistState(db, business.id)).isComplete;
  }

  /** Puts its language on each review. */
  async withLanguages<Item extends object>(
    part: TextKind,
    items: readonly Item[],
    idOf: (item: Item) => number,
  ): Promise<(Item & { language: string | null })[]> {
    const { db, business } = this.#tools;
    const languages = await readLanguages(db, business.id, part, items.map(idOf));
    return items.map((item) => ({ ...item, language: languages.get(idOf(item)) ?? null }));
  }

  inLanguages(part: TextKind, languages: readonly string[]): RawBuilder<boolean> {
    return exists(part, sql`gist.language in (${sql.join(languages)})`);
  }

  /** @param key - of a mention, which has no character that means something in a pattern. */
  mentioning(key: string): RawBuilder<boolean> {
    const dot = key.indexOf('.');
    const pattern = `% ${key.slice(dot + 1)}:%`;
    return exists('productReviews', sql`gist.language = ${key.slice(0, dot)} and gist.terms like ${pattern}`);
  }

  /** Of reviews of the business, whose stars are not in a column of their own. */
  withStars(ratings: readonly number[]): RawBuilder<boolean> {
    return exists('reviews', sql`gist.rating in (${sql.join(ratings)})`);
  }

  /** Larger for what comes first; reviews without stars come last. */
  starOrder(order: 'highest' | 'lowest'): RawBuilder<number> {
    const rating = sql<number>`(select gist.rating from mirror_review_gist as gist where ${sameReview('reviews')})`;
    return order === 'highest' ? sql`coalesce(${rating}, 0)` : sql`-coalesce(${rating}, 9)`;
  }

  digest(filter: ProductFilter, prefer: readonly string[] | undefined): Promise<StoredDigest | null> {
    const { db, business, digests } = this.#tools;
    return digests.read(db, business, filter, prefer);
  }
}

const sameReview = (part: TextKind): RawBuilder<boolean> => {
  const review = reviewTables[part];
  return sql`gist.business_id = ${sql.ref(`${review}.business_id`)} and gist.review_id = ${sql.ref(`${review}.id`)}`;
};

const exists = (part: TextKind, condition: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select 1 from ${sql.table(tables[part])} as gist where ${sameReview(part)} and ${condition})`;
