/** The operations of the API: one line each. */
import type { EndpointName } from '../../contract/endpoints.ts';
import { getBusiness, getBusinesses } from './businesses.ts';
import type { Operation } from './call.ts';
import { addComment, listComments } from './comments.ts';
import { login } from './login.ts';
import { listMessages, sendMessage, sendResolution } from './messages.ts';
import { getWriteLink } from './partners.ts';
import { accessPersonalData, erasePersonalData } from './privacy.ts';
import { addProductReview, getProductReviewStats, listProductReviews, listTopRatedProducts, voteOnProductReview } from './product-reviews.ts';
import { addProductImage, removeProductImage } from './product-images.ts';
import { addProduct, listProducts, removeProduct } from './products.ts';
import { listProductQuestions, listQuestions } from './questions.ts';
import { flagReview, getReview, listReviews, publishReview } from './reviews.ts';

/** What this version does not do yet: answered as 399 with HTTP 501. */
const notYet = null;

export const operations: { readonly [Name in EndpointName]: Operation<Name> | null } = {
  login,

  getBusiness,
  getBusinesses,
  listQuestions,

  getReview,
  listReviews,
  publishReview,
  flagReview,

  listComments,
  addComment,

  sendResolution,
  listMessages,
  sendMessage,

  addReviewRequest: notYet,
  removeReviewRequest: notYet,

  getWriteLink,
  getEditLink: notYet,

  listProducts,
  addProduct,
  removeProduct,
  addProductImage,
  removeProductImage,

  listProductQuestions,

  listProductReviews,
  addProductReview,
  voteOnProductReview,
  listTopRatedProducts,
  getProductReviewStats,

  addProductReviewRequest: notYet,
  removeProductReviewRequest: notYet,

  accessPersonalData,
  erasePersonalData,
};
