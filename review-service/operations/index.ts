/** The operations of the API, and our own. */
import type { EndpointName } from '../../contract/endpoints.ts';
import * as asking from './asking.ts';
import * as businesses from './businesses.ts';
import type { Operation } from './call.ts';
import * as comments from './comments.ts';
import { login } from './login.ts';
import * as messages from './messages.ts';
import * as partners from './partners.ts';
import * as privacy from './privacy.ts';
import * as productImages from './product-images.ts';
import * as productReviews from './product-reviews.ts';
import * as products from './products.ts';
import * as questions from './questions.ts';
import * as requests from './requests.ts';
import * as reviews from './reviews.ts';
import * as transparency from './transparency.ts';

export const operations: { readonly [Name in EndpointName]: Operation<Name> } = {
  login,
  ...asking,
  ...businesses,
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
