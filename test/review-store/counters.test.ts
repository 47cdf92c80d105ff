/** Whatever is written, in whatever order: the counters are what counting the rows would say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ProductReviewStats } from '../../contract/entities/entities.ts';
import { tolerantEntities } from '../../contract/entities/entities.ts';
import { parseParameters } from '../../contract/endpoints/read-parameters.ts';
import { ensureBusiness, readBusiness } from '../../review-store/content/businesses.ts';
import type { Store } from '../../review-store/content/ids.ts';
import {
  addProductReview,
  removeProductReviews,
  saveProductReviews,
  voteOnProductReview,
} from '../../review-store/reviews/product-review-changes.ts';
import { getProductReviewStats, statsBySku } from '../../review-store/reviews/product-review-statistics.ts';
import { listTopRatedProducts } from '../../review-store/products/top-rated-products.ts';
import { removeProducts, saveProducts } from '../../review-store/products/product-changes.ts';
import { findProductBySku } from '../../review-store/products/products.ts';
import { publishReview, removeReviews, saveReviews } from '../../review-store/reviews/review-changes.ts';
import { onEveryStore } from '../support/stores.ts';

const seed = Number(process.env['PLAUDIT_FUZZ_SEED'] ?? 20_261_121);
const skus = ['A', 'B', 'C'];
const groups = ['g1', 'g2'];
const brands = ['X', 'Y'];
const categories = ['Mugs', 'Lamps', 'Gifts'];
const states = [{}, { published: 'pending' }, { removedRFC: '2026-02-01T00:00:00+00:00' }];

const oneProduct = fc.record({
  sku: fc.constantFrom(...skus),
  // A number that another product may have: two of them can swap.
  id: fc.integer({ min: 1, max: 4 }),
  item_group: fc.option(fc.constantFrom(...groups)),
  brand: fc.option(fc.constantFrom(...brands)),
  categories: fc.subarray(categories),
});
const oneReview = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  sku: fc.constantFrom(...skus),
  rating: fc.integer({ min: 1, max: 5 }),
  state: fc.constantFrom(...states),
});
const oneBusinessReview = fc.record({
  reviewNo: fc.integer({ min: 1, max: 6 }),
  overall: fc.option(fc.integer({ min: 1, max: 5 })),
  service: fc.option(fc.integer({ min: 1, max: 5 })),
  datasource: fc.option(fc.constantFrom('google', 'yelp')),
  state: fc.constantFrom(...states),
});

type Write =
  | {
      do: 'saveProducts';
      products: { sku: string; id: number; item_group: string | null; brand: string | null; categories: string[] }[];
    }
  | { do: 'saveReviews'; reviews: { id: number; sku: string; rating: number; state: object }[] }
  | { do: 'add'; sku: string; rating: number; held: boolean }
  | { do: 'vote' | 'remove' | 'removeProduct' | 'publish' | 'removeReview'; id: number }
  | {
      do: 'saveBusinessReviews';
      reviews: {
        reviewNo: number;
        overall: number | null;
        service: number | null;
        datasource: string | null;
        state: object;
      }[];
    };

const writes: fc.Arbitrary<Write[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('saveProducts' as const),
      products: fc
        .uniqueArray(oneProduct, { maxLength: 3, selector: ({ sku }) => sku })
        .filter((all) => new Set(all.map(({ id }) => id)).size === all.length),
    }),
    fc.record({
      do: fc.constant('saveReviews' as const),
      reviews: fc.array(oneReview, { minLength: 1, maxLength: 6 }),
    }),
    fc.record({
      do: fc.constant('add' as const),
      sku: fc.constantFrom(...skus),
      rating: fc.integer({ min: 1, max: 5 }),
      held: fc.boolean(),
    }),
    fc.record({
      do: fc.constantFrom(
        'vote' as const,
        'remove' as const,
        'removeProduct' as const,
        'publish' as const,
        'removeReview' as const,
      ),
      id: fc.integer({ min: 1, max: 12 }),
    }),
    fc.record({
      do: fc.constant('saveBusinessReviews' as const),
      reviews: fc.array(oneBusinessReview, { minLength: 1, maxLength: 4 }),
    }),
  ),
  { minLength: 1, maxLength: 25 },
);

async function write(db: Store, business: number, one: Write): Promise<void> {
  const created = '2026-01-01 00:00:00';
  switch (one.do) {
    case 'saveProducts':
      return saveProducts(
        db,
        business,
        one.products.map((given) => tolerantEntities.Product.parse(given)),
      );
    case 'saveReviews':
      return saveProductReviews(
        db,
        business,
        one.reviews.map(({ sku, state, ...given }) =>
          // A product first known from a review brings its categories along.
          tolerantEntities.ProductReview.parse({
            title: 'T',
            content: 'C',
            created,
            ...given,
            ...state,
            product: { sku, categories: ['Gifts'], brand: 'X' },
          }),
        ),
      );
    case 'add': {
      const product = await findProductBySku(db, business, one.sku);
      if (product)
        await addProductReview(db, business, {
          productId: product.id,
          authorId: null,
          title: 't',
          content: 'c',
          rating: one.rating,
          orderId: null,
          userLocation: null,
          attributes: [],
          images: [],
          solicited: false,
          verified: false,
          heldFor: one.held ? 'new' : null,
          now: 1,
        });
      return;
    }
    case 'vote':
      return void (await voteOnProductReview(db, business, one.id, 'positive'));
    case 'remove':
      return removeProductReviews(db, business, [one.id], 1);
    case 'removeProduct':
      return removeProducts(db, business, [one.id], 1);
    case 'publish':
      return void (await publishReview(db, business, one.id, 1));
    case 'removeReview':
      return removeReviews(db, business, [one.id], 1);
    case 'saveBusinessReviews':
      return saveReviews(
        db,
        business,
        one.reviews.map(({ overall, service, state, ...given }) =>
          tolerantEntities.Review.parse({
            title: 'T',
            content: 'C',
            created,
            ...given,
            ...state,
            rating: [
              { type: 'overall', rating: overall },
              { type: 'service', rating: service },
            ],
          }),
        ),
      );
  }
}

async function recount(db: Store, business: number) {
  const rows = await db
    .selectFrom('product_review')
    .innerJoin('product', (join) =>
      join
        .onRef('product.business_id', '=', 'product_review.business_id')
        .onRef('product.id', '=', 'product_review.product_id'),
    )
    .select(['product_review.id', 'rating', 'sku', 'item_group', 'brand', 'categories', 'product.removed_at'])
    .where('product_review.business_id', '=', business)
    .where('product_review.state', '=', 1)
    .execute();
  const shown = rows.filter((row) => row.removed_at === null);
  const stats = (chosen: typeof rows): ProductReviewStats => {
    const count = (rating: number) => ({ num_reviews: chosen.filter((row) => row.rating === rating).length, rating });
    const sum = chosen.reduce((total, row) => total + row.rating, 0);
    return {
      total: chosen.length,
      average_rating: chosen.length ? sum / chosen.length : 0,
      ratings: { 1: count(1), 2: count(2), 3: count(3), 4: count(4), 5: count(5) },
    };
  };
  const has = (names: readonly string[]) => (row: (typeof rows)[number]) =>
    names.some((name) => (JSON.parse(row.categories) as string[]).includes(name));
  return { shown, stats, has };
}

onEveryStore((store) => {
  let made = 0;

  test(`counters equal a recount after random writes (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(writes, async (given) => {
        const { db } = store;
        const row = await ensureBusiness(db, `shop-${++made}.example`);
        for (const one of given) await write(db, row.id, one);

        const { shown, stats, has } = await recount(db, row.id);
        const read = (query: Record<string, string>) =>
          getProductReviewStats(db, row.id, parseParameters('getProductReviewStats', query));
        assert.deepEqual(await read({}), stats(shown), 'business');
        for (const sku of skus)
          assert.deepEqual(await read({ sku }), stats(shown.filter((one) => one.sku === sku)), sku);
        for (const item_group of groups)
          assert.deepEqual(
            await read({ item_group, sku: 'A' }),
            stats(shown.filter((one) => one.item_group === item_group)),
            item_group,
          );
        for (const brand of brands)
          assert.deepEqual(await read({ brand }), stats(shown.filter((one) => one.brand === brand)), brand);
        for (const name of categories)
          assert.deepEqual(await read({ categories: name }), stats(shown.filter(has([name]))), name);
        assert.deepEqual(
          await read({ categories: 'Mugs,Lamps' }),
          stats(shown.filter(has(['Mugs', 'Lamps']))),
          'a product of both counts once',
        );
        assert.deepEqual(
          await read({ brand: 'X', categories: 'Mugs' }),
          stats(shown.filter((one) => one.brand === 'X' && has(['Mugs'])(one))),
        );
        assert.deepEqual((await statsBySku(db, row.id, skus))['A'], stats(shown.filter((one) => one.sku === 'A')));

        const rated = categories.filter((name) => shown.some(has([name])));
        const top = await listTopRatedProducts(db, row.id, parseParameters('listTopRatedProducts', {}));
        assert.deepEqual(
          top.map((one) => one.category_name),
          rated.toSorted(),
        );
        await assertBusinessCounters(db, row.id);
      }),
      { seed, numRuns: 60 },
    );
  });

  async function assertBusinessCounters(db: Store, business: number): Promise<void> {
    const reviews = await db
      .selectFrom('review')
      .select(['ratings', 'datasource'])
      .where('business_id', '=', business)
      .where('state', '=', 1)
      .execute();
    const row = await db.selectFrom('business').selectAll().where('id', '=', business).executeTakeFirstOrThrow();
    const { numReviews, averageRating } = await readBusiness(db, row, ['google', 'yelp']);
    assert.equal(numReviews[0]!.rating, reviews.length);
    for (const { type, rating } of averageRating) {
      const given = reviews.flatMap((one) =>
        (JSON.parse(one.ratings) as { type: string; rating: number | null }[]).filter(
          (aspect) => aspect.type === type && aspect.rating !== null,
        ),
      );
      const average = given.reduce((sum, one) => sum + one.rating!, 0) / given.length;
      assert.equal(rating, given.length === 0 ? null : average, type);
    }
  }
});
