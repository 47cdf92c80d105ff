/** The numbers behind the reviews: published ones are counted in the mirror, others where they are kept. */
import { ApiError, refuse } from '../../../contract/endpoints/errors.ts';
import type { Transparency, Unlisted } from '../../../contract/entities/transparency.ts';
import type { Store } from '../../../review-store/content/ids.ts';
import { countPublished, toTransparency } from '../../../review-store/reviews/transparency.ts';
import type { KnownUnlisted } from '../../mirror/parts/moderation.ts';
import type { ReadTools } from './read-handler.ts';

/** When to ask again for what is being counted. */
const COUNTED_AFTER_SECONDS = 10;

/**
 * @param sku - of one product; without it, of the business.
 * @throws ApiError `unavailable` until it is known, `pathUnknown` where the API does not say.
 */
export async function countReviews(
  store: Store,
  businessId: number,
  known: KnownUnlisted | null,
  sku: string | undefined,
): Promise<Transparency> {
  if (known === null)
    throw refuse('unavailable', 'What became of the reviews is not counted yet', {
      retryAfterSeconds: COUNTED_AFTER_SECONDS,
    });
  const unlisted = sku === undefined ? known.business : ofProduct(known, sku);
  if (!unlisted) throw refuse('pathUnknown', 'The review service does not say what became of its reviews');
  return toTransparency(await countPublished(store, businessId, sku), unlisted);
}

/** The same, for lists that go without it until it is known, or where the API does not say. */
export async function transparencyOrNull(
  { store, business, readUnlisted }: ReadTools,
  sku?: string,
): Promise<Transparency | null> {
  try {
    return await countReviews(store, business.id, await readUnlisted(), sku);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

function ofProduct({ products }: KnownUnlisted, sku: string): Unlisted | null {
  if (!products) return null;
  return Object.hasOwn(products.known, sku) ? products.known[sku]! : products.others;
}
