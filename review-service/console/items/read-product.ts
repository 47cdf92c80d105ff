/** Everything about a product, for its page. */
import type { Mention } from '../../../contract/entities/digest.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { countAll } from '../../../review-store/content/rows.ts';
import { earlierSkusOf } from '../../../review-store/products/earlier-skus.ts';
import type { ProductRow } from '../../../review-store/products/products.ts';
import { State } from '../../../review-store/tables.ts';
import { readListedReviews } from '../../content/moderation/listed-reviews.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { readRevision } from '../acting/revision.ts';
import { readAsked } from '../lists/asked.ts';
import { countUnanswered, isLow, isOpen, productOf } from '../lists/find-products.ts';
import { readTimeline } from './timeline.ts';

/** So many of what is unanswered are on the page itself. */
const SHOWN = 5;

export type ProductItem = Awaited<ReturnType<typeof readProductItem>>;

/** The product of this sku or number, in any state; undefined if there is none. */
export function findAnyProduct(
  db: Database,
  { id }: BusinessRow,
  by: { readonly sku: string } | { readonly number: number },
): Promise<ProductRow | undefined> {
  const found = db.selectFrom('product').selectAll().where('business_id', '=', id);
  return ('sku' in by ? found.where('sku', '=', by.sku) : found.where('id', '=', by.number)).executeTakeFirst();
}

/**
 * @param product - in any state.
 * @param saidMost - the most first.
 */
export async function readProductItem(
  db: Database,
  business: BusinessRow,
  product: ProductRow,
  saidMost: readonly Mention[],
) {
  const { id } = product;
  const about = { subject: 'product', number: id } as const;
  const low = await newest(db, 'product_review', business.id, id);
  const questions = await newest(db, 'product_question', business.id, id);
  const held = db
    .selectFrom('product_review')
    .where('business_id', '=', business.id)
    .where('product_id', '=', id)
    .where('state', '=', State.pending);
  return {
    about,
    revision: (await readRevision(db, business, about))!,
    product,
    earlierSkus: (await earlierSkusOf(storeOf(db), business.id, [id])).get(id)!,
    held: await countAll(held),
    unanswered: (await countUnanswered(db, business.id, [id])).get(id)!,
    /** The newest of what is unanswered. */
    low: inOrder(await readListedReviews(db, business.id, 'product', low), low),
    questions: inOrder(await readAsked(db, business, 'product question', questions), questions),
    saidMost,
    timeline: await readTimeline(db, business, about, {}),
  };
}

async function newest(
  db: Database,
  table: 'product_review' | 'product_question',
  businessId: number,
  productId: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom(table as 'product_review')
    .select('id')
    .where('business_id', '=', businessId)
    .where(productOf[table], '=', productId)
    .where(table === 'product_review' ? isLow : isOpen)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map(({ id }) => id);
}

const inOrder = <Item>(found: ReadonlyMap<number, Item>, numbers: readonly number[]): Item[] =>
  numbers.flatMap((number) => found.get(number) ?? []);
