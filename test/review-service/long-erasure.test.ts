/** Somebody who wrote thousands of reviews is erased: all of them at one moment, and others are answered meanwhile. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saveContent } from '../support/content.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';

const shop = 'shop.example';
const email = 'jane@customers.example';
const REVIEWS = 1_000;
const OTHERS = 3;

onSqliteFirst((place) => {
  test('others are answered while somebody who wrote thousands is erased, and see all of it or none', async () => {
    const service = await new TestService(await place()).start();
    try {
      service.token = await service.account(shop);
      await service.withDatabase((db) =>
        saveContent(db, shop, {
          products: [{ id: 1, sku: 'MUG' }],
          productReviews: Array.from({ length: REVIEWS + OTHERS }, (_none, at) => ({
            id: at + 1,
            product: { sku: 'MUG' },
            ...(at < REVIEWS ? { user: { username: 'jane', firstName: 'Jane', email } } : {}),
          })),
        }),
      );
      const total = async () => {
        const query = { sku: 'MUG' };
        const { product_reviews_stats: stats } = await service.ok('getProductReviewStats', shop, { query });
        return stats.total;
      };
      let isOver = false;
      const erased = service.ok('erasePersonalData', shop, { form: { email } }).finally(() => (isOver = true));
      const seen: number[] = [];
      while (!isOver) seen.push(await total());
      await erased;
      const [all, left] = [REVIEWS + OTHERS, OTHERS];
      assert.deepEqual(
        [...new Set(seen), left].filter((one, at, those) => at === 0 || one !== those[at - 1]),
        [all, left],
      );
      const before = seen.filter((one) => one === all).length;
      assert.ok(before > 3, `${before} were answered before it was over`);
      assert.equal(await total(), left);
    } finally {
      await service.stop();
    }
  });
});
