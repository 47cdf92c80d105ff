/**
 * All 32 operations of the Business Review Service API, as data, and those by which our own service extends it.
 * Routes, calls, documents and limits of an operation all read this one table. It imports only a type, so that a
 * browser can read it too.
 */
import type { Extension } from './extensions.ts';

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** Below `/v1`; `{business}` stands for the site domain of the business. */
  readonly path: string;
  /** How parameters travel. `multipart` operations take a plain form as well. */
  readonly sends: 'query' | 'form' | 'multipart';
  /** Set where the answer is a list: the key its items stand under. */
  readonly list?: string;
  /** One line for people and for generated documentation. */
  readonly summary: string;
  /** Set where the specification does not have it: only a server that names this extension does (`extensions.ts`). */
  readonly extension?: Extension;
}

export const endpoints = {
  login: { method: 'POST', path: '/login', sends: 'form', summary: 'Log in and receive a user token' },

  getBusiness: {
    method: 'GET',
    path: '/businesses/{business}',
    sends: 'query',
    summary: 'Profile and ratings of a business',
  },
  getBusinesses: {
    method: 'GET',
    path: '/businesses/bulk',
    sends: 'query',
    list: 'urls',
    summary: 'Profiles of up to 20 businesses',
  },
  listQuestions: {
    method: 'GET',
    path: '/businesses/{business}/questions',
    sends: 'query',
    list: 'questions',
    summary: 'Questions about a business',
  },

  getReview: {
    method: 'GET',
    path: '/businesses/{business}/review',
    sends: 'query',
    summary: 'One review of a business',
  },
  listReviews: {
    method: 'GET',
    path: '/businesses/{business}/reviews',
    sends: 'query',
    list: 'reviews',
    summary: 'Reviews of a business',
  },
  publishReview: {
    method: 'POST',
    path: '/businesses/{business}/reviews/publish',
    sends: 'form',
    summary: 'Publish a pending review',
  },
  flagReview: {
    method: 'POST',
    path: '/businesses/{business}/reviews/flag',
    sends: 'form',
    summary: 'Report a review',
  },

  listComments: {
    method: 'GET',
    path: '/businesses/{business}/review/comments',
    sends: 'query',
    list: 'comments',
    summary: 'Comments on reviews',
  },
  addComment: {
    method: 'POST',
    path: '/businesses/{business}/review/comments/add',
    sends: 'form',
    summary: 'Comment on a review',
  },

  sendResolution: {
    method: 'POST',
    path: '/businesses/{business}/resolution/send',
    sends: 'form',
    summary: 'Send a resolution to the author of a review',
  },
  listMessages: {
    method: 'GET',
    path: '/businesses/{business}/messages',
    sends: 'query',
    list: 'messages',
    summary: 'Messages of the business',
  },
  sendMessage: {
    method: 'POST',
    path: '/businesses/{business}/message/send',
    sends: 'form',
    summary: 'Send a message to the author of a review',
  },

  addReviewRequest: {
    method: 'POST',
    path: '/businesses/{business}/review/request/add',
    sends: 'form',
    summary: 'Invite a customer to review the business',
  },
  removeReviewRequest: {
    method: 'POST',
    path: '/businesses/{business}/review/request/remove',
    sends: 'form',
    summary: 'Withdraw review requests',
  },

  getWriteLink: {
    method: 'GET',
    path: '/partners/{business}/write-link/get',
    sends: 'query',
    summary: 'Link to the page where a review is written',
  },
  getEditLink: {
    method: 'GET',
    path: '/partners/{business}/edit-link/get',
    sends: 'query',
    summary: 'Link to the page where a customer edits a review',
  },

  listProducts: {
    method: 'GET',
    path: '/businesses/{business}/products',
    sends: 'query',
    list: 'products',
    summary: 'Products of a business',
  },
  addProduct: {
    method: 'POST',
    path: '/businesses/{business}/products/add',
    sends: 'form',
    summary: 'Add or update a product',
  },
  removeProduct: {
    method: 'POST',
    path: '/businesses/{business}/products/remove',
    sends: 'form',
    summary: 'Remove a product',
  },
  addProductImage: {
    method: 'POST',
    path: '/businesses/{business}/product/images/add',
    sends: 'multipart',
    summary: 'Add an image to a product',
  },
  removeProductImage: {
    method: 'POST',
    path: '/businesses/{business}/product/images/remove',
    sends: 'multipart',
    summary: 'Remove an image of a product',
  },

  listProductQuestions: {
    method: 'GET',
    path: '/businesses/{business}/product/questions',
    sends: 'query',
    list: 'questions',
    summary: 'Questions about products',
  },
  addProductQuestion: {
    method: 'POST',
    path: '/businesses/{business}/product/questions/add',
    sends: 'form',
    summary: 'Ask a question about a product',
    extension: 'ask',
  },
  answerProductQuestion: {
    method: 'POST',
    path: '/businesses/{business}/product/questions/answer',
    sends: 'form',
    summary: 'Answer a question about a product',
    extension: 'answer',
  },

  listProductReviews: {
    method: 'GET',
    path: '/businesses/{business}/product/reviews',
    sends: 'query',
    list: 'product_reviews',
    summary: 'Reviews of products',
  },
  addProductReview: {
    method: 'POST',
    path: '/businesses/{business}/product/reviews/add',
    sends: 'multipart',
    summary: 'Write a review of a product',
  },
  voteOnProductReview: {
    method: 'POST',
    path: '/businesses/{business}/product/reviews/vote',
    sends: 'form',
    summary: 'Vote on a review of a product',
  },
  flagProductReview: {
    method: 'POST',
    path: '/businesses/{business}/product/reviews/flag',
    sends: 'form',
    summary: 'Report a review of a product',
    extension: 'report',
  },
  replyToProductReview: {
    method: 'POST',
    path: '/businesses/{business}/product/reviews/reply',
    sends: 'form',
    summary: 'Reply to a review of a product as the shop',
    extension: 'reply',
  },
  listTopRatedProducts: {
    method: 'GET',
    path: '/businesses/{business}/product/reviews/top-rated',
    sends: 'query',
    list: 'products',
    summary: 'Top-rated products',
  },
  getProductReviewStats: {
    method: 'GET',
    path: '/businesses/{business}/product/reviews/stats',
    sends: 'query',
    summary: 'Number, average and star counts of product reviews',
  },

  addProductReviewRequest: {
    method: 'POST',
    path: '/businesses/{business}/product/review/request/add',
    sends: 'form',
    summary: 'Invite a customer to review products',
  },
  removeProductReviewRequest: {
    method: 'POST',
    path: '/businesses/{business}/product/review/request/remove',
    sends: 'form',
    summary: 'Withdraw product review requests',
  },

  accessPersonalData: {
    method: 'GET',
    path: '/businesses/{business}/privacy/access',
    sends: 'query',
    summary: 'Export what is stored about a customer',
  },
  erasePersonalData: {
    method: 'POST',
    path: '/businesses/{business}/privacy/remove',
    sends: 'form',
    summary: 'Erase what is stored about a customer',
  },

  getTransparency: {
    method: 'GET',
    path: '/businesses/{business}/transparency',
    sends: 'query',
    extension: 'transparency',
    summary: 'How many reviews were received, and what became of them',
  },
  listChanges: {
    method: 'GET',
    path: '/businesses/{business}/changes',
    sends: 'query',
    extension: 'all-changes',
    summary: 'All that shoppers may see, and what of it is gone, in the order of its changes',
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

/** The extension that a service must name before an operation is called; undefined for one of the API. */
export const extensionOf = (name: EndpointName): Extension | undefined => (endpoints[name] as Endpoint).extension;

/** The path of an operation below `/v1`, with the business in it, encoded. */
export function endpointPath(name: EndpointName, business: string): string {
  return endpoints[name].path.replace('{business}', encodeURIComponent(business));
}
