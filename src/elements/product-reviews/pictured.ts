/** Finds all photos of a product. Loaded when a shopper turns to them. */
import type { ProductReview } from '../../../contract/entities/entities.ts';
import { MAX_COUNT } from '../../../contract/endpoints/limits.ts';
import type { QueryOf } from '../../../contract/shopper/shopper.ts';
import type { Source } from '../../source/source.ts';

/** Nobody looks through more than a few hundred photos. */
const MOST_REVIEWS = 500;

/** All reviews with photos, whatever the list is narrowed by. */
export async function readPictured(
  source: Source,
  product: QueryOf<'listProductReviews'>,
): Promise<readonly ProductReview[]> {
  const found: ProductReview[] = [];
  for (let start = 0; start < MOST_REVIEWS; start += MAX_COUNT) {
    const { product_reviews: items } = await source.ask('listProductReviews', {
      ...product,
      only_photos: 1,
      count: MAX_COUNT,
      start: start || null,
    });
    found.push(...items);
    if (items.length < MAX_COUNT) break;
  }
  return found;
}
