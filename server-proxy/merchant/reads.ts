/**
 * How each read of a merchant is answered: with what the API says, in the same clean shape as for shoppers, and with
 * the personal data in it.
 */
import {
  readAnswer,
  readListAnswer,
  type ListEndpointName,
  type SingleEndpointName,
} from '../../contract/endpoints/answers.ts';
import { endpoints, extensionOf, type EndpointName } from '../../contract/endpoints/endpoints.ts';
import type { Parameters } from '../../contract/endpoints/parameters.ts';
import { readList } from '../shopper/lists/read-handler.ts';

/** An answer without its status fields. */
export type Body = Record<string, unknown>;

type ReadName = {
  [Name in EndpointName]: (typeof endpoints)[Name]['method'] extends 'GET' ? Name : never;
}[EndpointName];
export type MerchantRead = Exclude<ReadName, 'login' | Own>;
/** Only our own service has these, no other server of the API. */
type Own = 'getTransparency' | 'listChanges';

export const merchantReads = (Object.keys(endpoints) as EndpointName[]).filter(
  (name): name is MerchantRead => endpoints[name].method === 'GET' && extensionOf(name) === undefined,
);

type Read<Name extends EndpointName> = (query: Parameters<Name>, body: unknown) => Body | null;

/** Null where the answer cannot be read. */
export const readMerchantAnswer: { readonly [Name in MerchantRead]: Read<Name> } = {
  getBusiness: single('getBusiness'),
  getBusinesses: (_query, body) => list('getBusinesses', body, null),
  listQuestions: (query, body) => list('listQuestions', body, query, { url: urlOf(body), query: '' }),

  getReview: single('getReview'),
  listReviews: (query, body) => list('listReviews', body, query),
  listComments: (query, body) => list('listComments', body, query),
  listMessages: (query, body) => list('listMessages', body, query),

  getWriteLink: single('getWriteLink'),
  getEditLink: single('getEditLink'),

  listProducts: (query, body) => list('listProducts', body, query, { query: query.q ?? '' }),
  listProductQuestions: (query, body) =>
    list('listProductQuestions', body, query, { url: urlOf(body), sku: query.sku ?? null }),

  listProductReviews: (query, body) => list('listProductReviews', body, query, { query: query.q ?? '' }),
  listTopRatedProducts: (_query, body) => list('listTopRatedProducts', body, null),
  getProductReviewStats: single('getProductReviewStats'),

  accessPersonalData: single('accessPersonalData'),
};

function single(name: SingleEndpointName) {
  return (_query: unknown, body: unknown): Body | null => readAnswer(name, body);
}

function list(
  name: ListEndpointName,
  body: unknown,
  page: { start: number; count: number } | null,
  beside: Body = {},
): Body | null {
  return readList(name, body, page, endpoints[name].list, (items) => items, beside);
}

function urlOf(body: unknown): Body | null {
  return readAnswer('getBusiness', (body as { url?: unknown }).url);
}

/** How many items of a list could not be read. */
export function countMalformed(name: MerchantRead, body: unknown): number {
  return 'list' in endpoints[name] ? (readListAnswer(name as ListEndpointName, body)?.malformed ?? 0) : 0;
}
