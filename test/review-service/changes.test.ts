/** What the service tells whoever keeps a copy: what was edited, hidden and published, and how much is unlisted. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hideByCommand, publishByCommand } from '../../review-service/content/moderation/by-command.ts';
import { storeOf } from '../../review-service/data/tables.ts';
import { requireBusiness } from '../../review-service/data/require-business.ts';
import { editReview } from '../../review-store/reviews/review-changes.ts';
import { saveContent } from '../support/content.ts';
import { onEveryDatabase, TestService } from '../support/review-service.ts';

const shop = 'shop.example';
const email = 'jane@customers.example';
const jane = { username: 'jane', firstName: 'Jane', lastName: 'D', email };

onEveryDatabase((place) => {
  let service: TestService;
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account(shop);
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        products: [{ id: 1, sku: 'MUG' }],
        productReviews: [1, 2, 3].map((id) => ({ id, product: { sku: 'MUG' }, rating: id, user: jane })),
        reviews: [1, 2].map((reviewNo) => ({ reviewNo, rating: [{ type: 'overall', rating: reviewNo }] })),
      }),
    );
  });
  after(() => service.stop());

  const changes = (query: Record<string, number> = {}) => service.ok('listReviewChanges', shop, { query });
  const hide = (kind: 'business' | 'product', number: number) =>
    service.withDatabase((db) => hideByCommand(db, shop, { kind, number }, 'spam', service.clock.now));
  const publish = (kind: 'business' | 'product', number: number) =>
    service.withDatabase((db) => publishByCommand(db, shop, { kind, number }, service.clock.now));
  const said = async () => {
    const { headers } = await service.call('listReviews', shop);
    assert.equal(
      headers.get('plaudit-extensions'),
      'ask, answer, report, revote, verified, changes, all-changes, transparency',
    );
    return Number(headers.get('plaudit-last-change'));
  };

  test('what came as it is has not changed, and new reviews are no changes', async () => {
    await service.ok('addProductReview', shop, { form: { sku: 'MUG', title: 'New', content: 'x', rating: 4 } });
    assert.equal(await said(), 0);
    const { unlisted, ...rest } = await changes();
    assert.deepEqual(rest, {
      reviews: [],
      product_reviews: [],
      products: [],
      earlier_skus: [],
      gone: { reviews: [], product_reviews: [] },
      up_to: 0,
      last: 0,
      status: 'OK',
      success: true,
    });
    assert.deepEqual([unlisted?.business.removed, unlisted?.products], [0, {}]);
  });

  test('each change has the next number, every read says the last, and only the last of a review is told', async () => {
    await hide('product', 2);
    await hide('business', 1);
    await publish('product', 2);
    await hide('product', 3);
    assert.equal(await said(), 4);
    const all = await changes();
    assert.deepEqual([all.up_to, all.last, all.gone], [4, 4, { reviews: [1], product_reviews: [3] }]);
    assert.deepEqual(
      all.product_reviews.map(({ id, product }) => [id, product?.sku]),
      [[2, 'MUG']],
    );
    assert.deepEqual(all.unlisted?.products['MUG']?.reasons, { spam: 1 });
    assert.deepEqual((await changes({ after: 3 })).gone, { reviews: [], product_reviews: [3] });

    const pages = [];
    for (let page = await changes({ count: 1 }); ; page = await changes({ count: 1, after: page.up_to })) {
      pages.push([page.up_to, page.unlisted !== null]);
      if (page.unlisted) break;
    }
    assert.deepEqual(pages, [
      [2, false],
      [3, false],
      [4, false],
      [4, true],
    ]);
  });

  test('a write does not say the last change, since its answer may be given again', async () => {
    const form = { review_no: 2, reason: 'other', message: 'x' };
    const { headers } = await service.call('flagReview', shop, { form });
    assert.equal(headers.get('plaudit-last-change'), null);
  });

  test('an edit, a review that waits and one that is published by the API are changes', async () => {
    const before = await said();
    const change = {
      content: 'x',
      tip: null,
      ratings: [],
      images: [],
      held: false,
      heldFor: null,
      now: service.clock.now,
    };
    await service.withDatabase(async (db) =>
      editReview(storeOf(db), (await requireBusiness(db, shop)).id, 2, { ...change, title: 'Edited' }),
    );
    assert.equal((await changes({ after: before })).reviews[0]?.title, 'Edited');
    await service.withDatabase((db) => db.updateTable('business').set({ hold_reviews: 1 }).execute());
    const { product_review: waits } = await service.ok('addProductReview', shop, {
      form: { sku: 'MUG', title: 'Waits', content: 'x', rating: 1 },
    });
    const { gone, unlisted } = await changes({ after: before + 1 });
    assert.deepEqual([gone.product_reviews, unlisted?.products['MUG']?.stars[1].waiting], [[waits.id], 1]);
    await service.withDatabase((db) => saveContent(db, shop, { reviews: [{ reviewNo: 9, published: 'pending' }] }));
    await service.ok('publishReview', shop, { form: { review_no: 9 } });
    assert.deepEqual(
      (await changes({ after: before + 2 })).reviews.map(({ reviewNo }) => reviewNo),
      [9],
    );
  });

  test('an erasure takes a hidden review and its reason with it, and says that the numbers have changed', async () => {
    const before = await said();
    const removed = async () => (await changes()).unlisted?.products['MUG']?.removed ?? 0;
    assert.equal(await removed(), 1);
    await service.ok('erasePersonalData', shop, { form: { email } });
    assert.equal(await said(), before + 1);
    assert.deepEqual([await removed(), (await changes()).gone.product_reviews.includes(3)], [0, false]);
    const { transparency } = await service.ok('getTransparency', shop, { query: { sku: 'MUG' } });
    assert.deepEqual([transparency.removed, transparency.received], [{ total: 0, reasons: {} }, 2]);
  });

  test('two that hide at the same time get two numbers, in the order in which they can be seen', async () => {
    const before = await said();
    await Promise.all([hide('business', 2), hide('business', 9)]);
    const { gone, last } = await changes({ after: before });
    assert.deepEqual([gone.reviews.toSorted((one, other) => one - other), last], [[2, 9], before + 2]);
  });
});
