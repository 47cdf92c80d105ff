/** The operations of the API, and our own. */
import type { EndpointName } from '../../../contract/endpoints/endpoints.ts';
import * as asking from './products/asking.ts';
import * as businesses from './business/businesses.ts';
import * as changes from './business/changes.ts';
import type { Operation } from './call.ts';
import * as comments from './business/comments.ts';
import { login } from './login.ts';
import * as messages from './messages.ts';
import * as partners from './business/partners.ts';
import * as privacy from './privacy.ts';
import * as productImages from './products/product-images.ts';
import * as productReviews from './products/product-reviews.ts';
import * as products from './products/products.ts';
import * as questions from './products/questions.ts';
import * as requests from './requests.ts';
import * as reviews from './business/reviews.ts';
import * as transparency from './business/transparency.ts';

export const operations: { readonly [Name in EndpointName]: Operation<Name> } = {
  login,
  ...asking,
  ...businesses,
  ...changes,
  ...comments,
  ...messages,
  ...partners,
  ...privacy,
  ...productImages,
  ...productReviews,
  ...products,
  ...questions,
  ...requests,
  ...reviews,
  ...transparency,
};
