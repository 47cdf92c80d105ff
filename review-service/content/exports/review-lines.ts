/** Reviews and products as lines of the format `plaudit`. */
import type { OriginalReview } from '../../../contract/entities/entities.ts';
import {
  commentColumns,
  productColumns,
  productReviewColumns,
  reviewColumns,
  toFields,
} from '../../../exchange/reviews/plaudit/columns.ts';
import type { FieldValues } from '../../../exchange/reviews/plaudit/lines.ts';
import { earlierSkusOf } from '../../../review-store/products/earlier-skus.ts';
import type { ProductRow } from '../../../review-store/products/products.ts';
import { storeOf } from '../../data/tables.ts';
import type { ProductReviewRow, ShopReviewRow } from '../imports/current.ts';
import type { LineMaking } from './line-making.ts';
import { originsOf } from './origins.ts';
import { authorsOf, embedded } from './people.ts';
import { idsOf } from './pages.ts';

export async function* productReviewLines(
  making: LineMaking,
  rows: readonly ProductReviewRow[],
): AsyncGenerator<FieldValues> {
  const { db, business, pictures } = making;
  const author = await authorsOf(db, business, rows);
  const skus = await skusOf(making, rows);
  const from = await originsOf(db, business.id, 1, rows);
  for (const row of rows)
    yield {
      sku: skus.get(row.product_id),
      ...toFields(productReviewColumns, row),
      author: author(row),
      pictures: await pictures.ofReview(row.images),
      ...from(row.id),
    };
}

export async function* shopReviewLines(
  { db, business, pictures }: LineMaking,
  rows: readonly ShopReviewRow[],
): AsyncGenerator<FieldValues> {
  const author = await authorsOf(db, business, rows);
  const from = await originsOf(db, business.id, 0, rows);
  const comments = await db
    .selectFrom('comment')
    .selectAll()
    .where('business_id', '=', business.id)
    .where(
      'review_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  const commenter = await authorsOf(db, business, comments);
  const byReview = Map.groupBy(comments, ({ review_id: id }) => id);
  for (const row of rows) {
    const first = row.updated_for === null ? null : (JSON.parse(row.updated_for) as OriginalReview);
    yield {
      ...toFields(reviewColumns, row),
      author: author(row),
      pictures: await pictures.ofReview(row.images),
      ...from(row.id),
      comments: (byReview.get(row.id) ?? []).map((comment) => ({
        ...toFields(commentColumns, comment),
        author: commenter(comment),
      })),
      first: first && {
        review: { ...first, author: embedded(business, first.author), images: [] },
        pictures: await pictures.ofReview(JSON.stringify(first.images)),
      },
    };
  }
}

export async function* productLines(
  { db, business, pictures }: LineMaking,
  rows: readonly ProductRow[],
): AsyncGenerator<FieldValues> {
  const earlier = await earlierSkusOf(
    storeOf(db),
    business.id,
    rows.map(({ id }) => id),
  );
  for (const row of rows)
    yield {
      ...toFields(productColumns, row),
      pictures: await pictures.ofProduct(row.images),
      // Each database has an order of its own.
      earlier_skus: earlier.get(row.id)!.toSorted(),
    };
}

/** The skus of the products that these are about, by the number of the product. */
export async function skusOf(
  { db, business }: LineMaking,
  rows: readonly { readonly product_id: number | null }[],
): Promise<ReadonlyMap<number, string>> {
  const ids = idsOf(rows, ({ product_id: id }) => id);
  if (ids.length === 0) return new Map();
  const products = await db
    .selectFrom('product')
    .select(['id', 'sku'])
    .where('business_id', '=', business.id)
    .where('id', 'in', ids)
    .execute();
  return new Map(products.map(({ id, sku }) => [id, sku]));
}
