import type { Digest } from '../../../../contract/entities/digest.ts';
import type { ProductReview } from '../../../../contract/entities/entities.ts';
import type { ReviewsElement } from '../../../element/reviews.ts';

/** The element that the overview belongs to. */
export interface OverviewHost extends ReviewsElement<ProductReview> {
  readonly sku: string | null;
  readonly itemGroup: string | null;
  readonly translated: boolean | null;
  /** How the shopper came to the address that the page has. */
  readonly arrival: string;
  /** Waits for the words of the wanted locale, which is in use from then on. */
  useWords(): Promise<void>;
}

export interface Context {
  readonly host: OverviewHost;
  readonly digest: Digest;
  /** Whether the service takes reports. */
  readonly canReport: boolean;
  /** Opens a review above the list. */
  open(this: void, id: number): void;
}
