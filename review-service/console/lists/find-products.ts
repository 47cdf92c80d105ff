/** The products of a list, with what waits for an answer at each. */
import { sql, type RawBuilder } from 'kysely';
import { average } from '../../../review-store/content/rows.ts';
import { matching } from '../../../review-store/content/search.ts';
import { currentSku } from '../../../review-store/products/earlier-skus.ts';
import { State } from '../../../review-store/tables.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { PAGE_SIZE } from './filter.ts';

export const productStates = ['unanswered', 'unreviewed', 'removed'] as const;
export const productOrders = ['reviews', 'lowest', 'newest', 'title'] as const;

export interface ProductFilter {
  readonly q: string;
  /** Without one, all that are sold. */
  readonly state: (typeof productStates)[number] | '';
  readonly order: (typeof productOrders)[number];
  /** From 1. */
  readonly page: number;
}

export interface ListedProduct {
  readonly id: number;
  readonly sku: string;
  readonly title: string | null;
  /** Published ones, as the average of their stars. */
  readonly reviews: number;
  readonly average: number;
  readonly isRemoved: boolean;
  readonly unanswered: Unanswered;
}

/** How many wait for a word of the shop. */
export interface Unanswered {
  /** Published reviews of one or two stars without a reply. */
  readonly low: number;
  readonly questions: number;
}

/** Published, with one or two stars, and without a reply; as `product_review_unanswered` has it, letter for letter. */
export const isLow = sql<boolean>`state + 0 = ${sql.lit(State.published)} and rating + 0 <= 2 and reply is null`;
/** Not hidden, and without an answer. */
export const isOpen = sql<boolean>`state <> ${sql.lit(State.removed)} and num_answers = 0`;

/** The product, as the index of each table has it. */
export const productOf = { product_review: sql<number>`product_id + 0`, product_question: sql<number>`product_id` };

const conditions: Readonly<Record<ProductFilter['state'], (businessId: number) => RawBuilder<boolean>>> = {
  '': () => sql`removed_at is null`,
  unanswered: (id) => sql`removed_at is null and (
    id in (select ${productOf.product_review} from product_review where business_id = ${id} and ${isLow})
    or id in (select product_id from product_question where business_id = ${id} and ${isOpen}))`,
  unreviewed: () => sql`removed_at is null and num_reviews = 0`,
  // A product that became part of another one has its sku as an earlier one of that.
  removed: (id) => sql`removed_at is not null and sku not in (select sku from earlier_sku where business_id = ${id})`,
};

const orders: Readonly<Record<ProductFilter['order'], RawBuilder<unknown>>> = {
  reviews: sql`num_reviews desc, id desc`,
  lowest: sql`case when num_reviews = 0 then 6 else rating_sum * 1.0 / num_reviews end, num_reviews desc, id`,
  newest: sql`id desc`,
  title: sql`lower(coalesce(title, sku)), id`,
};

export async function findProducts(
  db: Database,
  businessId: number,
  { q, state, order, page }: ProductFilter,
): Promise<{ readonly products: readonly ListedProduct[]; readonly total: number }> {
  const words = q === '' ? sql<boolean>`true` : await matching(storeOf(db), 'product', businessId, q);
  const found = db
    .selectFrom('product')
    .where('business_id', '=', businessId)
    .where(conditions[state](businessId))
    .where(sql<boolean>`(sku = ${await currentSku(storeOf(db), businessId, q)} or ${words})`);
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .select(['id', 'sku', 'title', 'num_reviews', 'rating_sum', 'removed_at'])
    .orderBy(orders[order])
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute();
  const unanswered = await countUnanswered(
    db,
    businessId,
    rows.map(({ id }) => id),
  );
  const products = rows.map(({ id, sku, title, num_reviews: reviews, rating_sum: sum, removed_at: removed }) => ({
    id,
    sku,
    title,
    reviews,
    average: average(sum, reviews),
    isRemoved: removed !== null,
    unanswered: unanswered.get(id)!,
  }));
  return { products, total: Number(total) };
}

/** By the number of the product. */
export async function countUnanswered(
  db: Database,
  businessId: number,
  ids: readonly number[],
): Promise<Map<number, Unanswered>> {
  const count = async (table: 'product_review' | 'product_question', is: RawBuilder<boolean>) => {
    if (ids.length === 0) return new Map<number, number>();
    const rows = await db
      .selectFrom(table as 'product_review')
      .select((eb) => [productOf[table].as('product'), eb.fn.countAll<number>().as('total')])
      .where('business_id', '=', businessId)
      .where(productOf[table], 'in', [...ids])
      .where(is)
      .groupBy(productOf[table])
      .execute();
    return new Map(rows.map(({ product, total }) => [Number(product), Number(total)]));
  };
  const low = await count('product_review', isLow);
  const questions = await count('product_question', isOpen);
  return new Map(ids.map((id) => [id, { low: low.get(id) ?? 0, questions: questions.get(id) ?? 0 }]));
}
