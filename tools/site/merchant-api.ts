/** The proxy for a merchant's server, as an OpenAPI document: operations of the API, and the routes of the queue. */
import { DEFAULT_COUNT, MAX_COUNT } from '../../contract/endpoints/limits.ts';
import { describeApi, meaningOf, type Json } from '../../review-service/api/api-description.ts';
import { queueStates } from '../../server-proxy/writes/outbox/queue.ts';
import type { Operation, Parameter } from './shopper-api.ts';

export type MerchantOperation = Omit<Operation, 'operationId'> & { readonly operationId: string };

type Paths = Record<string, Record<string, MerchantOperation>>;

/** Operations of the API that only the proxy may call, or only a copy of the API's data has a use for. */
const notForMerchants = ['login', 'listChanges'];

const business: Parameter = {
  name: 'business',
  in: 'path',
  required: true,
  description: 'Domain, or `-` for the first',
  schema: { type: 'string' },
};

const answer = {
  200: { description: 'Success', content: { 'application/json': { schema: { type: 'object' } } } },
  default: {
    description: 'A refusal',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  },
};

const listQueue: MerchantOperation = {
  operationId: 'listQueue',
  summary: 'Writes that wait, are held or were refused',
  description:
    'Answers what shoppers wrote and the proxy has not delivered, newest first, as `queue`: `id`, `state`, the ' +
    'fields, and why it is held or was refused.',
  parameters: [
    business,
    {
      name: 'state',
      in: 'query',
      required: false,
      description: 'Only what is in this state.',
      schema: { enum: queueStates },
    },
    {
      name: 'start',
      in: 'query',
      required: false,
      description: meaningOf('listReviews', 'start'),
      schema: { type: 'integer', minimum: 0 },
    },
    {
      name: 'count',
      in: 'query',
      required: false,
      description: meaningOf('listReviews', 'count'),
      schema: { type: 'integer', minimum: 1, maximum: MAX_COUNT, default: DEFAULT_COUNT },
    },
  ],
  responses: answer,
};

const actOnQueue = (operationId: string, summary: string, description: string): MerchantOperation => ({
  operationId,
  summary,
  description,
  parameters: [business],
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          properties: { id: { type: 'string', description: '`id` of a write in the queue.' } },
          required: ['id'],
        },
      },
    },
  },
  responses: answer,
});

const queue = '/businesses/{business}/queue';
const ofQueue: Paths = {
  [queue]: { get: listQueue },
  [`${queue}/release`]: {
    post: actOnQueue('releaseFromQueue', 'Release a held write', 'Delivers what the proxy held, such as a review.'),
  },
  [`${queue}/drop`]: {
    post: actOnQueue('dropFromQueue', 'Drop a write', 'Deletes a write that was not delivered. It cannot be undone.'),
  },
};

/** @param url the address of the proxy. */
export function describeMerchantApi(url: string): Json & { readonly paths: Paths } {
  const api = describeApi(`${url}/merchant/v1`) as Json & { paths: Paths; components: Json };
  const kept = Object.entries(api.paths).map(([path, methods]): [string, Paths[string]] => [
    path,
    Object.fromEntries(Object.entries(methods).filter(([, one]) => !notForMerchants.includes(one.operationId))),
  ]);
  return {
    ...api,
    info: {
      title: 'Plaudit, for merchants',
      version: '1',
      description: 'Answers of a proxy to the servers of a merchant, who has its key.',
    },
    security: [{ merchantKey: [] }],
    paths: { ...Object.fromEntries(kept.filter(([, methods]) => Object.keys(methods).length > 0)), ...ofQueue },
    components: {
      ...api.components,
      securitySchemes: {
        merchantKey: { type: 'http', scheme: 'bearer', description: '`PLAUDIT_MERCHANT_KEY` of the proxy.' },
      },
    },
  };
}
