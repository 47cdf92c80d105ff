/** Two businesses on one service: whatever id of the other is asked for, nothing of it is read or changed. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { endpoints, type EndpointName } from '../../contract/endpoints/endpoints.ts';
import { findBusiness } from '../../review-store/content/businesses.ts';
import { saveComments } from '../../review-store/reviews/comments.ts';
import { tolerantEntities } from '../../contract/entities/entities.ts';
import { storeOf } from '../../review-service/data/tables.ts';
import { saveContent } from '../support/content.ts';
import { onEveryDatabase, TestService, type Given } from '../support/review-service.ts';
import { TestMailServer } from '../support/smtp.ts';

const ours = 'ours.example';
const theirs = 'theirs.example';
/** Stands in all that is theirs. */
const secret = 'secretly';

const date = '2026-01-01 00:00:00';
const author = { username: `${secret}-kim`, firstName: secret, lastName: 'K', email: `${secret}@x.example` };
const image = {
  id: 70,
  caption: secret,
  original: `/images/${secret}/original.jpg`,
  normal: '',
  large: '',
  small: '',
  created: date,
};

/** What is asked of our business with everything that names something of theirs; the ids that both have are 1. */
const attempts: Record<EndpointName, readonly Given[]> = {
  login: [{ email: `${secret}@x.example`, password: 'x' }],
  getBusiness: [{}],
  getBusinesses: [{ businesses: JSON.stringify([theirs]) }, { businesses: JSON.stringify([ours, theirs]) }],
  listQuestions: [{ count: 100 }],
  getReview: [{ review_no: 70 }, { review_no: 1 }],
  listReviews: [
    { count: 100, unpublished: 1, datasources: 'google' },
    { deleted: 1 },
    { updated: 1 },
    { q: secret },
    { labels: secret },
  ],
  publishReview: [{ review_no: 71 }],
  flagReview: [{ review_no: 70, reason: 'other', message: 'x' }],
  listComments: [{ count: 100, datasources: 'google' }, { review_no: 70 }, { deleted: 1 }, { updated: 1 }],
  addComment: [{ review_no: 70, text: 'x' }],
  sendResolution: [
    { review_no: 70, body: 'x' },
    { username: author.username, body: 'x' },
    { review_no: 1, username: author.username, body: 'x' },
  ],
  listMessages: [{ folder: 'sent', count: 100 }, { folder: 'sent', username: author.username }, { folder: 'inbox' }],
  sendMessage: [
    { review_no: 70, subject: 'x', body: 'x' },
    { username: author.username, subject: 'x', body: 'x' },
  ],
  addReviewRequest: [{ email: author.email, order_id: 'O-1', order_date: '2026-01-01', return_link: 1 }],
  removeReviewRequest: [{ email: author.email, order_id: `${secret}-1` }, { email: author.email }],
  getWriteLink: [{}],
  getEditLink: [{ email: author.email }],
  listProducts: [
    { count: 100 },
    { sku: secret },
    { product_id: 70 },
    { q: secret },
    { brand: secret },
    { categories: secret },
  ],
  addProduct: [{ sku: secret.toUpperCase(), title: 'Ours now' }],
  removeProduct: [{ product_id: 70 }],
  addProductImage: [
    { product_id: 70, image: 'https://x.example/x.png' },
    { sku: secret, image: 'https://x.example/x.png' },
  ],
  removeProductImage: [
    { product_id: 70, image_id: 70 },
    { product_id: 1, image_id: 70 },
  ],
  listProductQuestions: [{ count: 100 }, { sku: secret }, { filter: 'PENDING' }, { filter: 'REMOVED' }, { q: secret }],
  addProductQuestion: [{ sku: secret, content: 'x', email: author.email }],
  answerProductQuestion: [{ question_id: 70, content: 'x' }],
  listProductReviews: [
    { count: 100 },
    { sku: secret },
    { item_group: secret },
    { q: secret },
    { brand: secret },
    { deleted: 1 },
    { only_photos: 1 },
  ],
  addProductReview: [
    { sku: secret, title: 'x', content: 'x', rating: 1 },
    { product_id: 70, title: 'x', content: 'x', rating: 1 },
    { sku: 'MUG', title: 'x', content: 'x', rating: 1, email: author.email },
  ],
  voteOnProductReview: [
    { review_id: 70, vote: 'positive' },
    { review_id: 1, vote: 'negative' },
  ],
  flagProductReview: [{ review_id: 70, reason: 'other', message: 'x' }],
  replyToProductReview: [{ review_id: 70, text: 'x' }],
  listTopRatedProducts: [{}, { category_name: secret }],
  getProductReviewStats: [{}, { sku: secret }, { item_group: secret }, { brand: secret }],
  addProductReviewRequest: [
    { email: author.email, product_skus: secret, order_id: 'O-1', order_date: '2026-01-01', return_link: 1 },
  ],
  removeProductReviewRequest: [
    { email: author.email, order_id: `${secret}-2`, product_sku: secret },
    { email: author.email },
  ],
  accessPersonalData: [{ email: author.email }],
  erasePersonalData: [{ email: author.email }],
  getTransparency: [{}, { sku: secret }],
  listChanges: [{ count: 100 }],
};

/** Mail that waits is tried again meanwhile. */
const triesOfMail = { attempts: undefined, due_at: undefined };

onEveryDatabase((place) => {
  let service: TestService;
  let mails: TestMailServer;
  before(async () => {
    mails = await new TestMailServer().start();
    service = await new TestService(await place(), { smtpUrl: mails.url }).start();
    service.token = await service.account(ours);
    const token = await service.account(theirs);
    await service.withDatabase(async (db) => {
      await saveContent(db, ours, {
        products: [{ id: 1, sku: 'MUG' }],
        productReviews: [{ id: 1, product: { sku: 'MUG' } }],
        reviews: [{ reviewNo: 1 }],
      });
      await saveContent(db, theirs, {
        products: [
          { id: 1, sku: 'MUG', title: secret },
          {
            id: 70,
            sku: secret,
            title: secret,
            brand: secret,
            item_group: secret,
            categories: [secret],
            images: [{ id: 70, url: `/images/${secret}/original.jpg` }],
          },
        ],
        productReviews: [
          { id: 1, product: { sku: 'MUG' }, title: secret, user: author },
          { id: 70, product: { sku: secret }, title: secret, user: author, images: [image] },
          { id: 72, product: { sku: secret }, title: secret, user: author, removedRFC: '2026-01-02T00:00:00+00:00' },
        ],
        reviews: [
          { reviewNo: 1, title: secret, author },
          {
            reviewNo: 70,
            title: secret,
            labels: [secret],
            author,
            updated_for: { reviewNo: 69, title: secret, content: secret, created: date, rating: [], author },
          },
          { reviewNo: 71, title: secret, published: 'pending', author },
          { reviewNo: 72, title: secret, removedRFC: '2026-01-02T00:00:00+00:00', author },
          { reviewNo: 73, title: secret, datasource: 'google', author },
        ],
        productQuestions: [
          { id: 70, content: secret, product: { sku: secret }, author },
          { id: 71, content: secret, product: { sku: 'MUG' }, published: 'pending', author },
        ],
        questions: [{ id: 70, content: secret, author }],
      });
      const { id } = (await findBusiness(storeOf(db), theirs))!;
      await saveComments(
        storeOf(db),
        id,
        new Map([
          [
            70,
            tolerantEntities.Comment.parse({
              reviewNo: 70,
              content: secret,
              created: date,
              modified: date,
              activated: 1,
              author,
            }),
          ],
        ]),
      );
    });
    // Each try of a notice makes links of its own: the only one, about the review that waits, is delivered before.
    await service.clock.passUntil(
      'they are told of what waits',
      async () => mails.received.length > 0 && (await service.mails()).length === 0,
    );
    // From here on, mail waits.
    mails.behaviour = 'busy';
    await service.ok('sendMessage', theirs, { token, form: { review_no: 70, subject: secret, body: secret } });
    await service.ok('addReviewRequest', theirs, {
      token,
      form: { email: author.email, order_id: `${secret}-1`, order_date: '2026-01-01', return_link: 1 },
    });
    await service.ok('addProductReviewRequest', theirs, {
      token,
      form: {
        email: author.email,
        order_id: `${secret}-2`,
        order_date: '2026-01-01',
        product_skus: secret,
        return_link: 1,
      },
    });
    await service.ok('getEditLink', theirs, { token, query: { email: author.email } });
  });
  after(async () => {
    await service.stop();
    await mails.stop();
  });

  /** Every row of theirs, in every table. */
  const theirRows = () =>
    service.withDatabase(async (db) => {
      const { id } = (await findBusiness(storeOf(db), theirs))!;
      const found: Record<string, object[]> = {};
      for (const table of await db.introspection.getTables()) {
        // A job of the service itself fills the tables of languages, some time.
        if (!table.columns.some(({ name }) => name === 'business_id') || table.name.endsWith('_language')) continue;
        const { rows } = await sql<object>`select * from ${sql.table(table.name)} where business_id = ${id}`.execute(
          db,
        );
        found[table.name] = rows
          .map((row) => ({ ...row, ...triesOfMail }))
          .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
      }
      return found;
    });

  for (const name of Object.keys(endpoints) as EndpointName[]) {
    test(`${name}: with what is theirs, nothing of theirs is given or changed`, async () => {
      const before = await theirRows();
      for (const given of attempts[name]) {
        const options = endpoints[name].method === 'GET' ? { query: given } : { form: given };
        const response = await service.call(name, ours, { ...options, ...(name === 'login' ? { token: null } : {}) });
        const text = await response.text();
        assert.ok(response.status < 500, text);
        // What was asked is said back: it is no news.
        const news = Object.values(given).reduce(
          (left: string, value) => left.replaceAll(JSON.stringify(String(value)), '""').replaceAll(`: ${value}"`, '"'),
          text,
        );
        assert.ok(!news.includes(secret), text);
      }
      assert.deepEqual(await theirRows(), before);
    });
  }

  test('and the other way round, all of it is theirs to read', async () => {
    const token = await service.logIn(`owner@${theirs}`);
    assert.equal((await service.ok('getReview', theirs, { token, query: { review_no: 70 } })).review.title, secret);
    assert.equal((await service.ok('listProducts', theirs, { token })).products.length, 2);
    assert.equal((await service.ok('listMessages', theirs, { token, query: { folder: 'sent' } })).messages.length, 1);
    assert.deepEqual(
      (await service.ok('removeReviewRequest', theirs, { token, form: { email: author.email } })).removed_order_ids,
      [`${secret}-1`],
    );
  });
});
