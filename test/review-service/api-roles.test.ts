/** Who may do what by the API: each operation against each role, and what a moderator's answers hold. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { endpoints, type EndpointName } from '../../contract/endpoints/endpoints.ts';
import { giveRole } from '../../review-service/people/team/team.ts';
import { saveContent } from '../support/content.ts';
import { onSqliteFirst, TestService, type CallOptions, type Given } from '../support/review-service.ts';

const shop = 'a.example';
const customer = 'zenobia.quill@customers.example';
const order = 'ORDER-77-QX';
const place = 'Trondheim-upon-Nid';
/** As a customer: what only owners see. */
const planted = [customer, order, place];

type Role = 'owner' | 'moderator';

const author = { username: 'zenobia', firstName: 'Zenobia', lastName: 'Q', email: customer };
const written = { content: 'Sound', order_id: order, user_location: place };

/** Each operation with parameters that it takes, and the lowest role that may call it. */
const operations: Readonly<Record<EndpointName, readonly [Role, Given]>> = {
  login: ['moderator', {}],
  getBusiness: ['moderator', {}],
  getBusinesses: ['moderator', { businesses: shop }],
  listQuestions: ['moderator', {}],
  getReview: ['moderator', { review_no: 1 }],
  listReviews: ['moderator', { filter: 'ALL' }],
  publishReview: ['moderator', { review_no: 1 }],
  flagReview: ['moderator', { review_no: 1, reason: 'language' }],
  listComments: ['moderator', {}],
  addComment: ['moderator', { review_no: 1, text: 'Thank you' }],
  sendResolution: ['moderator', { review_no: 1, body: 'We send another one' }],
  listMessages: ['moderator', { folder: 'sent' }],
  sendMessage: ['moderator', { review_no: 1, subject: 'Yours', body: 'Hello' }],
  getWriteLink: ['moderator', {}],
  listProducts: ['moderator', {}],
  listProductQuestions: ['moderator', { filter: 'ALL' }],
  listProductReviews: ['moderator', { deleted: 1, unpublished: 1 }],
  flagProductReview: ['moderator', { review_id: 1, reason: 'language' }],
  replyToProductReview: ['moderator', { review_id: 1, text: 'Thank you' }],
  listTopRatedProducts: ['moderator', {}],
  getProductReviewStats: ['moderator', { sku: 'MUG' }],
  getTransparency: ['moderator', {}],
  answerProductQuestion: ['moderator', { question_id: 1, content: 'It is blue', by_business: 1 }],
  addProductQuestion: ['owner', { sku: 'MUG', content: 'Is it blue?', first_name: 'Ann' }],
  addProductReview: ['owner', { sku: 'MUG', title: 'Fine', content: 'A fine mug', rating: 5, first_name: 'Ann' }],
  voteOnProductReview: ['owner', { review_id: 1, vote: 'positive' }],
  addReviewRequest: ['owner', { email: customer, order_id: 'N-1', order_date: '2026-11-03', first_name: 'Z' }],
  removeReviewRequest: ['owner', { email: customer, order_id: 'N-1' }],
  addProductReviewRequest: [
    'owner',
    { email: customer, order_id: 'N-2', order_date: '2026-11-03', first_name: 'Z', product_skus: 'MUG' },
  ],
  removeProductReviewRequest: ['owner', { email: customer, order_id: 'N-2', product_sku: 'MUG' }],
  getEditLink: ['owner', { email: customer }],
  addProduct: ['owner', { sku: 'CUP', title: 'Cup' }],
  removeProduct: ['owner', { product_id: 999_999 }],
  addProductImage: ['owner', { sku: 'MUG' }],
  removeProductImage: ['owner', { sku: 'MUG', image_id: 1 }],
  listChanges: ['owner', {}],
  accessPersonalData: ['owner', { email: customer }],
  erasePersonalData: ['owner', { email: 'nobody@customers.example' }],
};

onSqliteFirst((at) => {
  let service: TestService;
  let moderator: string;
  before(async () => {
    service = await new TestService(await at()).start();
    service.token = await service.account(shop);
    moderator = await service.account(shop, 'moderator@a.example');
    await service.withDatabase((db) => giveRole(db, shop, { email: 'moderator@a.example', role: 'moderator' }));
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        products: [{ id: 1, sku: 'MUG', title: 'Mug' }],
        productReviews: [{ ...written, id: 1, product: { sku: 'MUG' }, user: author, solicited: 1 }],
        reviews: [{ ...written, reviewNo: 1, author, source: 'SOLICITED', updated_for: { ...written, reviewNo: 2 } }],
        productQuestions: [{ id: 1, product: { sku: 'MUG' }, author }],
        questions: [{ id: 1, author }],
      }),
    );
  });
  after(() => service.stop());

  const callWith = (token: string, name: EndpointName, given: Given, more: CallOptions = {}) =>
    service.call(name, shop, {
      token,
      ...(endpoints[name].method === 'GET' ? { query: given } : { form: given }),
      ...more,
    });

  test('each operation against each role: what is not a moderator’s is 308, and nothing is done', async () => {
    for (const [name, [lowest, given]] of Object.entries(operations) as [EndpointName, [Role, Given]][]) {
      if (name === 'login') continue;
      const asModerator = await callWith(moderator, name, given);
      const body = (await asModerator.json()) as { errorCode?: number };
      if (lowest === 'owner') assert.deepEqual([asModerator.status, body.errorCode], [403, 308], name);
      else assert.notEqual(body.errorCode, 308, name);
      const asOwner = (await (await callWith(service.token!, name, given)).json()) as { errorCode?: number };
      assert.notEqual(asOwner.errorCode, 308, name);
    }
  });

  test('a moderator sees names, and no address, order or place of a customer, in any answer', async () => {
    let seen = 0;
    for (const [name, [lowest, given]] of Object.entries(operations) as [EndpointName, [Role, Given]][]) {
      if (lowest === 'owner' || name === 'login') continue;
      const owners = await (await callWith(service.token!, name, given)).text();
      const text = await (await callWith(moderator, name, given)).text();
      seen += planted.filter((secret) => owners.includes(secret)).length;
      for (const secret of planted) assert.ok(!text.includes(secret), `${name} shows ${secret}`);
      if (owners.includes('Zenobia')) assert.match(text, /Zenobia/, name);
    }
    assert.ok(seen >= 6, 'the owner sees them');
  });

  test('a moderator answers as the shop, and never as a shopper', async () => {
    const given = { question_id: 1, content: 'I love it', first_name: 'Ann' };
    await service.refused('answerProductQuestion', shop, { token: moderator, form: given }, 308, 403, /by_business/);
    await service.ok('answerProductQuestion', shop, { token: moderator, form: { ...given, by_business: 1 } });
  });

  test('an answer that was kept for an owner is not given out again to a moderator', async () => {
    await service.account(shop, 'second@a.example');
    const token = await service.logIn('second@a.example');
    const again = { form: { email: customer, order_id: 'K-1', order_date: '2026-11-03', return_link: 1 } };
    const keyed = { ...again, token, headers: { 'idempotency-key': 'kept' } };
    await service.ok('addReviewRequest', shop, keyed);
    await service.withDatabase((db) => giveRole(db, shop, { email: 'second@a.example', role: 'moderator' }));
    await service.refused('addReviewRequest', shop, keyed, 308, 403);
  });
});
