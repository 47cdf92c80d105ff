import type { ImportedReview, ProductNames } from '../imported-review.ts';

/** A review as it leaves in a table: what tables of some format can say of it, and what none can. */
export interface WrittenReview extends Omit<ImportedReview, 'line' | 'vendorId' | 'refusedPhotos' | 'product'> {
  readonly number: number;
  /** Null for a review of the shop. */
  readonly product: Pick<ProductNames, 'sku' | 'url' | 'title'> | null;
  /** All else that it has, as people call it. */
  readonly beyond: readonly string[];
}
