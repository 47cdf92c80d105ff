/**
 * All that a shopper's browser can reach. An operation that is not here answers 404, and the token never leaves for it.
 *
 *   perMinute     requests of one address. Reads come from the mirror and cost no call, so a whole office behind one
 *                 address is welcome; what may cost a call is counted separately, by `callsOfAddress`
 *   freshSeconds  how long an answer that was read through is fresh, before the mirror takes over. A write link is good
 *                 for long, and each costs a call
 *   timeoutMs     for everything that the answer waits for. A write goes on after it
 *   ignored       parameters that a merchant may use and a shopper may not: shoppers see what is published
 *   alsoPost      the API accepts POST as well
 */
import type { ShopperEndpointName } from '../../contract/endpoints/proxy-endpoints.ts';
import type { ShopperOperation as Operation } from '../../contract/shopper/shopper.ts';

export interface ShopperPolicy {
  readonly perMinute: number;
  readonly freshSeconds: number;
  readonly timeoutMs: number;
  readonly ignored?: readonly string[];
  readonly alsoPost?: true;
}

export const shopperPolicies = {
  getBusiness: { perMinute: 6_000, freshSeconds: 60, timeoutMs: 5_000 },
  listQuestions: { perMinute: 6_000, freshSeconds: 60, timeoutMs: 5_000 },
  getReview: { perMinute: 6_000, freshSeconds: 60, timeoutMs: 5_000 },
  listReviews: { perMinute: 6_000, freshSeconds: 60, timeoutMs: 5_000, ignored: ['unpublished', 'deleted'] },
  listComments: { perMinute: 6_000, freshSeconds: 60, timeoutMs: 5_000, ignored: ['deleted'] },
  listProducts: { perMinute: 6_000, freshSeconds: 60, timeoutMs: 5_000 },
  listProductQuestions: { perMinute: 6_000, freshSeconds: 60, timeoutMs: 5_000, ignored: ['filter'] },
  listProductReviews: { perMinute: 6_000, freshSeconds: 60, timeoutMs: 5_000, ignored: ['deleted'] },
  listTopRatedProducts: { perMinute: 6_000, freshSeconds: 60, timeoutMs: 5_000, alsoPost: true },
  getProductReviewStats: { perMinute: 6_000, freshSeconds: 60, timeoutMs: 5_000 },
  getTransparency: { perMinute: 6_000, freshSeconds: 60, timeoutMs: 5_000 },
  // Each may have to be translated first, by a machine of the operator.
  getTranslation: { perMinute: 600, freshSeconds: 60, timeoutMs: 15_000 },
  getWriteLink: { perMinute: 600, freshSeconds: 3_600, timeoutMs: 5_000 },

  // Each is for one customer, and costs a call.
  getEditLink: { perMinute: 20, freshSeconds: 0, timeoutMs: 8_000 },

  addProductReview: { perMinute: 20, freshSeconds: 0, timeoutMs: 15_000 },
  voteOnProductReview: { perMinute: 60, freshSeconds: 0, timeoutMs: 3_000 },
  flagReview: { perMinute: 20, freshSeconds: 0, timeoutMs: 8_000 },

  // Where the API has them.
  addProductQuestion: { perMinute: 20, freshSeconds: 0, timeoutMs: 8_000 },
  answerProductQuestion: { perMinute: 20, freshSeconds: 0, timeoutMs: 8_000 },
  flagProductReview: { perMinute: 20, freshSeconds: 0, timeoutMs: 8_000 },
} as const satisfies Record<ShopperEndpointName & Operation, ShopperPolicy>;

export type ShopperOperation = keyof typeof shopperPolicies;

/**
 * Calls to the API that one address may cause: in a minute the reads before a business is mirrored, and in an hour a
 * share of the API's calls, so that nobody uses up what is everybody's.
 */
export const callsOfAddress = { perMinute: 120, perHour: 300 } as const;
