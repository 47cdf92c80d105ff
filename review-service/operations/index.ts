/** The operations of the API, and our own: one line each. */
import type { EndpointName } from '../../contract/endpoints.ts';
import { addProductQuestion, answerProductQuestion } from './asking.ts';
import { getBusiness, getBusinesses } from './businesses.ts';
import type { Operation } from './call.ts';
import { addComment, listComments } from './comments.ts';
import { login } from './login.ts';
import { listMessages, sendMessage, sendResolution } from './messages.ts';
import { getEditLink, getWriteLink } from './partners.ts';
import { accessPersonalData, erasePersonalData } from './privacy.ts';
import {
  addProductReview,
  flagProductReview,
  getProductReviewStats,
  listProductReviews,
  listTopRatedProducts,
  voteOnProductReview,
} from './product-reviews.ts';
import { addProductImage, removeProductImage } from './product-images.ts';
import { addProduct, listProducts, removeProduct } from './products.ts';
import { listProductQuestions, listQuestions } from './questions.ts';
import {
  addProductReviewRequest,
  addReviewRequest,
  removeProductReviewRequest,
  removeReviewRequest,
} from './requests.ts';
import { flagReview, getReview, listReviews, publishReview } from './reviews.ts';
import { getTransparency, listReviewChanges } from './transparency.ts';

export const operations: { readonly [Name in EndpointName]: Operation<Name> } = {
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

  addReviewRequest,
  removeReviewRequest,

  getWriteLink,
  getEditLink,

  listProducts,
  addProduct,
  removeProduct,
  addProductImage,
  removeProductImage,

  listProductQuestions,
  addProductQuestion,
  answerProductQuestion,

  listProductReviews,
  addProductReview,
  voteOnProductReview,
  flagProductReview,
  listTopRatedProducts,
  getProductReviewStats,

  addProductReviewRequest,
  removeProductReviewRequest,

  accessPersonalData,
  erasePersonalData,

  getTransparency,
  listReviewChanges,
};
