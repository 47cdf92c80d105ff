/** Everything about a product, for its page. */
import type { Mention } from '../../../contract/entities/digest.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { currentSku, earlierSkusOf } from '../../../review-store/products/earlier-skus.ts';
import type { ProductRow } from '../../../review-store/products/products.ts';
import { State } from '../../../review-store/tables.ts';
import { readListedReviews, type ListedReview } from '../../content/moderation/listed-reviews.ts';
import type { Subject } from '../../data/events.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { readRevisions } from '../acting/revision.ts';
import { readAsked, type Asked } from '../lists/asked.ts';
import { countUnanswered, isLow, isOpen, productOf, type Unanswered } from '../lists/find-products.ts';
import { readTimeline, type Happened } from './timeline.ts';

/** So many of what is unanswered are on the page itself. */
const SHOWN = 5;

export interface ProductItem {
  readonly about: Subject;
  readonly revision: string;
  /** In any state. */
  readonly product: ProductRow;
  readonly earlierSkus: readonly string[];
  readonly held: number;
  readonly unanswered: Unanswered;
  /** The newest of them. */
  readonly low: readonly ListedReview[];
  readonly questions: readonly Asked[];
  /** The most first. */
  readonly saidMost: readonly Mention[];
  readonly timeline: readonly Happened[];
}

/** The product of this sku or number, in any state; undefined if there is none. */
export function findAnyProduct(
  db: Database,
  { id }: BusinessRow,
  by: { readonly sku: string } | { readonly number: number },
): Promise<ProductRow | undefined> {
  const found = db.selectFrom('product').selectAll().where('business_id', '=', id);
  return ('sku' in by ? found.where('sku', '=', by.sku) : found.where('id', '=', by.number)).executeTakeFirst();
}

/** The sku that this one has become, for that of a product that is no more; null if it has not. */
export async function heirOf(db: Database, { id }: BusinessRow, sku: string): Promise<string | null> {
  const current = await currentSku(storeOf(db), id, sku);
  return current === sku ? null : current;
}

export async function readProductItem(
  db: Database,
  business: BusinessRow,
  product: ProductRow,
  saidMost: readonly Mention[],
): Promise<ProductItem> {
  const { id } = product;
  const about = { subject: 'product', number: id } as const;
  const low = await newest(db, 'product_review', business.id, id);
  const questions = await newest(db, 'product_question', business.id, id);
  const { held } = await db
    .selectFrom('product_review')
    .select((eb) => eb.fn.countAll<number>().as('held'))
    .where('business_id', '=', business.id)
    .where('product_id', '=', id)
    .where('state', '=', State.pending)
    .executeTakeFirstOrThrow();
  return {
    about,
    revision: (await readRevisions(db, business, 'product', [id])).get(id)!,
    product,
    earlierSkus: (await earlierSkusOf(storeOf(db), business.id, [id])).get(id)!,
    held: Number(held),
    unanswered: (await countUnanswered(db, business.id, [id])).get(id)!,
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
