/** The operations that a role may call, and the part of their answers that it sees: see decision 210. */
import type { EndpointName } from '../../../contract/endpoints/endpoints.ts';
import { refuse } from '../../../contract/endpoints/errors.ts';
import type { Role } from '../../people/accounts/sessions.ts';

/** The lowest role whose token may call each. */
const rolesOf: Readonly<Record<EndpointName, Role>> = {
  login: 'moderator',

  getBusiness: 'moderator',
  getBusinesses: 'moderator',
  listQuestions: 'moderator',
  getReview: 'moderator',
  listReviews: 'moderator',
  publishReview: 'moderator',
  flagReview: 'moderator',
  listComments: 'moderator',
  addComment: 'moderator',
  sendResolution: 'moderator',
  listMessages: 'moderator',
  sendMessage: 'moderator',
  getWriteLink: 'moderator',
  listProducts: 'moderator',
  listProductQuestions: 'moderator',
  listProductReviews: 'moderator',
  flagProductReview: 'moderator',
  replyToProductReview: 'moderator',
  listTopRatedProducts: 'moderator',
  getProductReviewStats: 'moderator',
  getTransparency: 'moderator',

  // As the shop alone: see answerProductQuestion.
  answerProductQuestion: 'moderator',

  // Shoppers do so, through a program of the shop.
  addProductQuestion: 'owner',
  addProductReview: 'owner',
  voteOnProductReview: 'owner',

  // By an e-mail address.
  addReviewRequest: 'owner',
  removeReviewRequest: 'owner',
  addProductReviewRequest: 'owner',
  removeProductReviewRequest: 'owner',
  getEditLink: 'owner',
  accessPersonalData: 'owner',
  erasePersonalData: 'owner',

  // The catalogue is a setting.
  addProduct: 'owner',
  removeProduct: 'owner',
  addProductImage: 'owner',
  removeProductImage: 'owner',

  // All of the shop at once is an export.
  listChanges: 'owner',
};

/**
 * @param role - null for an operation that names no business.
 * @throws ApiError `notPermitted`
 */
export function requireRole(name: EndpointName, role: Role | null): void {
  if (role === 'moderator' && rolesOf[name] === 'owner')
    throw refuse('notPermitted', 'This user is a moderator of this business: an owner may do this');
}

/** Of a customer, wherever in an answer they stand. */
const ofOwners: ReadonlySet<string> = new Set(['email', 'order_id', 'user_location']);

/** Leaves out of an answer what only owners see, as the second argument of `JSON.stringify`. */
export function namesAlone(this: object, field: string, value: unknown): unknown {
  const isOfShop = 'urlAddress' in this;
  return ofOwners.has(field) && !isOfShop ? null : value;
}
