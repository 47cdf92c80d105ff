import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildRenderer } from '../support/renderer.ts';
import { product, productReview } from './fake-upstream.ts';
import { Stage } from './harness.ts';

buildRenderer();

// 4.947; the API rounds it to 4.95.
const reviews = Array.from({ length: 19 }, (_, index) => ({
  ...productReview(index + 1, product(1)),
  rating: index ? '5' : '4',
}));

test('an average that the API has rounded is not rounded again to 5.0', async () => {
  await using stage = await Stage.open();
  stage.upstream.content.productReviews = reviews;
  const cold = await stage.proxy();
  const one = await cold.shop('/product/reviews/stats?sku=SKU-1');
  const many = await cold.shop('/product/reviews/stats?skus=SKU-1');
  assert.equal(one.body.product_reviews_stats.average_rating, 94 / 19);
  assert.equal(many.body.stats['SKU-1'].average_rating, 94 / 19);

  const proxy = await cold.mirrored();
  const listed = await proxy.shop('/products?sku=SKU-1');
  assert.equal(listed.body.products[0].average_rating, 94 / 19);
  for (const [tag, ...shown] of [
    ['plaudit-star-summary?sku=SKU-1', '>4.9<', '"4.9 out of 5 stars"', 'width="98"'],
    ['plaudit-stars?sku=SKU-1', '"4.9 out of 5 stars"', 'width="98"'],
    ['plaudit-product-reviews?sku=SKU-1', '"ratingValue":4.9'],
    ['plaudit-top-rated?category=Mugs', '"4.9 out of 5 stars"', 'width="98"'],
  ] as const) {
    const { text } = await proxy.get(`/render/${tag}&locale=en`);
    for (const part of shown) assert.ok(text.includes(part), `${tag} has no ${part}: ${text.slice(-1500)}`);
    assert.doesNotMatch(text, /5\.0 out of|>5\.0|>4\.95/);
  }
});
