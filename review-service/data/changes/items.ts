/** Things that changed, by their numbers: as their lists give them, where shoppers may see them. */
import { sql, type RawBuilder } from 'kysely';
import type {
  NumberedComment,
  Product,
  ProductQuestion,
  ProductReview,
  Question,
  Review,
} from '../../../contract/entities/entities.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import type { Store } from '../../../review-store/content/ids.ts';
import { readListedProducts } from '../../../review-store/products/products.ts';
import { readProductQuestions, readQuestions } from '../../../review-store/questions/questions.ts';
import { readComments } from '../../../review-store/reviews/comments.ts';
import { readProductReviews } from '../../../review-store/reviews/product-reviews.ts';
import { readReviews } from '../../../review-store/reviews/reviews.ts';
import { State } from '../../../review-store/tables.ts';
import type { ChangingKind } from './tables.ts';

export const itemKinds = [
  'product',
  'review',
  'comment',
  'question',
  'product_review',
  'product_question',
] as const satisfies readonly ChangingKind[];
export type ItemKind = (typeof itemKinds)[number];

export interface Items {
  readonly product: readonly Product[];
  readonly review: readonly Review[];
  readonly comment: readonly NumberedComment[];
  readonly question: readonly Question[];
  readonly product_review: readonly ProductReview[];
  readonly product_question: readonly ProductQuestion[];
}

type Numbers = Readonly<Record<ItemKind, readonly number[]>>;

const isPublished = sql<boolean>`state = ${sql.lit(State.published)}`;
const ofListedProduct = (kind: ItemKind) => sql<boolean>`not exists (
  select 1 from product where product.business_id = ${sql.ref(`${kind}.business_id`)}
    and product.id = ${sql.ref(`${kind}.product_id`)} and product.removed_at is not null)`;

/** When shoppers may see a row. */
const isShown: Readonly<Record<ItemKind, RawBuilder<boolean>>> = {
  product: sql`removed_at is null`,
  review: isPublished,
  comment: sql`activated = 1 and published_at is not null and removed_at is null and exists (
    select 1 from review where review.business_id = comment.business_id and review.id = comment.review_id
      and review.state = ${sql.lit(State.published)})`,
  question: isPublished,
  product_review: sql`${isPublished} and ${ofListedProduct('product_review')}`,
  product_question: sql`${isPublished} and ${ofListedProduct('product_question')}`,
};

/** Those of these numbers that shoppers may see. */
async function shownOf(db: Store, businessId: number, kind: ItemKind, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom(kind as 'review')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', 'in', [...ids])
    .where(isShown[kind])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** A few statements for each kind, however many there are. */
export async function readItems(db: Store, business: BusinessRow, numbers: Numbers): Promise<Items> {
  const { id: businessId, domain } = business;
  const read = async <Item>(
    kind: ItemKind,
    by: (ids: readonly number[]) => Promise<Iterable<Item>>,
    numberOf: (item: Item) => number,
  ): Promise<Item[]> => {
    const shown = await shownOf(db, businessId, kind, numbers[kind]);
    const items = new Map([...(await by([...shown]))].map((item) => [numberOf(item), item]));
    return numbers[kind].flatMap((number) => items.get(number) ?? []);
  };
  const idOf = ({ id }: { readonly id: number }) => id;
  return {
    product: await read('product', (ids) => readListedProducts(db, businessId, ids), idOf),
    review: await read(
      'review',
      async (ids) => (await readReviews(db, businessId, ids)).values(),
      ({ reviewNo }) => reviewNo,
    ),
    comment: await read('comment', (ids) => readComments(db, businessId, ids), idOf),
    question: await read('question', (ids) => readQuestions(db, businessId, domain, ids), idOf),
    product_review: await read('product_review', (ids) => readProductReviews(db, businessId, ids), idOf),
    product_question: await read('product_question', (ids) => readProductQuestions(db, businessId, ids), idOf),
  };
}
