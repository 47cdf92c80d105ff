/** The counts of another server, and of what came from it. */
import { countAll } from '../../../../review-store/content/rows.ts';
import { State } from '../../../../review-store/tables.ts';
import type { Database } from '../../../data/tables.ts';
import { readKinds, type Position, type ReadKind } from './position.ts';

export interface Compared {
  readonly kind: ReadKind;
  /** How many its listings gave, and how many of them are here. */
  readonly read: number;
  readonly here: number;
  /** By its own count, how many are published there, and how many here; null where it does not count them. */
  readonly published: { readonly there: number; readonly here: number } | null;
}

export async function compare(
  db: Database,
  businessId: number,
  vendor: string,
  { read, productReviews }: Position,
  shopReviews: number,
): Promise<Compared[]> {
  const known = (ofProduct: 0 | 1) => {
    const table = (ofProduct === 1 ? 'product_review' : 'review') as 'review';
    return db
      .selectFrom('imported_review')
      .innerJoin(table, (join) =>
        join
          .onRef(`${table}.business_id`, '=', 'imported_review.business_id')
          .onRef(`${table}.id`, '=', 'imported_review.review_id'),
      )
      .where('imported_review.business_id', '=', businessId)
      .where('of_product', '=', ofProduct)
      .where('vendor', '=', vendor);
  };
  const items = (kind: 'comment' | 'question' | 'product_question') =>
    db
      .selectFrom(kind as 'comment')
      .where('business_id', '=', businessId)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('imported_item')
          .select('item_id')
          .where('imported_item.business_id', '=', businessId)
          .where('kind', '=', kind),
      );
  const published = (ofProduct: 0 | 1) => {
    if (ofProduct === 0)
      return countAll(known(0).where('review.state', '=', State.published).where('review.datasource', '=', ''));
    return countAll(known(1).where('product_review.state' as 'review.state', '=', State.published));
  };
  const products = db.selectFrom('product').where('business_id', '=', businessId).where('removed_at', 'is', null);
  const here: Record<ReadKind, number> = {
    products: await countAll(products),
    reviews: await countAll(known(0)),
    'product reviews': await countAll(known(1)),
    comments: await countAll(items('comment')),
    'product questions': await countAll(items('product_question')),
    questions: await countAll(items('question')),
  };
  const counted: Partial<Record<ReadKind, Compared['published']>> = {
    reviews: { there: shopReviews, here: await published(0) },
    'product reviews': { there: productReviews, here: await published(1) },
  };
  return readKinds.map((kind) => ({ kind, read: read[kind], here: here[kind], published: counted[kind] ?? null }));
}
