/** Every parameter of every operation, as the contract lists them: what is missing, malformed or too much is named. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { endpointPath, endpoints, type EndpointName } from '../../contract/endpoints/endpoints.ts';
import { parameters } from '../../contract/endpoints/parameters.ts';
import { assertRefusal, onSqliteFirst, TestService, type Given } from '../support/review-service.ts';

const shop = 'a.example';
const customer = { email: 'jane@x.example', order_id: 'O-1', order_date: '2026-01-01' };

/** What the specification calls required, with a value that can be read. Nothing here exists, so that nothing happens. */
const required: Record<EndpointName, Given> = {
  login: { email: 'nobody@x.example', password: 'x' },
  getBusiness: {},
  getBusinesses: { businesses: '[]' },
  listQuestions: {},
  getReview: { review_no: 999 },
  listReviews: {},
  publishReview: { review_no: 999 },
  flagReview: { review_no: 999, reason: 'other', message: 'x' },
  listComments: {},
  addComment: { review_no: 999, text: 'x' },
  sendResolution: { review_no: 999, body: 'x' },
  listMessages: {},
  sendMessage: { review_no: 999, subject: 'x', body: 'x' },
  addReviewRequest: customer,
  removeReviewRequest: { email: customer.email },
  getWriteLink: {},
  getEditLink: { email: customer.email },
  listProducts: {},
  addProduct: { sku: 'X', title: 'x' },
  removeProduct: { product_id: 999 },
  addProductImage: { product_id: 999 },
  removeProductImage: { product_id: 999, image_id: 999 },
  listProductQuestions: {},
  addProductQuestion: { sku: 'X', content: 'x' },
  answerProductQuestion: { question_id: 999, content: 'x' },
  listProductReviews: {},
  addProductReview: { sku: 'X', title: 'x', content: 'x', rating: 5 },
  voteOnProductReview: { review_id: 999, vote: 'positive' },
  flagProductReview: { review_id: 999, reason: 'other', message: 'x' },
  replyToProductReview: { review_id: 999, text: 'x' },
  listTopRatedProducts: {},
  getProductReviewStats: {},
  addProductReviewRequest: { ...customer, product_skus: 'X' },
  removeProductReviewRequest: { email: customer.email },
  accessPersonalData: { email: customer.email },
  erasePersonalData: { email: customer.email },
  getTransparency: {},
  listChanges: {},
};

const names = Object.keys(endpoints) as EndpointName[];

onSqliteFirst((place) => {
  let service: TestService;
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account(shop);
  });
  after(() => service.stop());

  /** A call with these values, any of which may be given more than once. */
  const call = (name: EndpointName, values: readonly (readonly [string, string | number])[]): Promise<Response> => {
    const path = `/v1${endpointPath(name, shop)}`;
    if (endpoints[name].method === 'GET') {
      const query = new URLSearchParams(values.map(([key, value]): [string, string] => [key, String(value)]));
      return service.request('GET', `${path}?${query.toString()}`, name === 'login' ? { token: null } : {});
    }
    const form = new FormData();
    for (const [key, value] of values) form.append(key, String(value));
    return service.request('POST', path, { form, ...(name === 'login' ? { token: null } : {}) });
  };

  for (const name of names) {
    test(`${name}: each required parameter, missing or empty, is 302 by name`, async () => {
      for (const missing of Object.keys(required[name])) {
        const others = Object.entries(required[name]).filter(([key]) => key !== missing);
        // An empty reply takes the reply away.
        const mayBeEmpty = name === 'replyToProductReview' && missing === 'text';
        for (const values of [others, ...(mayBeEmpty ? [] : [[...others, [missing, ' '] as const]])])
          await assertRefusal(await call(name, values), 302, 400, new RegExp(`\\b${missing}\\b`));
      }
    });

    test(`${name}: each parameter with a NUL, without end, or twice is refused by name`, async () => {
      for (const parameter of Object.keys(parameters[name].shape)) {
        const others = Object.entries(required[name]).filter(([key]) => key !== parameter);
        const named = new RegExp(`\\b${parameter}\\b`);
        await assertRefusal(await call(name, [...others, [parameter, 'a\0b']]), 306, 400, named);
        await assertRefusal(await call(name, [...others, [parameter, '1'], [parameter, '1']]), 306, 400, named);
        await assertRefusal(await call(name, [...others, [parameter, 'x'.repeat(11_000)]]), 306, 400, named);
      }
    });
  }

  test('a list of commas alone names nothing, and counts as absent', async () => {
    const lists: [EndpointName, string][] = [
      ['listReviews', 'labels'],
      ['listReviews', 'datasources'],
      ['listProducts', 'categories'],
      ['listProductReviews', 'categories'],
      ['listProductReviews', 'ratings'],
      ['getProductReviewStats', 'categories'],
    ];
    for (const [name, parameter] of lists) {
      const [without, commas] = [await call(name, []), await call(name, [[parameter, ' , ,']])];
      assert.deepEqual([commas.status, await commas.text()], [200, await without.text()], `${name} ${parameter}`);
    }
    await assertRefusal(
      await call('addProductReviewRequest', [...Object.entries(customer), ['product_skus', ',']]),
      302,
      400,
      /product_skus/,
    );
  });

  test('what a list names is no longer than a line, which an index can hold', async () => {
    // Of many different characters, so that no database makes it short.
    const long = (length: number) =>
      String.fromCodePoint(...Array.from({ length }, (_none, index) => 0x4e00 + ((index * 7_919) % 20_000)));
    const named: [EndpointName, Given, string][] = [
      ['addProduct', { sku: 'LONG', title: 'x' }, 'categories'],
      ['addReviewRequest', customer, 'labels'],
      ['addReviewRequest', customer, 'product_skus'],
    ];
    for (const [name, others, parameter] of named) {
      await assertRefusal(
        await call(name, [...Object.entries(others), [parameter, `short,${long(3_000)}`]]),
        306,
        400,
        new RegExp(`\\b${parameter}\\b`),
      );
      assert.equal(
        (await call(name, [...Object.entries(others), [parameter, `short,${long(255)}`]])).status,
        200,
        `${name} ${parameter}`,
      );
    }
  });

  test('what no operation knows is left alone', async () => {
    for (const unknown of ['', '__proto__', 'constructor', 'sort'])
      assert.equal((await call('listReviews', [[unknown, 'x']])).status, 200);
  });
});
