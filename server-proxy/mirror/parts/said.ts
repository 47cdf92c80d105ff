/** The words and photos of items, without their counts: they tell whether a change may have hidden something. */
import type { ProductReview } from '../../../contract/entities/entities.ts';
import { slices } from '../../../review-store/databases/slices.ts';
import { readProductReviews } from '../../../review-store/reviews/product-reviews.ts';
import { storeOf } from '../../state/open.ts';
import type { ProxyDb } from '../../state/tables.ts';
import type { MirroredBusiness, PartName } from './parts.ts';

/** Parts of which feeds show words or photos. A product that is gone is removed, not changed. */
const inFeeds: ReadonlySet<PartName> = new Set(['productReviews', 'productQuestions']);

/**
 * @param ids - of items that are known and about to change.
 * @returns whether they still say the same once they have changed.
 */
export async function watchSaid(
  db: ProxyDb,
  { id }: MirroredBusiness,
  name: PartName,
  ids: readonly number[],
): Promise<() => Promise<boolean>> {
  if (ids.length === 0 || !inFeeds.has(name)) return async () => true;
  // Questions change seldom.
  if (name !== 'productReviews') return async () => false;
  const read = async (): Promise<string> => {
    const reviews: ProductReview[] = [];
    for (const some of slices(ids)) reviews.push(...(await readProductReviews(storeOf(db), id, some)));
    return JSON.stringify(
      reviews
        .toSorted((one, other) => one.id - other.id)
        .map(({ user, product, published, removedRFC, title, content, images, user_location }) => [
          [published, removedRFC, title, content, images, user_location, product?.id],
          [user?.username, user?.firstName, user?.lastName],
        ]),
    );
  };
  const before = await read();
  return async () => (await read()) === before;
}
