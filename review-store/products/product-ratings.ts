/**
 * Counters of published product reviews, so that statistics never count rows. Each product has its own, and
 * `product_rating` has their sums for the business and for each item group, brand and category. Every change of a
 * review or a product updates both, in its transaction.
 */
import { sql } from 'kysely';
import type { ProductReviewStats } from '../../contract/entities/entities.ts';
import { engineOf } from '../databases/engine.ts';
import { slices } from '../databases/slices.ts';
import { idsIn, type Store } from '../content/ids.ts';
import { average, starColumn } from '../content/rows.ts';
import type { ProductTable } from '../tables.ts';

export const counterColumns = ['num_reviews', 'rating_sum', 'one', 'two', 'three', 'four', 'five'] as const;
export type StarCounters = Readonly<Record<(typeof counterColumns)[number], number>>;

export const noReviews: StarCounters = { num_reviews: 0, rating_sum: 0, one: 0, two: 0, three: 0, four: 0, five: 0 };

export function toStats(row: StarCounters): ProductReviewStats {
  const ratings = Object.fromEntries(
    [row.one, row.two, row.three, row.four, row.five].map((count, index) => [
      index + 1,
      { num_reviews: Number(count), rating: index + 1 },
    ]),
  ) as ProductReviewStats['ratings'];
  const total = Number(row.num_reviews);
  return { total, average_rating: average(Number(row.rating_sum), total), ratings };
}

/** The scopes that counters are summed by. A product's own are in its row. */
export const scopes = {
  business: 'business',
  itemGroup: (name: string) => `item group ${name}`,
  brand: (name: string) => `brand ${name}`,
  category: (name: string) => `category ${name}`,
} as const;

type Scoped = Pick<ProductTable, 'item_group' | 'brand' | 'categories' | 'removed_at'>;

/** The sums that a product counts towards; none once it is removed. */
function scopesOf(product: Scoped): string[] {
  if (product.removed_at !== null) return [];
  const { item_group: group, brand, categories } = product;
  return [
    scopes.business,
    ...(group === null ? [] : [scopes.itemGroup(group)]),
    ...(brand === null ? [] : [scopes.brand(brand)]),
    ...(JSON.parse(categories) as string[]).map(scopes.category),
  ];
}

/** Reviews that began or stopped counting, collected over a transaction so that each counter is written once. */
export class ReviewTally {
  readonly #changes = new Map<number, StarCounters>();

  /** @param change - 1 for a review that counts from now on, -1 for one that no longer does. */
  add(productId: number, rating: number, change: 1 | -1): void {
    const star = starColumn(rating);
    const earlier = this.#changes.get(productId) ?? noReviews;
    this.#changes.set(
      productId,
      sum(earlier, { ...noReviews, num_reviews: change, rating_sum: change * rating, [star]: change }),
    );
  }

  /** Writes what was collected, always in the same order, so that two writers never wait for each other. */
  async write(db: Store, businessId: number): Promise<void> {
    const sums = new Sums();
    const changed = [...this.#changes].filter(([, change]) => !isZero(change));
    if (changed.length === 0) return;
    const given = engineOf(db).elements(changed.map(([id, change]) => ({ id, ...change })));
    const products = db
      .selectFrom('product')
      .select(['id', 'item_group', 'brand', 'categories', 'removed_at'])
      .where('business_id', '=', businessId)
      .where(
        'id',
        'in',
        idsIn(
          db,
          changed.map(([id]) => id),
        ),
      )
      .orderBy('id');
    const ranked: number[] = [];
    for (const product of await engineOf(db).forUpdate(products).execute()) {
      sums.add(scopesOf(product), this.#changes.get(product.id)!);
      if (product.categories !== '[]') ranked.push(product.id);
    }
    const added = counterColumns.map(
      (column) => sql`${sql.id(column)} = ${sql.ref(`product.${column}`)} + ${sql.ref(`given.${column}`)}`,
    );
    const read = (['id', ...counterColumns] as const).map(
      (column) => sql`cast(value ->> ${sql.lit(column)} as bigint) as ${sql.id(column)}`,
    );
    // Named twice: otherwise SQLite reads every product of the business, and for each of them all of the JSON.
    await sql`
      with given as materialized (select ${sql.join(read)} from ${given} as each)
      update product set ${sql.join(added)} from given
      where product.business_id = ${businessId} and product.id in (select id from given)
        and product.id = given.id`.execute(db);
    await scoreProducts(db, businessId, ranked);
    await sums.write(db, businessId);
  }
}

/** Moves a product's reviews from the sums that it counted towards to those that it counts towards now. */
export async function moveCounters(
  db: Store,
  businessId: number,
  counters: StarCounters,
  before: Scoped,
  after: Scoped,
): Promise<void> {
  if (counters.num_reviews === 0) return;
  const [left, joined] = [scopesOf(before), scopesOf(after)];
  const sums = new Sums();
  sums.add(
    left.filter((scope) => !joined.includes(scope)),
    negative(counters),
  );
  sums.add(
    joined.filter((scope) => !left.includes(scope)),
    counters,
  );
  await sums.write(db, businessId);
}

/** Ranks a product among the top-rated of its categories: its average, with five imagined reviews of 3.5 stars. */
export const scoreProduct = (db: Store, businessId: number, productId: number): Promise<void> =>
  scoreProducts(db, businessId, [productId]);

async function scoreProducts(db: Store, businessId: number, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return;
  await db
    .updateTable('product_category')
    .set((eb) => ({
      score: eb
        .selectFrom('product')
        .select(
          sql<
            number | null
          >`case when removed_at is null and num_reviews > 0 then (rating_sum + 17.5) / (num_reviews + 5) end`.as(
            'score',
          ),
        )
        .where('product.business_id', '=', businessId)
        .whereRef('product.id', '=', 'product_category.product_id'),
    }))
    .where('business_id', '=', businessId)
    .where('product_id', 'in', idsIn(db, productIds))
    .execute();
}

export async function readSum(db: Store, businessId: number, scope: string): Promise<ProductReviewStats> {
  const found = await db
    .selectFrom('product_rating')
    .select(counterColumns)
    .where('business_id', '=', businessId)
    .where('scope', '=', scope)
    .executeTakeFirst();
  return toStats(found ?? noReviews);
}

class Sums {
  readonly #changes = new Map<string, StarCounters>();

  add(names: readonly string[], change: StarCounters): void {
    for (const name of names) this.#changes.set(name, sum(this.#changes.get(name) ?? noReviews, change));
  }

  async write(db: Store, businessId: number): Promise<void> {
    const rows = [...this.#changes]
      .filter(([, change]) => !isZero(change))
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([scope, change]) => ({ business_id: businessId, scope, ...change }));
    for (const some of slices(rows))
      await db
        .insertInto('product_rating')
        .values(some)
        .onConflict((conflict) =>
          conflict
            .columns(['business_id', 'scope'])
            .doUpdateSet((eb) =>
              Object.fromEntries(
                counterColumns.map((column) => [
                  column,
                  eb(`product_rating.${column}`, '+', eb.ref(`excluded.${column}`)),
                ]),
              ),
            ),
        )
        .execute();
  }
}

const combine = (one: StarCounters, other: StarCounters, sign: 1 | -1): StarCounters => ({
  num_reviews: one.num_reviews + sign * other.num_reviews,
  rating_sum: one.rating_sum + sign * other.rating_sum,
  one: one.one + sign * other.one,
  two: one.two + sign * other.two,
  three: one.three + sign * other.three,
  four: one.four + sign * other.four,
  five: one.five + sign * other.five,
});
const sum = (one: StarCounters, other: StarCounters): StarCounters => combine(one, other, 1);
const negative = (counters: StarCounters): StarCounters => combine(noReviews, counters, -1);
const isZero = (counters: StarCounters): boolean => counterColumns.every((column) => counters[column] === 0);
