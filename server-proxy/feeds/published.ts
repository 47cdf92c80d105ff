/** The published reviews of products as shoppers may see them, a few at a time. */
import { readProductReviews } from '../../review-store/reviews/product-reviews.ts';
import type { ProductReview } from '../../contract/entities/entities.ts';
import { State } from '../../review-store/tables.ts';
import { withAddresses } from '../addresses.ts';
import type { MirroredBusiness } from '../mirror/parts/parts.ts';
import type { Secrets } from '../secrets.ts';
import { cleanProductReview } from '../shopper/cleaning.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';
import type { OwnAddress } from '../upstream/own-address.ts';

export interface ReadingTools {
  readonly db: ProxyDb;
  readonly secrets: Pick<Secrets, 'removeFrom'>;
  readonly ownAddress: Pick<OwnAddress, 'current'>;
}

export interface PublishedReview {
  readonly shown: ProductReview;
  /** Not for anybody's eyes. */
  readonly orderId: string | null;
}

const AT_ONCE = 100;

/** In the order of their numbers; those of removed products are not shown. */
export async function* readPublished(
  tools: ReadingTools,
  { id: businessId }: MirroredBusiness,
): AsyncGenerator<PublishedReview[]> {
  const store = storeOf(tools.db);
  for (let after = 0; ;) {
    const rows = await store
      .selectFrom('product_review')
      .innerJoin('product', (join) =>
        join
          .onRef('product.business_id', '=', 'product_review.business_id')
          .onRef('product.id', '=', 'product_review.product_id'),
      )
      .select('product_review.id')
      .where('product_review.business_id', '=', businessId)
      .where('product_review.id', '>', after)
      .where('state', '=', State.published)
      .where('product.removed_at', 'is', null)
      .orderBy('product_review.id')
      .limit(AT_ONCE)
      .execute();
    if (rows.length === 0) return;
    after = rows.at(-1)!.id;
    const ids = rows.map(({ id }) => id);
    const reviews = await readProductReviews(store, businessId, ids);
    const orders = new Map(reviews.map(({ id, order_id }) => [id, order_id]));
    const shown = reviews.toSorted((one, other) => one.id - other.id).map((review) => toShown(review, tools));
    yield shown.map((review) => ({ shown: review, orderId: orders.get(review.id) ?? null }));
  }
}

export function toShown(review: ProductReview, tools: ReadingTools): ProductReview {
  // Long texts that no feed has are not cleaned a thousand times.
  const product = review.product && { ...review.product, description: null, images: [], attributes: [] };
  const cleaned = cleanProductReview({ ...review, product, reply: null });
  return withoutSecrets(withAddresses(cleaned, tools.ownAddress.current), tools);
}

export const withoutSecrets = <Value extends object>(value: Value, { secrets }: Pick<ReadingTools, 'secrets'>): Value =>
  JSON.parse(secrets.removeFrom(JSON.stringify(value))) as Value;
