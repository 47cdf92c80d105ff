/** The API's own description: whole, well-formed, and true of what the service answers. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import descriptions from '../../contract/descriptions.json' with { type: 'json' };
import { endpoints } from '../../contract/endpoints/endpoints.ts';
import { shopperParameters } from '../../contract/shopper/shopper-parameters.ts';
import { saveContent } from '../support/content.ts';
import { TestService } from '../support/review-service.ts';

interface Operation {
  readonly operationId: string;
  readonly description?: string;
  readonly parameters: {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    schema: Record<string, unknown>;
  }[];
  readonly requestBody?: {
    content: Record<string, { schema: { properties: Record<string, { description?: string }>; required?: string[] } }>;
  };
  readonly responses: Record<string, { description: string; content: Record<string, { schema: object }> }>;
}
interface Document {
  readonly openapi: string;
  readonly servers: { url: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { schemas: Record<string, object>; securitySchemes: object };
}

let service: TestService;
let directory: string;
let document: Document;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-openapi-'));
  service = await new TestService({ directory }).start();
  service.token = await service.account('a.example');
  await service.withDatabase((db) =>
    saveContent(db, 'a.example', {
      products: [{ id: 1, sku: 'MUG', categories: ['Kitchen'] }],
      productReviews: [{ id: 1, product: { sku: 'MUG' } }],
      reviews: [
        {
          reviewNo: 1,
          updated_for: { reviewNo: 2, title: 'Before', content: 'x', created: '2026-01-01 00:00:00', rating: [] },
        },
      ],
      questions: [{ id: 1, content: 'Open?' }],
      productQuestions: [{ id: 1, content: 'Blue?', product: { sku: 'MUG' } }],
    }),
  );
  document = (await (
    await service.request('GET', '/v1/openapi.json', { token: null, client: null })
  ).json()) as Document;
});
after(async () => {
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
});

const operation = (name: keyof typeof endpoints): Operation =>
  document.paths[endpoints[name].path]![endpoints[name].method.toLowerCase()]!;

test('all operations are there, under their paths and methods', () => {
  assert.equal(document.openapi, '3.1.0');
  assert.deepEqual(document.servers, [{ url: `${service.url}/v1` }]);
  const described = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  assert.deepEqual(described.toSorted(), Object.keys(endpoints).toSorted());
  for (const name of Object.keys(endpoints) as (keyof typeof endpoints)[])
    assert.equal(operation(name).operationId, name);
});

test('every operation, and every parameter of it, says what it is for', () => {
  const silent: string[] = [];
  for (const { operationId, description, parameters, requestBody } of Object.values(document.paths).flatMap((methods) =>
    Object.values(methods),
  )) {
    if (!description) silent.push(operationId);
    for (const one of parameters) if (!one.description) silent.push(`${operationId} ${one.name}`);
    for (const { schema } of Object.values(requestBody?.content ?? {}))
      for (const [name, field] of Object.entries(schema.properties))
        if (!field.description) silent.push(`${operationId} ${name}`);
  }
  assert.deepEqual(silent, []);
});

test('nothing is described that no operation takes', () => {
  // Files stand beside the parameters of the contract, and are numbered.
  const taken = new Set(['image', 'caption', 'qqfile']);
  for (const [name, { shape }] of Object.entries(shopperParameters)) {
    const own = Object.keys(
      (descriptions.operations as Record<string, { parameters?: object }>)[name]!.parameters ?? {},
    );
    for (const parameter of own) assert.ok(parameter in shape || taken.has(parameter), `${name} takes no ${parameter}`);
    for (const parameter of Object.keys(shape)) taken.add(parameter);
  }
  assert.deepEqual(
    Object.keys(descriptions.parameters).filter((name) => !taken.has(name)),
    [],
  );
  assert.deepEqual(Object.keys(descriptions.operations).toSorted(), Object.keys(shopperParameters).toSorted());
});

test('every path parameter is declared, every reference leads somewhere, and nothing is declared twice', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const { parameters } of Object.values(methods)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      assert.deepEqual(
        parameters.filter((one) => one.in === 'path').map(({ name }) => name),
        inPath,
      );
      assert.equal(new Set(parameters.map(({ name }) => name)).size, parameters.length);
      for (const { schema } of parameters) assert.ok(schema['type'], JSON.stringify(schema));
    }
  }
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!);
  assert.ok(references.length > 40);
  for (const reference of new Set(references))
    assert.ok(document.components.schemas[reference.replace('#/components/schemas/', '')], reference);
  assert.ok(!JSON.stringify(document).includes('$defs'));
});

test('what is required, what may be chosen and what is sent as a file is said', () => {
  const form = operation('flagReview').requestBody!.content['application/x-www-form-urlencoded']!.schema;
  assert.deepEqual(form.required, ['review_no', 'reason', 'message']);
  assert.deepEqual((form.properties['reason'] as { enum: string[] }).enum.length, 6);
  const count = operation('listReviews').parameters.find(({ name }) => name === 'count')!;
  assert.deepEqual([count.required, count.schema], [false, { type: 'integer', minimum: 1, maximum: 100 }]);
  const review = operation('addProductReview').requestBody!.content;
  assert.deepEqual(Object.keys(review), ['application/x-www-form-urlencoded', 'multipart/form-data']);
  assert.ok(review['multipart/form-data']!.schema.properties['image10']);
});

test('answers are as they are described, by a validator of JSON Schema that is not ours', async () => {
  // Fastify's own.
  const { default: Ajv } = createRequire(
    createRequire(import.meta.resolve('fastify')).resolve('@fastify/ajv-compiler'),
  )('ajv/dist/2020.js') as {
    default: new (options: object) => {
      addSchema(schema: object, id: string): void;
      compile(schema: object): ((value: unknown) => boolean) & { errors?: unknown };
    };
  };
  const ajv = new Ajv({ strict: false });
  ajv.addSchema(document, 'api');
  const resolved = (schema: object): object => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as object;
  const reads = [
    'getBusiness',
    'listQuestions',
    'listReviews',
    'listComments',
    'listProducts',
    'listProductQuestions',
    'listProductReviews',
    'listTopRatedProducts',
    'getProductReviewStats',
    'getWriteLink',
  ] as const;
  for (const name of reads) {
    const matches = ajv.compile(resolved(operation(name).responses['200']!.content['application/json']!.schema));
    const body = await (await service.call(name, 'a.example')).json();
    assert.ok(matches(body), `${name}: ${JSON.stringify(matches.errors)}`);
    assert.ok(!matches({ status: 'OK' }), name);
  }
  const refusal = ajv.compile(
    resolved(operation('getReview').responses['default']!.content['application/json']!.schema),
  );
  assert.ok(refusal(await (await service.call('getReview', 'a.example')).json()), JSON.stringify(refusal.errors));
});
