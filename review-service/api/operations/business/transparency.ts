/** The numbers behind the reviews. */
import { countPublished, countUnlistedOf, toTransparency } from '../../../../review-store/reviews/transparency.ts';
import { storeOf } from '../../../data/tables.ts';
import type { Operation } from '../call.ts';

export const getTransparency: Operation<'getTransparency'> = async ({ db, business, parameters: { sku } }) => {
  const store = storeOf(db);
  const published = await countPublished(store, business.id, sku);
  return { transparency: toTransparency(published, await countUnlistedOf(store, business.id, sku)) };
};
