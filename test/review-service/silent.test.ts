/** What holds where the specification is silent, and what holds of every answer. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { tolerantEntities } from '../../contract/entities/entities.ts';
import { holdReviews } from '../../review-service/people/accounts/manage.ts';
import { storeOf } from '../../review-service/data/tables.ts';
import { findBusiness } from '../../review-store/content/businesses.ts';
import { removeComments, saveComments } from '../../review-store/reviews/comments.ts';
import { saveContent } from '../support/content.ts';
import { onEveryDatabase, TestService, type Given } from '../support/review-service.ts';

const shop = 'a.example';
const author = { username: 'ann', firstName: 'Ann', lastName: 'Longname', email: 'Ann@x.example' };
const created = '2026-03-01 10:00:00';
const comment = (content: string, given: object = {}) =>
  tolerantEntities.Comment.parse({ reviewNo: 1, content, created, published: created, activated: 1, author, ...given });
const answer = { id: 1, content: 'Yes', created, published: created, author };

onEveryDatabase((place) => {
  let service: TestService;
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account(shop);
    await service.withDatabase(async (db) => {
      await saveContent(db, shop, {
        products: [
          { id: 1, sku: 'MUG', title: 'Mug' },
          { id: 2, sku: 'BOWL', title: 'Bowl' },
        ],
        productReviews: [
          { id: 1, rating: 4, product: { sku: 'MUG' }, user: author },
          { id: 2, rating: 2, product: { sku: 'BOWL' }, user: author },
        ],
        reviews: [
          {
            reviewNo: 1,
            author,
            labels: ['VIP'],
            updated_for: { reviewNo: 90, title: 'x', content: 'x', created, rating: [], author },
          },
          { reviewNo: 2, author, source: 'API', labels: ['100%', 'a"b'] },
        ],
        productQuestions: [{ id: 1, content: 'x', product: { sku: 'MUG' }, author, answers: [answer] }],
        questions: [{ id: 1, content: 'x', author, answers: [answer] }],
      });
      const { id } = (await findBusiness(storeOf(db), shop))!;
      await saveComments(
        storeOf(db),
        id,
        new Map([
          [1, comment('plain')],
          [2, comment('changed', { modified: created })],
          [3, comment('elsewhere', { datasource: 'google' })],
          [4, comment('removed')],
          [5, comment('waiting', { activated: 0, published: 'pending' })],
        ]),
      );
      await removeComments(storeOf(db), id, [4], Date.UTC(2026, 2, 2));
    });
  });
  after(() => service.stop());

  const stats = async (query: Given = {}) =>
    (await service.ok('getProductReviewStats', shop, { query })).product_reviews_stats;
  const listed = async (query: Given = {}) =>
    (await service.ok('listProductReviews', shop, { query: { count: 100, ...query } })).product_reviews;

  test('comments: changed, removed, and those of other sites', async () => {
    const contents = async (query: Given) =>
      (await service.ok('listComments', shop, { query })).comments.map(({ content }) => content).sort();
    assert.deepEqual(await contents({}), ['changed', 'plain', 'waiting']);
    assert.deepEqual(await contents({ updated: 1 }), ['changed']);
    assert.deepEqual(await contents({ deleted: 1 }), ['removed']);
    assert.deepEqual(await contents({ datasources: 'google,yelp' }), ['changed', 'elsewhere', 'plain', 'waiting']);
    assert.deepEqual(await contents({ datasources: 'false' }), ['changed', 'plain', 'waiting']);
    const { comments } = await service.ok('listComments', shop, { query: { review_no: 1, datasources: 'google' } });
    const waiting = comments.find(({ content }) => content === 'waiting');
    assert.deepEqual([waiting?.activated, waiting?.published, waiting?.publishedRFC], [false, 'pending', null]);
    assert.equal(comments.find(({ content }) => content === 'elsewhere')?.datasource, 'google');
  });

  test('labels are found as they are written, on both databases', async () => {
    const found = async (labels: string) =>
      (await service.ok('listReviews', shop, { query: { labels } })).map(({ reviewNo }) => reviewNo);
    assert.deepEqual(
      [
        await found('VIP'),
        await found('vip'),
        await found('VI'),
        await found('100%'),
        await found('a"b'),
        await found('VIP, 100%'),
      ],
      [[1], [], [], [2], [2], [2, 1]],
    );
  });

  test('every answer: last names of one letter, addresses with solicited content alone, and dates with an offset', async () => {
    const answers = [
      await service.ok('listReviews', shop),
      await service.ok('listComments', shop),
      await service.ok('listQuestions', shop),
      await service.ok('listProductQuestions', shop),
      await service.ok('listProductReviews', shop),
      await service.ok('listProducts', shop),
    ];
    let names = 0;
    let dates = 0;
    for (const [key, value, parent] of walk(answers)) {
      if (key === 'lastName') {
        names++;
        assert.equal(value, 'L');
      }
      if (key.endsWith('RFC') && value !== null) {
        dates++;
        assert.match(value as string, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
      }
      if (key === 'author' && value !== null)
        assert.equal(
          (value as { email: string | null }).email,
          (parent as { source?: string | null }).source ? 'ann@x.example' : null,
        );
    }
    assert.ok(names >= 8 && dates >= 15, `${names} names, ${dates} dates`);
  });

  test('a review that is held is in no listing and no count', async () => {
    const hold = (on: boolean) => service.withDatabase((db) => holdReviews(db, shop, on ? 'all' : 'none'));
    const [before, counted] = [(await listed()).length, await stats()];
    await hold(true);
    const { product_review: held } = await service.ok('addProductReview', shop, {
      form: { sku: 'MUG', title: 'Held', content: 'x', rating: 1 },
    });
    assert.deepEqual([held.published, held.publishedRFC], ['pending', null]);
    assert.equal((await listed()).length, before);
    assert.deepEqual(await listed({ deleted: 1 }), []);
    assert.deepEqual(await listed({ sku: 'MUG', ratings: '1' }), []);
    assert.deepEqual(await stats(), counted);
    await service.refused('voteOnProductReview', shop, { form: { review_id: held.id, vote: 'positive' } }, 403, 404);
    await hold(false);
    assert.equal(
      (await service.ok('addProductReview', shop, { form: { sku: 'MUG', title: 'Shown', content: 'x', rating: 4 } }))
        .product_review.publishedRFC !== null,
      true,
    );
    assert.equal((await listed()).length, before + 1);
  });

  test('what is listed is what is counted, also after a product was removed', async () => {
    const same = async () => assert.equal((await stats()).total, (await listed()).length);
    await same();
    await service.ok('removeProduct', shop, { form: { product_id: 2 } });
    await same();
  });
});

/** Every key of every object inside, with its value and the object. */
function* walk(value: unknown): Generator<[string, unknown, object]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    yield [key, inner, value];
    yield* walk(inner);
  }
}
