/** What both servers rely on, on both databases. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { tolerantEntities } from '../../contract/entities/entities.ts';
import { parseParameters } from '../../contract/endpoints/read-parameters.ts';
import {
  addProductReview,
  removeProductReviews,
  saveProductReviews,
  voteOnProductReview,
} from '../../review-store/reviews/product-review-changes.ts';
import { getProductReviewStats, statsBySku } from '../../review-store/reviews/product-review-statistics.ts';
import { listProductReviews, type ProductReviewQuery } from '../../review-store/reviews/product-reviews.ts';
import { listTopRatedProducts } from '../../review-store/products/top-rated-products.ts';
import { ensureBusiness, readBusiness } from '../../review-store/content/businesses.ts';
import { addComment, listComments } from '../../review-store/reviews/comments.ts';
import { nextId, type Store } from '../../review-store/content/ids.ts';
import type { Location } from '../../review-store/databases/location.ts';
import { openDatabase } from '../../review-store/open.ts';
import { StoreError } from '../../review-store/databases/store-error.ts';
import { saveProducts } from '../../review-store/products/product-changes.ts';
import { saveProductQuestions } from '../../review-store/questions/product-question-changes.ts';
import { findProductBySku, listProducts } from '../../review-store/products/products.ts';
import { listProductQuestions, listQuestions, saveQuestions } from '../../review-store/questions/questions.ts';
import { addReview, publishReview, removeReviews, saveReviews } from '../../review-store/reviews/review-changes.ts';
import { getReview, listReviews } from '../../review-store/reviews/reviews.ts';
import { usePostgres, type UsedPostgres } from '../support/use-postgres.ts';

const product = (given: object) => tolerantEntities.Product.parse(given);
const review = (given: object) =>
  tolerantEntities.ProductReview.parse({
    title: 'T',
    content: 'C',
    rating: 5,
    created: '2026-01-01 00:00:00',
    product: { sku: 'A' },
    user: { username: 'kim' },
    ...given,
  });
const businessReview = (given: object) =>
  tolerantEntities.Review.parse({
    title: 'T',
    content: 'C',
    rating: [{ type: 'overall', rating: 4 }],
    created: '2026-01-01 00:00:00',
    author: { username: 'kim' },
    ...given,
  });
const productReviews = (query = {}) => parseParameters('listProductReviews', query);
const reviews = (query = {}) => parseParameters('listReviews', query);

let directory: string;
let postgres: UsedPostgres;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-store-'));
  postgres = await usePostgres();
});
after(async () => {
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
});

const locations: Record<string, () => Location> = {
  SQLite: () => ({ directory, name: 'store' }),
  PostgreSQL: () => ({ databaseUrl: postgres.url }),
};

for (const [dialect, location] of Object.entries(locations)) {
  describe(dialect, () => {
    let db: Store;
    let business: number;
    let made = 0;
    before(async () => {
      db = await openDatabase(location());
    });
    after(async () => {
      await db.destroy();
    });
    /** Every test has a business of its own. */
    const fresh = async () => {
      business = (await ensureBusiness(db, `shop-${++made}.example`)).id;
    };
    const titles = async (query = {}) =>
      (await listProductReviews(db, business, productReviews(query))).items.map((item) => item.title);

    test('a review written again is counted once, and counted anew when its stars change', async () => {
      await fresh();
      await saveProductReviews(db, business, [review({ id: 1, rating: 5 }), review({ id: 2, rating: 1 })]);
      await saveProductReviews(db, business, [review({ id: 1, rating: 5 }), review({ id: 2, rating: 3 })]);
      const stats = await getProductReviewStats(db, business, parseParameters('getProductReviewStats', { sku: 'A' }));
      assert.deepEqual(
        [
          stats.total,
          stats.average_rating,
          stats.ratings[5].num_reviews,
          stats.ratings[3].num_reviews,
          stats.ratings[1].num_reviews,
        ],
        [2, 4, 1, 1, 0],
      );
    });

    test('a removed or pending review is in no count and no listing, and deleted=1 shows the removed alone', async () => {
      await fresh();
      await saveProductReviews(db, business, [
        review({ id: 1, title: 'shown' }),
        review({ id: 2, title: 'removed', removedRFC: '2026-02-01T00:00:00+00:00' }),
        review({ id: 3, title: 'pending', published: 'pending' }),
      ]);
      assert.deepEqual(await titles(), ['shown']);
      assert.deepEqual(await titles({ deleted: '1' }), ['removed']);
      await removeProductReviews(db, business, [1, 1], 5);
      assert.equal((await statsBySku(db, business, ['A', 'unknown']))['A']?.total, 0);
      assert.equal((await statsBySku(db, business, ['A', 'unknown']))['unknown']?.total, 0);
    });

    test('counters stay right when many write at once', async () => {
      await fresh();
      await saveProducts(db, business, [product({ id: 1, sku: 'A' })]);
      await saveProductReviews(db, business, [review({ id: 1 })]);
      const add = (rating: number) =>
        addProductReview(db, business, {
          productId: 1,
          authorId: null,
          title: 't',
          content: 'c',
          rating,
          orderId: null,
          userLocation: null,
          attributes: [],
          images: [],
          solicited: false,
          verified: false,
          heldFor: null,
          now: Date.now(),
        });
      await Promise.all([
        ...Array.from({ length: 20 }, (_, at) => add((at % 5) + 1)),
        ...Array.from({ length: 20 }, () => voteOnProductReview(db, business, 1, 'positive')),
      ]);
      const { items, total } = await listProductReviews(db, business, productReviews({ count: '100', sku: 'A' }));
      assert.equal(total, 21);
      assert.equal(new Set(items.map((item) => item.id)).size, 21);
      assert.equal(items.find((item) => item.id === 1)?.num_positive_votes, 20);
      const stats = (await statsBySku(db, business, ['A']))['A'];
      assert.deepEqual([stats?.total, stats?.ratings[1].num_reviews, stats?.ratings[5].num_reviews], [21, 4, 5]);
    });

    test('numbers given here never meet numbers that came from elsewhere', async () => {
      await fresh();
      await saveProductReviews(db, business, [review({ id: 5_000_000 })]);
      assert.ok((await nextId(db, 'product_review')) > 5_000_000);
    });

    test('each filter narrows, and total counts all pages', async () => {
      await fresh();
      await saveProducts(db, business, [
        product({ id: 1, sku: 'A', item_group: 'g', brand: 'X', categories: [{ category_name: 'Mugs' }], price: 10 }),
        product({ id: 2, sku: 'B', item_group: 'g', brand: 'Y', categories: [{ category_name: 'Lamps' }], price: 30 }),
      ]);
      await saveProductReviews(db, business, [
        review({ id: 1, title: 'one', rating: 5, created: '2026-01-01 10:00:00', images: [{ original: '/a.jpg' }] }),
        review({ id: 2, title: 'two', rating: 2, created: '2026-01-02 10:00:00', content: '100% Größe_x' }),
        review({ id: 3, title: 'three', rating: 4, created: '2026-01-03 10:00:00', product: { sku: 'B' } }),
      ]);
      assert.deepEqual(await titles(), ['three', 'two', 'one']);
      assert.deepEqual(await titles({ sku: 'A' }), ['two', 'one']);
      assert.deepEqual(
        await titles({ sku: 'A', item_group: 'g' }),
        ['three', 'two', 'one'],
        'an item group wins over a sku',
      );
      assert.deepEqual(await titles({ sku: 'nothing' }), []);
      assert.deepEqual(await titles({ brand: 'Y' }), ['three']);
      assert.deepEqual(await titles({ categories: 'Mugs,Chairs' }), ['two', 'one']);
      assert.deepEqual(await titles({ price_range: '20,40' }), ['three']);
      assert.deepEqual(await titles({ reviews_range: '2,' }), ['two', 'one']);
      assert.deepEqual(await titles({ ratings: '4,5' }), ['three', 'one']);
      assert.deepEqual(await titles({ only_photos: '1' }), ['one']);
      assert.deepEqual(await titles({ date_from: '2026-01-02', date_to: '2026-01-02' }), ['two']);
      assert.deepEqual(await titles({ q: '100% GRÖSSE_X'.replace('SS', 'ß') }), ['two'], 'case is folded');
      assert.deepEqual(await titles({ q: '1_0' }), [], 'the words are literal, no pattern');
      const page = await listProductReviews(db, business, productReviews({ start: '1', count: '1' }));
      assert.deepEqual([page.items[0]?.title, page.total], ['two', 3]);
    });

    test('helpful votes and photos lift a review in the order relevant', async () => {
      await fresh();
      await saveProductReviews(db, business, [
        review({
          id: 1,
          title: 'old and praised',
          created: '2026-01-01 00:00:00',
          num_positive_votes: 12,
          images: [{ original: '/a.jpg' }],
        }),
        review({ id: 2, title: 'new', created: '2026-03-01 00:00:00' }),
      ]);
      assert.deepEqual(await titles({ order: 'relevant' }), ['old and praised', 'new']);
    });

    /** The titles of all pages of a list, in an order that only shoppers of the proxy may ask for. */
    const pagesOf = async (order: ProductReviewQuery['order'], filter: object, count: string) => {
      const found: (string | null)[] = [];
      for (;;) {
        const query = { ...productReviews({ ...filter, start: String(found.length), count }), order };
        const { items, total } = await listProductReviews(db, business, query);
        found.push(...items.map(({ title }) => title));
        if (found.length >= total) return found;
      }
    };

    test('oldest first is newest first the other way around, through all pages', async () => {
      await fresh();
      await saveProductReviews(db, business, [
        review({ id: 1, title: 'second', created: '2026-01-02 00:00:00' }),
        review({ id: 2, title: 'oldest', created: '2026-01-01 00:00:00' }),
        // At the same moment, the earlier number comes first.
        review({ id: 3, title: 'third', created: '2026-01-03 00:00:00' }),
        review({ id: 4, title: 'fourth', created: '2026-01-03 00:00:00' }),
      ]);
      const inOrder = ['oldest', 'second', 'third', 'fourth'];
      assert.deepEqual(await titles({ sku: 'A' }), inOrder.toReversed());
      for (const count of ['1', '2', '3', '10']) {
        assert.deepEqual(await pagesOf('oldest', { sku: 'A' }, count), inOrder);
        assert.deepEqual(await pagesOf('oldest', {}, count), inOrder);
      }
      assert.deepEqual(await pagesOf('oldest', { sku: 'A', date_from: '2026-01-02' }, '2'), inOrder.slice(1));
    });

    test('photos first, then newest first, through all pages', async () => {
      await fresh();
      const images = [{ original: '/a.jpg' }];
      await saveProductReviews(db, business, [
        review({ id: 1, title: 'oldest pictured', created: '2026-01-01 00:00:00', images }),
        review({ id: 2, title: 'old', created: '2026-01-02 00:00:00' }),
        // At the same moment, the later number comes first.
        review({ id: 3, title: 'pictured', created: '2026-01-03 00:00:00', images }),
        review({ id: 4, title: 'pictured too', created: '2026-01-03 00:00:00', images }),
        review({ id: 5, title: 'newest', created: '2026-01-04 00:00:00' }),
      ]);
      const inOrder = ['pictured too', 'pictured', 'oldest pictured', 'newest', 'old'];
      for (const count of ['1', '2', '3', '10']) {
        assert.deepEqual(await pagesOf('photos', { sku: 'A' }, count), inOrder);
        assert.deepEqual(await pagesOf('photos', {}, count), inOrder);
      }
      assert.deepEqual(await pagesOf('photos', { sku: 'A', date_from: '2026-01-02', date_to: '2026-01-03' }, '2'), [
        'pictured too',
        'pictured',
        'old',
      ]);
    });

    test('a single 5 does not lead the top-rated products', async () => {
      await fresh();
      await saveProducts(db, business, [
        product({ id: 1, sku: 'A', categories: ['Mugs'], currency: 'EUR' }),
        product({ id: 2, sku: 'B', categories: ['Mugs'], currency: 'EUR' }),
      ]);
      await saveProductReviews(db, business, [
        review({ id: 1, rating: 5 }),
        ...Array.from({ length: 20 }, (_, at) =>
          review({ id: at + 2, rating: at === 0 ? 4 : 5, product: { sku: 'B' } }),
        ),
      ]);
      const top = await listTopRatedProducts(db, business, parseParameters('listTopRatedProducts', {}));
      assert.deepEqual(
        top.map((one) => [one.sku, one.category_name]),
        [['B', 'Mugs']],
      );
      assert.equal(
        (
          await listTopRatedProducts(
            db,
            business,
            parseParameters('listTopRatedProducts', { category_name: 'Mugs', currency: 'eur' }),
          )
        ).length,
        2,
      );
      assert.equal(
        (await listTopRatedProducts(db, business, parseParameters('listTopRatedProducts', { currency: 'USD' }))).length,
        0,
      );
    });

    test('a product first known from a review gets its real number, and keeps its reviews', async () => {
      await fresh();
      await saveProductReviews(db, business, [review({ id: 1, product: { sku: 'Z', title: 'Early' } })]);
      assert.ok((await findProductBySku(db, business, 'Z'))!.id < 0);
      await saveProducts(db, business, [product({ id: 9, sku: 'Z', title: 'Real' })]);
      assert.equal((await findProductBySku(db, business, 'Z'))?.id, 9);
      const [found] = (await listProductReviews(db, business, productReviews({ sku: 'Z' }))).items;
      assert.deepEqual([found?.product?.id, found?.product?.title, found?.product?.num_reviews], [9, 'Real', 1]);
    });

    test('two products that swap their numbers keep their reviews', async () => {
      await fresh();
      await saveProducts(db, business, [product({ id: 1, sku: 'A' }), product({ id: 2, sku: 'B' })]);
      await saveProductReviews(db, business, [review({ id: 1, title: 'of A' })]);
      await saveProducts(db, business, [product({ id: 2, sku: 'A' }), product({ id: 1, sku: 'B' })]);
      assert.deepEqual(await titles({ sku: 'A' }), ['of A']);
      assert.deepEqual(await titles({ sku: 'B' }), []);
    });

    test('one business never sees what another has under the same number', async () => {
      await fresh();
      const first = business;
      await saveReviews(db, first, [businessReview({ reviewNo: 1, title: 'mine' })]);
      await saveProductReviews(db, first, [review({ id: 1, title: 'mine' })]);
      await fresh();
      await saveReviews(db, business, [businessReview({ reviewNo: 1, title: 'theirs' })]);
      assert.equal((await getReview(db, first, 1))?.title, 'mine');
      assert.deepEqual(await titles(), []);
      assert.equal(await voteOnProductReview(db, business, 1, 'positive'), false);
    });

    test('the ratings of a business follow its reviews, for each source of them', async () => {
      await fresh();
      await saveReviews(db, business, [
        businessReview({
          reviewNo: 1,
          rating: [
            { type: 'overall', rating: 5 },
            { type: 'service', rating: 3 },
            { type: 'returns', rating: null },
          ],
        }),
        businessReview({ reviewNo: 2, rating: [{ type: 'overall', rating: 1 }], datasource: 'google' }),
        businessReview({ reviewNo: 3, published: 'pending' }),
      ]);
      const row = await ensureBusiness(db, `shop-${made}.example`);
      const own = await readBusiness(db, row, []);
      assert.deepEqual(
        own.averageRating.filter((one) => one.rating !== null),
        [
          { type: 'overall', rating: 5 },
          { type: 'service', rating: 3 },
        ],
      );
      const both = await readBusiness(db, row, ['google']);
      assert.deepEqual(
        [both.averageRating[0]?.rating, both.numReviews[0]?.rating, both.numReviews[5]?.rating],
        [3, 2, 1],
      );
      assert.equal(await publishReview(db, business, 3, 1), true);
      assert.equal(await publishReview(db, business, 3, 1), false, 'it is pending no more');
      await removeReviews(db, business, [1], 1);
      assert.deepEqual((await readBusiness(db, row, [])).numReviews[0], { type: 'total', rating: 1 });
    });

    test('business reviews: each filter narrows', async () => {
      await fresh();
      await saveReviews(db, business, [
        businessReview({ reviewNo: 1, title: 'plain', created: '2026-01-01 00:00:00' }),
        businessReview({
          reviewNo: 2,
          title: 'invited',
          source: 'API',
          labels: ['vip "gold"'],
          created: '2026-01-02 00:00:00',
        }),
        businessReview({ reviewNo: 3, title: 'pending', published: 'pending', created: '2026-01-03 00:00:00' }),
        businessReview({
          reviewNo: 4,
          title: 'removed',
          removedRFC: '2026-01-05T00:00:00+00:00',
          created: '2026-01-04 00:00:00',
        }),
        businessReview({
          reviewNo: 5,
          title: 'updated',
          updated_for: businessReview({ reviewNo: 6, title: 'first' }),
          created: '2026-01-05 00:00:00',
        }),
        businessReview({ reviewNo: 7, title: 'external', datasource: 'yelp', created: '2026-01-06 00:00:00' }),
      ]);
      const named = async (query = {}) =>
        (await listReviews(db, business, reviews(query))).items.map((item) => item.title);
      assert.deepEqual(await named(), ['updated', 'invited', 'plain']);
      assert.deepEqual(await named({ order: 'ASC' }), ['plain', 'invited', 'updated']);
      assert.deepEqual(await named({ unpublished: '1' }), ['updated', 'pending', 'invited', 'plain']);
      assert.deepEqual(await named({ deleted: '1' }), ['removed']);
      assert.deepEqual(await named({ updated: '1' }), ['updated']);
      assert.deepEqual(await named({ solicited: '1' }), ['invited']);
      assert.deepEqual(await named({ solicited: '0' }), ['updated', 'plain']);
      assert.deepEqual(await named({ labels: 'vip "gold"' }), ['invited']);
      assert.deepEqual(await named({ labels: 'vip' }), []);
      assert.deepEqual(await named({ datasources: 'yelp' }), ['external', 'updated', 'invited', 'plain']);
      assert.equal((await getReview(db, business, 5))?.updated_for?.title, 'first');
      const added = await addReview(db, business, {
        authorId: null,
        title: 'new',
        content: 'c',
        tip: null,
        orderId: null,
        ratings: [],
        images: [],
        source: null,
        labels: [],
        heldFor: 'new',
        now: Date.now(),
      });
      assert.equal(added.published, 'pending');
    });

    test('questions of products and of the business are numbered apart', async () => {
      await fresh();
      const question = {
        content: 'Does it float?',
        created: '2026-01-01 00:00:00',
        num_answers: 1,
        answers: [{ id: 1, content: 'No.' }],
        author: { username: 'kim' },
      };
      await saveProductQuestions(db, business, [
        tolerantEntities.ProductQuestion.parse({ ...question, id: 1, product: { sku: 'A' } }),
        tolerantEntities.ProductQuestion.parse({ ...question, id: 2, product: { sku: 'B' }, published: 'pending' }),
        tolerantEntities.ProductQuestion.parse({ ...question, id: 3, product: { sku: 'B' }, removed: true }),
      ]);
      await saveQuestions(db, business, [
        tolerantEntities.Question.parse({ ...question, id: 1, slug: 'float', content: 'Do you ship?' }),
      ]);
      const asked = async (query = {}) =>
        (await listProductQuestions(db, business, parseParameters('listProductQuestions', query))).items.map(
          (item) => item.id,
        );
      assert.deepEqual(await asked(), [2, 1]);
      assert.deepEqual(await asked({ filter: 'PUBLISHED' }), [1]);
      assert.deepEqual(await asked({ filter: 'REMOVED' }), [3]);
      assert.deepEqual(await asked({ sku: 'A' }), [1]);
      const own = await listQuestions(db, business, 'shop.example', parseParameters('listQuestions', {}));
      assert.deepEqual(
        own.items.map((item) => [item.content, item.answers[0]?.content]),
        [['Do you ship?', 'No.']],
      );
    });

    test('comments of a review are listed, newest first', async () => {
      await fresh();
      for (const now of [1_000, 2_000])
        await addComment(db, business, { reviewNo: 1, authorId: null, content: `at ${now}`, activated: true, now });
      const { items, total } = await listComments(db, business, parseParameters('listComments', { review_no: '1' }));
      assert.deepEqual([items.map((item) => item.content), total], [['at 2000', 'at 1000'], 2]);
    });

    test('products are searched as they are named', async () => {
      await fresh();
      await saveProducts(db, business, [
        product({ id: 1, sku: 'A', title: 'Tide Mug' }),
        product({ id: 2, sku: 'B', title: 'Lamp', gtin: '42' }),
      ]);
      const found = async (query: object) =>
        (await listProducts(db, business, parseParameters('listProducts', query as never))).items.map(
          (item) => item.sku,
        );
      assert.deepEqual(await found({ q: 'tide' }), ['A']);
      assert.deepEqual(await found({ gtin: '42' }), ['B']);
      assert.deepEqual(await found({ product_id: '2' }), ['B']);
    });

    test('a database that a newer version wrote is refused, untouched', async () => {
      await db
        .insertInto('store_migration' as never)
        .values({ name: '9999-from-the-future', timestamp: '2030' } as never)
        .execute();
      await assert.rejects(
        openDatabase(location()),
        (error) => error instanceof StoreError && /newer version.*9999-from-the-future/.test(error.message),
      );
      await db
        .deleteFrom('store_migration' as never)
        .where('name' as never, '=', '9999-from-the-future' as never)
        .execute();
    });
  });
}

test('a data directory that cannot be used is one clear line', async () => {
  await assert.rejects(
    openDatabase({ directory: '/dev/null/data', name: 'store' }),
    (error) => error instanceof StoreError && /\/dev\/null\/data/.test(error.message) && !error.message.includes('\n'),
  );
});

test('a PostgreSQL that is not there is one clear line, without the password', async () => {
  await assert.rejects(
    openDatabase({ databaseUrl: 'postgres://me:hunter2@127.0.0.1:1/db' }),
    (error) => error instanceof StoreError && !/hunter2|\n/.test(error.message),
  );
});
