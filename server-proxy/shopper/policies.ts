/**
 * All that a shopper's browser can reach. An operation missing here answers 404: the token never leaves for it.
 *
 *   perMinute     requests of one address. Reads come from the mirror and cost no call, so that a whole office
 *                 behind one address is welcome; what may cost a call is counted apart, by `callsPerMinute`
 *   freshSeconds  how long an answer that was read through counts as fresh, before the mirror takes over. A write
 *                 link lives for long, and every one costs a call
 *   timeout       milliseconds, for everything the answer waits for. What a shopper wrote goes on past it
 *   ignored       parameters that a merchant may use and a shopper may not: published content only
 *   alsoPost      the API takes it by POST too
 */
import type { EndpointName } from '../../contract/endpoints.ts';
import type { ShopperDialect } from '../../contract/shopper.ts';

export interface ShopperPolicy {
  readonly perMinute: number;
  readonly freshSeconds: number;
  readonly timeout: number;
  readonly ignored?: readonly string[];
  readonly alsoPost?: true;
}

export const shopperPolicies = {
  getBusiness: { perMinute: 6_000, freshSeconds: 60, timeout: 5_000 },
  listQuestions: { perMinute: 6_000, freshSeconds: 60, timeout: 5_000 },
  getReview: { perMinute: 6_000, freshSeconds: 60, timeout: 5_000 },
  listReviews: { perMinute: 6_000, freshSeconds: 60, timeout: 5_000, ignored: ['unpublished', 'deleted'] },
  listComments: { perMinute: 6_000, freshSeconds: 60, timeout: 5_000, ignored: ['deleted'] },
  listProducts: { perMinute: 6_000, freshSeconds: 60, timeout: 5_000 },
  listProductQuestions: { perMinute: 6_000, freshSeconds: 60, timeout: 5_000, ignored: ['filter'] },
  listProductReviews: { perMinute: 6_000, freshSeconds: 60, timeout: 5_000, ignored: ['deleted'] },
  listTopRatedProducts: { perMinute: 6_000, freshSeconds: 60, timeout: 5_000, alsoPost: true },
  getProductReviewStats: { perMinute: 6_000, freshSeconds: 60, timeout: 5_000 },
  getWriteLink: { perMinute: 600, freshSeconds: 3_600, timeout: 5_000 },

  // Of one customer each, and every one costs a call.
  getEditLink: { perMinute: 20, freshSeconds: 0, timeout: 8_000 },

  addProductReview: { perMinute: 20, freshSeconds: 0, timeout: 15_000 },
  voteOnProductReview: { perMinute: 60, freshSeconds: 0, timeout: 8_000 },
  flagReview: { perMinute: 20, freshSeconds: 0, timeout: 8_000 },
} as const satisfies Record<EndpointName & keyof ShopperDialect, ShopperPolicy>;

export type ShopperOperation = keyof typeof shopperPolicies;

/** Calls to the API that the reads of one address may cause in a minute, while a business is not mirrored yet. */
export const callsPerMinute = 120;
