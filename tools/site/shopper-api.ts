/** The proxy for a shopper's browser, as an OpenAPI document made from the contract and the proxy's policies. */
import type { z } from 'zod';
import type { Endpoint } from '../../contract/endpoints/endpoints.ts';
import { refusals, type RefusalName } from '../../contract/endpoints/errors.ts';
import { shopperEndpoints } from '../../contract/endpoints/proxy-endpoints.ts';
import { shopperParameters } from '../../contract/shopper/shopper-parameters.ts';
import { shopperAnswers, shopperRefusals } from '../../contract/shopper/shopper-answers.ts';
import {
  describeAnswer,
  describeInput,
  files,
  meaningOf,
  propertiesOf,
  purposeOf,
  type Input,
  type Json,
} from '../../review-service/api/api-description.ts';
import { shopperPolicies, type ShopperOperation, type ShopperPolicy } from '../../server-proxy/shopper/policies.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Json;
}

export interface Operation {
  readonly operationId: ShopperOperation;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: Readonly<Record<string, { readonly schema: Json }>>;
  };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Json }>>;
}

export interface ShopperApi extends Json {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Json };
}

/** Parameters that only the shop's server or a signed token may send, and those that shoppers cannot ask for. */
const notForShoppers: Partial<Record<ShopperOperation, readonly string[]>> = {
  addProductReview: ['email', 'order_id', 'verified', 'location'],
  addProductQuestion: ['email'],
  answerProductQuestion: ['email', 'by_business'],
  getEditLink: ['email'],
};

const text = { type: 'string' };
const headers = {
  key: {
    name: 'Idempotency-Key',
    description: 'The same key with the same body gets the first answer again, for 24 hours.',
    schema: { ...text, maxLength: 255 },
  },
  visitor: {
    name: 'Plaudit-Visitor',
    description: 'Opaque id of the browser, which tells voters apart.',
    schema: text,
  },
  customer: { name: 'Plaudit-Customer', description: 'Token (JWT, HS256) signed by the shop’s server.', schema: text },
  proof: { name: 'Plaudit-Proof', description: 'Solution of the challenge in a 429.', schema: text },
};

const headersOf = (name: ShopperOperation): readonly Parameter[] => {
  const wanted =
    name === 'getEditLink'
      ? [headers.customer]
      : shopperEndpoints[name].method === 'GET'
        ? []
        : [headers.key, headers.visitor, ...(name === 'addProductReview' ? [headers.customer] : []), headers.proof];
  return wanted.map((header) => ({ ...header, in: 'header', required: name === 'getEditLink' }));
};

function inputsOf(name: ShopperOperation): Input[] {
  const policy: ShopperPolicy = shopperPolicies[name];
  const hidden = [...(policy.ignored ?? []), ...(notForShoppers[name] ?? [])];
  return Object.entries<z.ZodType>(shopperParameters[name].shape)
    .filter(([parameter]) => !hidden.includes(parameter))
    .map(([parameter, schema]) => ({
      name: parameter,
      required: !schema.safeParse(undefined).success,
      description: meaningOf(name, parameter),
      schema: describeInput(schema),
    }));
}

const json = (schema: Json): Json => ({ 'application/json': { schema } });

/** The refusals of an operation by their HTTP status; all have the same shape. */
function describeRefusals(name: ShopperOperation): Record<string, { description: string; content: Json }> {
  const byStatus = new Map<number, string[]>();
  for (const refusal of shopperRefusals[name] as readonly RefusalName[]) {
    const { http, code, meaning } = refusals[refusal];
    byStatus.set(http, [...(byStatus.get(http) ?? []), `${code}: ${meaning}`]);
  }
  const described = [...byStatus]
    .toSorted(([one], [other]) => one - other)
    .map(([http, meanings]): [string, { description: string; content: Json }] => [
      String(http),
      { description: meanings.join('; '), content: json({ $ref: '#/components/schemas/Error' }) },
    ]);
  return Object.fromEntries(described);
}

/** An answer with the two fields that every answer has. */
function describeSuccess(name: keyof typeof shopperAnswers, schemas: Json): Json {
  const described = describeAnswer(shopperAnswers[name], schemas) as {
    $ref?: string;
    properties: Json;
    required?: string[];
  };
  const {
    properties,
    required = [],
    ...rest
  } = described.$ref ? (schemas[described.$ref.split('/').at(-1)!] as typeof described) : described;
  return {
    ...rest,
    properties: { ...properties, status: { const: 'OK' }, success: { const: true } },
    required: [...required, 'status', 'success'],
  };
}

/** Contributions that may wait for the API, by the name that each has in the answer. */
const waiting: Partial<Record<ShopperOperation, string>> = {
  addProductReview: 'product_review',
  addProductQuestion: 'product_question',
  answerProductQuestion: 'product_answer',
};

/** A contribution that waits for the API has no number yet. */
function describeWaiting(answer: Json, field: string, schemas: Json): void {
  type Described = { anyOf?: Described[]; $ref?: string; properties?: Json };
  let entity = answer[field] as Described;
  while (entity.anyOf) entity = entity.anyOf[0]!;
  const whole = entity.$ref ? (schemas[entity.$ref.split('/').at(-1)!] as Described) : entity;
  const queued = { ...whole, properties: { ...whole.properties, id: { type: 'null' } } };
  answer[field] = { anyOf: [entity, queued, { type: 'null' }] };
}

function describeOperation(name: ShopperOperation, schemas: Json): Operation {
  const { sends, path, summary }: Endpoint = shopperEndpoints[name];
  const { perMinute }: ShopperPolicy = shopperPolicies[name];
  const isRead = sends === 'query';
  const inputs = inputsOf(name);
  // At one path: of one product, or of many at once.
  const isStats = name === 'getProductReviewStats';
  if (isStats)
    inputs.push(
      { name: 'skus', required: false, description: 'Up to 100 SKUs, separated by commas.', schema: text },
      { name: 'item_groups', required: false, description: 'Beside `skus`, up to 100 item groups.', schema: text },
    );
  const success = describeSuccess(name, schemas);
  // A transform checks what waits for the API, and no schema describes a transform.
  const field = waiting[name];
  if (field) describeWaiting(success['properties'] as Json, field, schemas);
  const answer = isStats ? { oneOf: [success, describeSuccess('getStatsOfProducts', schemas)] } : success;
  const business = {
    name: 'business',
    in: 'path',
    required: true,
    description: 'Domain, or `-` for the first',
    schema: text,
  };
  const form = {
    type: 'object',
    properties: propertiesOf(inputs),
    required: inputs.filter(({ required }) => required).map((one) => one.name),
  };
  const content: Record<string, { schema: Json }> = { 'application/x-www-form-urlencoded': { schema: form } };
  if (sends === 'multipart')
    content['multipart/form-data'] = {
      schema: { ...form, properties: { ...form.properties, ...(files as Readonly<Record<string, Json>>)[name] } },
    };
  return {
    operationId: name,
    summary,
    description: `${purposeOf(name)} At most ${perMinute.toLocaleString('en-GB')} requests a minute from one address.`,
    parameters: [
      ...(path.includes('{business}') ? [business as Parameter] : []),
      ...(isRead ? inputs.map((one): Parameter => ({ ...one, in: 'query' })) : []),
      ...headersOf(name),
    ],
    ...(isRead ? {} : { requestBody: { required: true, content } }),
    responses: {
      200: { description: 'Success', content: json(answer) },
      ...(isRead
        ? {}
        : { 202: { description: 'Stored, and delivered later: `queued` is true', content: json(answer) } }),
      ...describeRefusals(name),
    },
  };
}

/** @param url the address of the proxy. */
export function describeShopperApi(url: string): ShopperApi {
  const schemas: Json = { Error: errorEnvelope };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const name of Object.keys(shopperPolicies) as ShopperOperation[])
    (paths[shopperEndpoints[name].path] ??= {})[shopperEndpoints[name].method.toLowerCase()] = describeOperation(
      name,
      schemas,
    );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plaudit, for shoppers',
      version: '1',
      description:
        'What a proxy answers to the browsers of shoppers, without a token. Every answer has `status` and `success`.',
    },
    servers: [{ url: `${url}/v1` }],
    paths,
    components: { schemas },
  };
}

const errorEnvelope = {
  type: 'object',
  required: ['status', 'success', 'errorCode', 'errorReason'],
  properties: {
    status: { const: 'ERROR' },
    success: { const: false },
    errorCode: { type: 'integer' },
    errorReason: text,
    field: { ...text, description: 'The parameter that is wrong, if one is.' },
    challenge: { type: 'object', description: 'For an address that has written often.' },
  },
};
