/** Reviews in any state as the API's own objects, for commands. */
import type { ProductReview, Review } from '../../../contract/entities/entities.ts';
import { readProductReviews } from '../../../review-store/reviews/product-reviews.ts';
import { readReviews } from '../../../review-store/reviews/reviews.ts';
import { AddressBook } from '../../letters/addresses.ts';
import { readPublicUrl } from '../../people/accounts/password-links.ts';
import { requireBusiness } from '../../data/require-business.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import type { ReviewName } from './reviews.ts';

const AT_ONCE = 500;

/** As the API has it; of what is held, nobody is told the stars. */
export type ReviewObject = Review | (Omit<ProductReview, 'rating'> & { readonly rating: number | null });

/**
 * In the order of their names, without those that are gone.
 * @throws ApiError `businessNotAvailable` if there is no such business.
 */
export async function* readReviewObjects(
  db: Database,
  domain: string,
  names: AsyncIterable<ReviewName> | Iterable<ReviewName>,
): AsyncGenerator<ReviewObject> {
  const { id } = await requireBusiness(db, domain);
  const url = (await readPublicUrl(db)) ?? '';
  const addresses = new AddressBook({ publicUrl: url, storefrontUrl: url });
  const read = async (some: readonly ReviewName[]): Promise<ReviewObject[]> => {
    const numbers = (kind: ReviewName['kind']) => some.filter((one) => one.kind === kind).map(({ number }) => number);
    const products = new Map(
      (await readProductReviews(storeOf(db), id, numbers('product'))).map((review) => [review.id, review]),
    );
    const shop = await readReviews(storeOf(db), id, numbers('business'));
    return some.flatMap(({ kind, number }): ReviewObject[] => {
      const [ofProduct, ofShop] = [products.get(number), shop.get(number)];
      if (kind === 'business') return ofShop ? [withoutStars(addresses.review(ofShop))] : [];
      const review = ofProduct && addresses.productReview(ofProduct);
      return review ? [isHeld(review) ? { ...review, rating: null } : review] : [];
    });
  };
  let some: ReviewName[] = [];
  for await (const name of names) {
    if (some.push(name) < AT_ONCE) continue;
    yield* await read(some);
    some = [];
  }
  yield* await read(some);
}

const isHeld = ({ published, removedRFC }: Pick<Review, 'published' | 'removedRFC'>): boolean =>
  removedRFC === null && published === 'pending';

const withoutStars = (review: Review): Review =>
  isHeld(review) ? { ...review, rating: review.rating.map((one) => ({ ...one, rating: null })) } : review;
