import { sql, type RawBuilder } from 'kysely';
import type { TopRatedProduct } from '../../contract/entities/entities.ts';
import type { Parameters } from '../../contract/endpoints/parameters.ts';
import type { Store } from '../content/ids.ts';
import { toProduct } from './products.ts';

/** Products of one category. */
const TOP_RATED = 10;

/**
 * The best product of each category, or the best ones of one category. The more reviews an average comes from, the more
 * it counts: each product starts with five reviews of 3.5 stars, so a single 5 does not lead.
 */
export async function listTopRatedProducts(
  db: Store,
  businessId: number,
  query: Parameters<'listTopRatedProducts'>,
): Promise<TopRatedProduct[]> {
  const names = query.category_name === undefined ? await categoryNames(db, businessId) : [query.category_name];
  const products: TopRatedProduct[] = [];
  for (const name of names) {
    let best = db
      .selectFrom('product_category')
      .innerJoin('product', (join) =>
        join
          .onRef('product.business_id', '=', 'product_category.business_id')
          .onRef('product.id', '=', 'product_category.product_id'),
      )
      .where('product_category.business_id', '=', businessId)
      .where('product_category.name', '=', name)
      .where('score', 'is not', null);
    if (query.currency !== undefined) best = best.where('currency', '=', query.currency.toUpperCase());
    const rows = await best
      .selectAll('product')
      .orderBy('score', 'desc')
      .orderBy('product_category.product_id', 'desc')
      .limit(query.category_name === undefined ? 1 : TOP_RATED)
      .execute();
    products.push(...rows.map((row) => ({ ...toProduct(row), category_name: name })));
  }
  return products;
}

/** Categories with a rated product. Each is found by one step in the index instead of by reading all products. */
async function categoryNames(db: Store, businessId: number): Promise<string[]> {
  const next = (after: RawBuilder<unknown>) =>
    sql`(select min(name) from product_category where business_id = ${businessId} and score is not null and ${after})`;
  const { rows } = await sql<{ name: string }>`
    with recursive step (name) as (
      select ${next(sql`true`)}
      union all
      select ${next(sql`name > step.name`)} from step where step.name is not null
    )
    select name from step where name is not null`.execute(db);
  return rows.map(({ name }) => name);
}
