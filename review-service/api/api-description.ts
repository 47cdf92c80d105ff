/** The API as an OpenAPI document, made from the contract that calls are parsed and tested by. */
import { z } from 'zod';
import { answers } from '../../contract/endpoints/answers.ts';
import descriptions from '../../contract/descriptions.json' with { type: 'json' };
import { endpoints, type Endpoint, type EndpointName } from '../../contract/endpoints/endpoints.ts';
import { strictEntities } from '../../contract/entities/entities.ts';
import { apiRefusals, refusals } from '../../contract/endpoints/errors.ts';
import { LONGEST_LINE, MOST_IMAGES } from '../../contract/endpoints/limits.ts';
import { parameters } from '../../contract/endpoints/parameters.ts';
import type { ShopperEndpointName } from '../../contract/endpoints/proxy-endpoints.ts';

export type Json = Record<string, unknown>;

/** The API as an OpenAPI 3.1 document. */
export function describeApi(url: string): Json {
  const schemas: Json = { Error: errorEnvelope };
  const paths: Record<string, Json> = {};
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { method, path }: Endpoint = endpoints[name];
    (paths[path] ??= {})[method.toLowerCase()] = describeOperation(name, schemas);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Business Review Service API',
      version: '1',
      description:
        'Reviews of businesses and of their products. Every answer carries status and success; ' +
        'a refusal carries errorCode and errorReason.',
    },
    servers: [{ url }],
    security: [{ clientToken: [], userToken: [] }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        clientToken: { type: 'apiKey', in: 'query', name: 'client_token' },
        userToken: {
          type: 'apiKey',
          in: 'header',
          name: 'user_token',
          description: 'From login; valid for six months.',
        },
      },
    },
  };
}

function describeOperation(name: EndpointName, schemas: Json): Json {
  const { sends, path, summary }: Endpoint = endpoints[name];
  const shape = Object.entries<z.ZodType>(parameters[name].shape).map(([parameter, schema]) => ({
    name: parameter,
    required: !schema.safeParse(undefined).success,
    description: meaningOf(name, parameter),
    schema: describeInput(schema),
  }));
  const business = {
    name: 'business',
    in: 'path',
    required: true,
    description: 'Site domain of the business',
    schema: { type: 'string' },
  };
  const idempotencyKey = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'The same key with the same body gets the first answer again, for 24 hours.',
    schema: { type: 'string', maxLength: 255 },
  };
  const inPath = path.includes('{business}') ? [business] : [];
  return {
    operationId: name,
    summary,
    description: purposeOf(name),
    ...(name === 'login' ? { security: [{ clientToken: [] }] } : {}),
    parameters:
      sends === 'query'
        ? [...inPath, ...shape.map((one) => ({ ...one, in: 'query' }))]
        : [...inPath, ...(name === 'login' ? [] : [idempotencyKey])],
    ...(sends === 'query' ? {} : { requestBody: describeBody(name, sends, shape) }),
    responses: {
      200: {
        description: 'Success',
        content: { 'application/json': { schema: describeAnswer(answers[name], schemas) } },
      },
      default: {
        description: 'A refusal; Retry-After comes with 429 and 503',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

export interface Input {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Json;
}

/** Fields of a form, which say what they mean in their schema. */
export const propertiesOf = (inputs: readonly Input[]): Json =>
  Object.fromEntries(inputs.map(({ name, description, schema }) => [name, { ...schema, description }]));

interface Description {
  readonly description: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

export const purposeOf = (name: ShopperEndpointName): string => descriptions.operations[name].description;

/** The meaning of a parameter to an operation: its own words for it come first. */
export const meaningOf = (name: ShopperEndpointName, parameter: string): string => {
  const { parameters: own = {} }: Description = descriptions.operations[name];
  return own[parameter] ?? (descriptions.parameters as Readonly<Record<string, string>>)[parameter] ?? '';
};

function describeBody(name: EndpointName, sends: 'form' | 'multipart', shape: readonly Input[]): Json {
  const required = shape.filter((one) => one.required).map((one) => one.name);
  const form = {
    type: 'object',
    properties: propertiesOf(shape),
    ...(required.length > 0 ? { required } : {}),
  };
  const content: Json = { 'application/x-www-form-urlencoded': { schema: form } };
  if (sends === 'multipart')
    content['multipart/form-data'] = { schema: { ...form, properties: { ...form.properties, ...files[name] } } };
  return { required: required.length > 0, content };
}

const fileOf = (name: ShopperEndpointName, parameter: string): Json => ({
  type: 'string',
  contentMediaType: 'application/octet-stream',
  description: meaningOf(name, parameter),
});

/** Files stand beside the parameters that the contract parses. */
export const files: Partial<Record<EndpointName, Json>> = {
  addProductImage: { qqfile: fileOf('addProductImage', 'qqfile') },
  addProductReview: Object.fromEntries(
    Array.from({ length: MOST_IMAGES }, (_, index) => [
      [`image${index + 1}`, fileOf('addProductReview', 'image')],
      [
        `caption${index + 1}`,
        { type: 'string', maxLength: LONGEST_LINE, description: meaningOf('addProductReview', 'caption') },
      ],
    ]).flat(),
  ),
};

const errorEnvelope = {
  type: 'object',
  required: ['status', 'success', 'errorCode', 'errorReason'],
  properties: {
    status: { const: 'ERROR' },
    success: { const: false },
    errorCode: {
      type: 'integer',
      enum: apiRefusals.map((name) => refusals[name].code),
      description: apiRefusals.map((name) => `${refusals[name].code}: ${refusals[name].meaning}`).join('; '),
    },
    errorReason: { type: 'string' },
  },
};

/** The first step of a pipe, which describes the input, with the other steps' words about it. */
export function describeInput(schema: z.ZodType): Json {
  if (schema instanceof z.ZodPipe)
    return { ...describeInput(schema.in as z.ZodType), ...describeInput(schema.out as z.ZodType) };
  const described =
    schema instanceof z.ZodTransform ? {} : z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const { $schema: _schema, ...rest } = described as Json;
  return rest;
}

const named = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(strictEntities)) named.add(schema, { id });

/** The schema of an answer; its entities go among the shared ones and are referred to. */
export function describeAnswer(schema: z.ZodType, schemas: Json): Json {
  const {
    $schema: _schema,
    $defs,
    ...rest
  } = JSON.parse(
    JSON.stringify(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', metadata: named })).replaceAll(
      '"#/$defs/',
      '"#/components/schemas/',
    ),
  ) as { $schema: string; $defs?: Record<string, Json> } & Json;
  for (const [id, { id: _id, ...definition }] of Object.entries($defs ?? {})) schemas[id] = definition;
  return rest;
}
