/**
 * Parameters of shoppers for lists of reviews, beside the API's own. Only the proxy knows these parameters: it answers
 * them from its mirror. Where it has to ask the API instead, the answer says what it does without (`order` and
 * `left_out` in shopper.ts).
 */
import { z } from 'zod';
import type { EndpointName } from '../endpoints/endpoints.ts';
import type { ShopperEndpointName } from '../endpoints/proxy-endpoints.ts';
import { productReviewOrders, reviewOrders } from './choices.ts';
import {
  flag,
  givenAttributes,
  identifier,
  language,
  languages,
  mentionKey,
  oneOf,
  optional,
  optionalList,
  ratings,
  required,
  text,
} from '../endpoints/parameter-values.ts';
import { parameters, type Parameters } from '../endpoints/parameters.ts';
import { readParameters, type RawParameters } from '../endpoints/read-parameters.ts';

/** Attributes and options that a list may be narrowed by. */
const MOST_CHOSEN = 20;

const off = () => optional(flag()).transform((value) => value ?? false);

export const shopperParameters = {
  ...parameters,
  listReviews: parameters.listReviews.extend({
    order: optional(oneOf(reviewOrders)).transform((value) => value ?? 'DESC'),
    ratings: optionalList(ratings()),
    languages: optionalList(languages()),
    transparency: off(),
  }),
  listProductReviews: parameters.listProductReviews.extend({
    order: optional(oneOf(productReviewOrders)).transform((value) => value ?? 'created'),
    verified: off(),
    languages: optionalList(languages()),
    prefer: optionalList(languages()),
    with: optionalList(givenAttributes(MOST_CHOSEN)),
    mention: optional(mentionKey()),
    review_id: optional(identifier()),
    digest: off(),
  }),
  /** The proxy takes the first words of the text where there is no title. */
  addProductReview: parameters.addProductReview.extend({ title: optional(text()) }),
  getTranslation: z.object({
    review_id: required().pipe(identifier()),
    to: required().pipe(language()),
  }),
} satisfies Record<ShopperEndpointName, z.ZodObject>;

/** The parameters of an operation for shoppers, parsed. */
export type ShopperParameters<Name extends ShopperEndpointName> = z.output<(typeof shopperParameters)[Name]>;

/** The parameters that only the proxy knows. */
export type OnlyHere<Name extends EndpointName> = Exclude<keyof ShopperParameters<Name>, keyof Parameters<Name>>;

/** @throws ApiError `parameterMissing`, `limitExceeded` or `malformed`, its reason naming the parameter. */
export const parseShopperParameters = <Name extends ShopperEndpointName>(
  name: Name,
  raw: RawParameters,
): ShopperParameters<Name> => readParameters(name, raw, shopperParameters[name]) as ShopperParameters<Name>;
