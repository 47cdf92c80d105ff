/** The counts of another server, and of what came from it. */
import { sql } from 'kysely';
import { countAll } from '../../../../review-store/content/rows.ts';
import { State } from '../../../../review-store/tables.ts';
import type { Database } from '../../../data/tables.ts';
import { readKinds, type Position, type ReadKind } from './position.ts';

export interface Compared {
  readonly kind: ReadKind;
  /** How many its listings gave, and how many of them are here; of products, all that the catalogue has. */
  readonly read: number;
  readonly here: number;
  /** By its own count, how many are published there, and how many here; null where it does not count them. */
  readonly published: { readonly there: number; readonly here: number } | null;
  /** Reviews with another number here, since theirs was taken. */
  readonly renumbered: number;
  /** Items that cannot be kept, or are about nothing that came. Reviews are refused one by one. */
  readonly setAside: number;
}

export async function compare(
  db: Database,
  businessId: number,
  vendor: string,
  { read, setAside, productReviews }: Position,
  shopReviews: number,
): Promise<Compared[]> {
  const [ofShop, ofProducts] = [reviewsFrom(db, businessId, vendor, 0), reviewsFrom(db, businessId, vendor, 1)];
  const products = db.selectFrom('product').where('business_id', '=', businessId).where('removed_at', 'is', null);
  const here: Record<ReadKind, number> = {
    products: await countAll(products),
    reviews: await countAll(ofShop),
    'product reviews': await countAll(ofProducts),
    comments: await countItems(db, businessId, 'comment'),
    'product questions': await countItems(db, businessId, 'product_question'),
    questions: await countItems(db, businessId, 'question'),
  };
  const more: Partial<Record<ReadKind, Pick<Compared, 'published' | 'renumbered'>>> = {
    reviews: {
      published: {
        there: shopReviews,
        here: await countAll(ofShop.where('review.state', '=', State.published).where('review.datasource', '=', '')),
      },
      renumbered: await countAll(ofShop.where(isRenumbered)),
    },
    'product reviews': {
      published: {
        there: productReviews,
        here: await countAll(ofProducts.where('product_review.state' as 'review.state', '=', State.published)),
      },
      renumbered: await countAll(ofProducts.where(isRenumbered)),
    },
  };
  const none = { published: null, renumbered: 0 };
  return readKinds.map((kind) => ({
    kind,
    read: read[kind],
    here: here[kind],
    setAside: setAside[kind],
    ...(more[kind] ?? none),
  }));
}

const isRenumbered = sql<boolean>`cast(review_id as text) <> vendor_id`;

/** Those that are still here. */
function reviewsFrom(db: Database, businessId: number, vendor: string, ofProduct: 0 | 1) {
  // Both tables have what is asked of them here.
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
}

const countItems = (
  db: Database,
  businessId: number,
  kind: 'comment' | 'question' | 'product_question',
): Promise<number> =>
  countAll(
    db
      .selectFrom(kind as 'comment')
      .where('business_id', '=', businessId)
      // Listings name questions that were removed, and not comments.
      .$if(kind === 'comment', (query) => query.where('removed_at', 'is', null))
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('imported_item')
          .select('item_id')
          .where('imported_item.business_id', '=', businessId)
          .where('kind', '=', kind),
      ),
  );
