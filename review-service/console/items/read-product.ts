/** Everything about a product, for its page. */
import type { Mention } from '../../../contract/entities/digest.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { countAll } from '../../../review-store/content/rows.ts';
import { earlierSkusOf } from '../../../review-store/products/earlier-skus.ts';
import type { ProductRow } from '../../../review-store/products/products.ts';
import { State } from '../../../review-store/tables.ts';
import { tableOf } from '../../data/events.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { readRevision } from '../acting/revision.ts';
import { countUnanswered, isLow, isOpen, productOf } from '../lists/find-products.ts';
import { readListed } from '../lists/rows.ts';
import { readTimeline } from './timeline.ts';

/** So many of what is unanswered are on the page itself. */
const SHOWN = 5;

export type ProductItem = Awaited<ReturnType<typeof readProductItem>>;

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
    low: await newest(db, business, 'product review', id),
    questions: await newest(db, business, 'product question', id),
    saidMost,
    timeline: await readTimeline(db, business, about, {}),
  };
}

async function newest(db: Database, business: BusinessRow, subject: 'product review' | 'product question', id: number) {
  const isOfReviews = subject === 'product review';
  const rows = await db
    .selectFrom(tableOf[subject])
    .select('id as number')
    .where('business_id', '=', business.id)
    .where(productOf[isOfReviews ? 'product_review' : 'product_question'], '=', id)
    .where(isOfReviews ? isLow : isOpen)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  const abouts = rows.map(({ number }) => ({ subject, number }));
  return [...(await readListed(db, business, abouts)).values()];
}
