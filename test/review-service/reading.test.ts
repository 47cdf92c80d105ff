/** What can be read: every parameter, default, maximum, filter and order of the operations that list. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EndpointName } from '../../contract/endpoints/endpoints.ts';
import { addComment } from '../../review-store/reviews/comments.ts';
import { findBusiness } from '../../review-store/content/businesses.ts';
import { storeOf } from '../../review-service/data/tables.ts';
import { saveContent } from '../support/content.ts';
import { onEveryDatabase, TestService, type Given } from '../support/review-service.ts';

const shop = 'a.example';
const day = (number: number) => `2026-03-${String(number).padStart(2, '0')} 10:00:00`;
const image = {
  id: 1,
  caption: 'c',
  original: '/images/k/original.jpg',
  normal: '/images/k/normal.jpg',
  large: '/images/k/large.jpg',
  small: '/images/k/small.jpg',
  created: day(1),
};

const content = {
  products: [
    {
      id: 1,
      sku: 'MUG',
      item_group: 'mugs',
      title: 'Blue mug 100%',
      brand: 'Clay',
      gtin: '111',
      mpn: 'M-1',
      price: 20,
      currency: 'EUR',
      categories: ['Kitchen', 'Gifts'],
      product_link: '/products/mug',
      images: [{ id: 9, url: '/images/k/original.jpg' }],
    },
    {
      id: 2,
      sku: 'BOWL',
      item_group: 'mugs',
      title: 'Bowl',
      brand: 'Clay',
      gtin: '222',
      mpn: 'M-2',
      price: 30,
      currency: 'EUR',
      categories: ['Kitchen'],
    },
    { id: 3, sku: 'LAMP', title: 'Lamp', brand: 'Light', price: 90, currency: 'USD', categories: ['Light'] },
    { id: 4, sku: 'ROPE', title: 'Rope_1', brand: 'Light', price: 5, currency: 'USD', categories: ['Light'] },
  ],
  productReviews: [
    {
      id: 1,
      rating: 5,
      title: 'Lovely',
      created: day(1),
      product: { sku: 'MUG' },
      solicited: 'Yes',
      user: { username: 'ann', firstName: 'Ann', lastName: 'B', email: 'ann@x.example' },
      order_id: 'O-1',
    },
    { id: 2, rating: 4, title: '100% fine', created: day(2), product: { sku: 'MUG' }, images: [image] },
    { id: 3, rating: 1, title: 'Broke', created: day(3), product: { sku: 'MUG' } },
    {
      id: 4,
      rating: 3,
      title: 'A bowl',
      created: day(4),
      product: { sku: 'BOWL' },
      user: { username: 'ann', email: 'ann@x.example' },
    },
    { id: 5, rating: 5, title: 'Bright', created: day(5), product: { sku: 'LAMP' } },
    {
      id: 6,
      rating: 2,
      title: 'Removed',
      created: day(6),
      product: { sku: 'LAMP' },
      removedRFC: '2026-03-07T00:00:00+00:00',
    },
    { id: 7, rating: 2, title: 'Waiting', created: day(7), product: { sku: 'LAMP' }, published: 'pending' },
  ],
  reviews: [
    {
      reviewNo: 1,
      title: 'First',
      created: day(1),
      labels: ['gift', 'vip'],
      rating: [
        { type: 'overall', rating: 5 },
        { type: 'service', rating: null },
      ],
    },
    {
      reviewNo: 2,
      title: 'Second',
      created: day(2),
      source: 'WEB',
      author: { username: 'ann', email: 'ann@x.example' },
    },
    { reviewNo: 3, title: 'Pending', created: day(3), published: 'pending' },
    { reviewNo: 4, title: 'Removed', created: day(4), removedRFC: '2026-03-05T00:00:00+00:00' },
    {
      reviewNo: 5,
      title: 'Elsewhere',
      created: day(5),
      datasource: 'google',
      rating: [{ type: 'overall', rating: 1 }],
    },
    {
      reviewNo: 6,
      title: 'Updated',
      created: day(6),
      updated_for: {
        reviewNo: 106,
        title: 'Before',
        content: 'x',
        created: day(1),
        rating: [],
        author: { username: 'kim' },
      },
    },
    { reviewNo: 7, title: 'Day end', created: '2026-03-08 23:59:59' },
  ],
  productQuestions: [
    {
      id: 1,
      content: 'Published?',
      created: day(1),
      product: { sku: 'MUG' },
      answers: [{ id: 1, content: 'Yes', created: day(2), published: day(2), author: { username: 'kim' } }],
      num_answers: 1,
    },
    { id: 2, content: 'Pending?', created: day(2), product: { sku: 'MUG' }, published: 'pending' },
    { id: 3, content: 'Removed?', created: day(3), product: { sku: 'BOWL' }, removed: true },
    { id: 4, content: 'Bowl?', created: day(4), product: { sku: 'BOWL' } },
  ],
  questions: [
    {
      id: 1,
      content: 'Open on Sunday?',
      created: day(1),
      slug: 'open',
      answers: [{ id: 5, content: 'No', created: day(2), author: { username: 'kim' } }],
      num_answers: 1,
    },
    { id: 2, content: 'Where are you?', created: day(2), slug: 'where' },
  ],
};

onEveryDatabase((place) => {
  let service: TestService;
  before(async () => {
    service = await new TestService(await place(), { storefrontUrl: 'https://shop.example/' }).start();
    service.token = await service.account(shop);
    await service.account('b.example');
    await service.withDatabase(async (db) => {
      await saveContent(db, shop, content);
      // The neighbour has the same ids and skus.
      await saveContent(db, 'b.example', {
        products: [{ id: 1, sku: 'MUG', title: 'Not ours' }],
        productReviews: [{ id: 1, title: 'Not ours', product: { sku: 'MUG' } }],
        reviews: [
          { reviewNo: 1, title: 'Not ours' },
          { reviewNo: 50, title: 'Not ours' },
        ],
        productQuestions: [{ id: 9, content: 'Not ours', product: { sku: 'MUG' } }],
        questions: [{ id: 9, content: 'Not ours' }],
      });
      const business = (await findBusiness(storeOf(db), shop))!;
      const comment = { authorId: null, activated: true };
      await addComment(storeOf(db), business.id, {
        ...comment,
        reviewNo: 1,
        content: 'Thanks',
        now: Date.UTC(2026, 2, 2),
      });
      await addComment(storeOf(db), business.id, {
        ...comment,
        reviewNo: 2,
        content: 'Sorry',
        now: Date.UTC(2026, 2, 4),
        activated: false,
      });
    });
  });
  after(() => service.stop());

  const reviews = async (query: Given = {}) =>
    (await service.ok('listReviews', shop, { query })).map((review) => review.title);
  const productReviews = async (query: Given = {}) =>
    (await service.ok('listProductReviews', shop, { query })).product_reviews.map((review) => review.id);
  const products = async (query: Given = {}) =>
    (await service.ok('listProducts', shop, { query })).products.map((product) => product.sku);
  const questions = async (query: Given = {}) =>
    (await service.ok('listProductQuestions', shop, { query })).questions.map((question) => question.id);

  test('getBusiness: profile, ratings of its own reviews, with datasources those of others too', async () => {
    const business = await service.ok('getBusiness', shop);
    const total = (given: typeof business) =>
      (given['numReviews'] as { type: string; rating: number }[]).find(({ type }) => type === 'total')!.rating;
    assert.equal(business.urlAddress, 'https://a.example');
    assert.equal(total(business), 4);
    assert.equal(total(await service.ok('getBusiness', shop, { query: { datasources: 'google,yelp' } })), 5);
    assert.equal(total(await service.ok('getBusiness', shop, { query: { datasources: 'false' } })), 4);
    await service.refused('getBusiness', shop, { query: { datasources: 'myspace' } }, 306, 400, /datasources/);
  });

  test('getBusinesses: up to 20, each with the rights checked', async () => {
    const bulk = (businesses: unknown) => ({
      query: { businesses: typeof businesses === 'string' ? businesses : JSON.stringify(businesses) },
    });
    const { urls } = await service.ok('getBusinesses', '', bulk([shop, shop.toUpperCase()]));
    assert.deepEqual(
      urls.map((url) => url.displayAddress),
      [shop, shop],
    );
    assert.deepEqual((await service.ok('getBusinesses', '', bulk([]))).urls, []);
    await service.ok('getBusinesses', '', bulk(Array.from({ length: 20 }, () => shop)));
    await service.refused('getBusinesses', '', bulk(Array.from({ length: 21 }, () => shop)), 303, 400, /businesses/);
    await service.refused('getBusinesses', '', {}, 302, 400, /businesses/);
    for (const malformed of ['a.example', '{}', '[1]', '["a'])
      await service.refused('getBusinesses', '', bulk(malformed), 306, 400, /businesses/);
    await service.refused('getBusinesses', '', bulk([shop, 'b.example']), 308, 403);
    await service.refused('getBusinesses', '', bulk([shop, 'nowhere.example']), 301, 404);
  });

  test('listReviews: a bare array, newest first, published ones of the business itself', async () => {
    assert.deepEqual(await reviews(), ['Day end', 'Updated', 'Second', 'First']);
    assert.deepEqual(await reviews({ order: 'ASC' }), ['First', 'Second', 'Updated', 'Day end']);
    assert.deepEqual(await reviews({ start: 1, count: 2 }), ['Updated', 'Second']);
    assert.deepEqual(await reviews({ unpublished: 1 }), ['Day end', 'Updated', 'Pending', 'Second', 'First']);
    assert.deepEqual(await reviews({ deleted: 1 }), ['Removed']);
    assert.deepEqual(await reviews({ updated: 1 }), ['Updated']);
    assert.deepEqual(await reviews({ solicited: 1 }), ['Second']);
    assert.deepEqual(await reviews({ solicited: 0 }), ['Day end', 'Updated', 'First']);
    assert.deepEqual(await reviews({ datasources: 'google' }), ['Day end', 'Updated', 'Elsewhere', 'Second', 'First']);
    assert.deepEqual(await reviews({ labels: 'vip,none' }), ['First']);
    assert.deepEqual(await reviews({ q: 'SECO' }), ['Second']);
    assert.deepEqual(await reviews({ q: '%' }), []);
    assert.deepEqual(await reviews({ date_from: '2026-03-02', date_to: '2026-03-06' }), ['Updated', 'Second']);
    assert.deepEqual(await reviews({ date_to: '2026/03/02 09:59:59' }), ['First']);
    assert.deepEqual(await reviews({ date_from: '2026-03-08', date_to: '2026-03-08' }), ['Day end']);
    assert.deepEqual(await reviews({ start: 1_000_000 }), []);
  });

  test('an e-mail address is given with solicited reviews alone', async () => {
    const [second, first] = (await service.ok('listReviews', shop)).slice(-2);
    assert.deepEqual([second?.author?.email, first?.author?.email], ['ann@x.example', null]);
    const { product_reviews } = await service.ok('listProductReviews', shop, {
      query: { order: 'created', count: 100 },
    });
    const emails = Object.fromEntries(product_reviews.map((review) => [review.id, review.user?.email]));
    assert.deepEqual([emails[1], emails[4]], ['ann@x.example', null]);
  });

  test('getReview: by number, in whatever state; 305 for none, and for one of a neighbour', async () => {
    const { review } = await service.ok('getReview', shop, { query: { review_no: 6 } });
    assert.deepEqual(
      [review.title, review.updated_for?.title, review.created, review.createdRFC],
      ['Updated', 'Before', day(6), '2026-03-06T10:00:00+00:00'],
    );
    assert.equal((await service.ok('getReview', shop, { query: { review_no: 3 } })).review.published, 'pending');
    assert.equal(
      (await service.ok('getReview', shop, { query: { review_no: 4 } })).review.removedRFC,
      '2026-03-05T00:00:00+00:00',
    );
    for (const review_no of [999, 50, 999_999_999_999_999])
      await service.refused('getReview', shop, { query: { review_no } }, 305, 404);
    await service.refused('getReview', shop, {}, 302, 400, /review_no/);
    for (const review_no of ['one', '0', '-1', '1.5', '99999999999999999999'])
      await service.refused('getReview', shop, { query: { review_no } }, 306, 400, /review_no/);
  });

  test('listComments: of one review or of all, by date, activated or not', async () => {
    const comments = async (query: Given = {}) =>
      (await service.ok('listComments', shop, { query })).comments.map((comment) => comment.content);
    assert.deepEqual(await comments(), ['Sorry', 'Thanks']);
    assert.deepEqual(await comments({ review_no: 1 }), ['Thanks']);
    assert.deepEqual(await comments({ date_from: '2026-03-03' }), ['Sorry']);
    assert.deepEqual(await comments({ date_to: '2026-03-03' }), ['Thanks']);
    assert.deepEqual(await comments({ deleted: 1 }), []);
    assert.deepEqual(await comments({ updated: 1 }), []);
  });

  test('listProducts: each filter', async () => {
    assert.deepEqual(await products(), ['MUG', 'BOWL', 'LAMP', 'ROPE']);
    assert.deepEqual(await products({ start: 1, count: 2 }), ['BOWL', 'LAMP']);
    assert.deepEqual(await products({ sku: 'LAMP' }), ['LAMP']);
    assert.deepEqual(await products({ gtin: '222' }), ['BOWL']);
    assert.deepEqual(await products({ mpn: 'M-1' }), ['MUG']);
    assert.deepEqual(await products({ brand: 'Light' }), ['LAMP', 'ROPE']);
    assert.deepEqual(await products({ categories: 'Gifts,Light' }), ['MUG', 'LAMP', 'ROPE']);
    assert.deepEqual(await products({ price_range: '20,30' }), ['MUG', 'BOWL']);
    assert.deepEqual(await products({ price_range: '[30],[]' }), ['BOWL', 'LAMP']);
    assert.deepEqual(await products({ reviews_range: '2,' }), ['MUG']);
    assert.deepEqual(await products({ reviews_range: ',0' }), ['ROPE']);
    assert.deepEqual(await products({ product_id: 3 }), ['LAMP']);
    assert.deepEqual(await products({ q: '100%' }), ['MUG']);
    assert.deepEqual(await products({ q: 'rope_1' }), ['ROPE']);
    const answer = await service.ok('listProducts', shop, { query: { q: 'mug' } });
    assert.deepEqual([answer.query, answer.count, answer.start], ['mug', 1, 0]);
  });

  test('addresses that are paths in the store are complete in answers', async () => {
    const [mug] = (await service.ok('listProducts', shop, { query: { sku: 'MUG' } })).products;
    assert.deepEqual(
      [mug?.product_link, mug?.images],
      ['https://shop.example/products/mug', [{ id: 9, url: `${service.url}/images/k/original.jpg` }]],
    );
    const [review] = (await service.ok('listProductReviews', shop, { query: { only_photos: 1 } })).product_reviews;
    assert.equal(review?.images[0]?.small, `${service.url}/images/k/small.jpg`);
    assert.equal(review?.product?.images[0]?.url, `${service.url}/images/k/original.jpg`);
  });

  test('listProductReviews: each filter and order', async () => {
    assert.deepEqual(await productReviews(), [5, 4, 3, 2, 1]);
    assert.deepEqual(await productReviews({ start: 3, count: 1 }), [2]);
    assert.deepEqual(await productReviews({ sku: 'MUG' }), [3, 2, 1]);
    assert.deepEqual(await productReviews({ sku: 'NONE' }), []);
    assert.deepEqual(await productReviews({ item_group: 'mugs', sku: 'LAMP' }), [4, 3, 2, 1]);
    assert.deepEqual(await productReviews({ ratings: '5,1' }), [5, 3, 1]);
    assert.deepEqual(await productReviews({ only_photos: 1 }), [2]);
    assert.deepEqual(await productReviews({ q: '100%' }), [2]);
    assert.deepEqual(await productReviews({ brand: 'Light' }), [5]);
    assert.deepEqual(await productReviews({ categories: 'Gifts' }), [3, 2, 1]);
    assert.deepEqual(await productReviews({ price_range: '30,' }), [5, 4]);
    assert.deepEqual(await productReviews({ reviews_range: '3,' }), [3, 2, 1]);
    assert.deepEqual(await productReviews({ date_from: '2026-03-02', date_to: '2026-03-04' }), [4, 3, 2]);
    assert.deepEqual(await productReviews({ deleted: 1 }), [6]);
    assert.deepEqual(await productReviews({ order: 'relevant', sku: 'MUG' }), [2, 1, 3]);
  });

  test('statistics count published reviews, and choose products as the listing does', async () => {
    const stats = async (query: Given = {}) =>
      (await service.ok('getProductReviewStats', shop, { query })).product_reviews_stats;
    const all = await stats();
    assert.deepEqual([all.total, all.average_rating], [5, 3.6]);
    assert.deepEqual(all.ratings, {
      1: { num_reviews: 1, rating: 1 },
      2: { num_reviews: 0, rating: 2 },
      3: { num_reviews: 1, rating: 3 },
      4: { num_reviews: 1, rating: 4 },
      5: { num_reviews: 2, rating: 5 },
    });
    assert.deepEqual(
      [
        (await stats({ sku: 'LAMP' })).total,
        (await stats({ item_group: 'mugs', sku: 'LAMP' })).total,
        (await stats({ categories: 'Gifts' })).total,
        (await stats({ brand: 'Light' })).total,
      ],
      [1, 4, 3, 1],
    );
    assert.deepEqual([(await stats({ sku: 'NONE' })).total, (await stats({ sku: 'NONE' })).average_rating], [0, 0]);
  });

  test('top-rated: the best of each category, or of one; by POST too', async () => {
    const top = async (query: Given = {}) =>
      (await service.ok('listTopRatedProducts', shop, { query })).products.map(({ sku, category_name }) => [
        category_name,
        sku,
      ]);
    assert.deepEqual(
      (await top()).sort(([one], [other]) => (one! < other! ? -1 : 1)),
      [
        ['Gifts', 'MUG'],
        ['Kitchen', 'MUG'],
        ['Light', 'LAMP'],
      ],
    );
    assert.deepEqual(await top({ category_name: 'Kitchen' }), [
      ['Kitchen', 'MUG'],
      ['Kitchen', 'BOWL'],
    ]);
    assert.deepEqual(await top({ currency: 'usd' }), [['Light', 'LAMP']]);
    const posted = await service.request('POST', `/v1/businesses/${shop}/product/reviews/top-rated`, {
      form: { currency: 'USD' },
    });
    assert.equal(((await posted.json()) as { products: unknown[] }).products.length, 1);
    const byQuery = await service.request('POST', `/v1/businesses/${shop}/product/reviews/top-rated`, {
      query: { currency: 'USD' },
    });
    assert.equal(((await byQuery.json()) as { products: unknown[] }).products.length, 1);
  });

  test('questions: of the business, and of products by state, sku and order', async () => {
    const answer = await service.ok('listQuestions', shop);
    assert.deepEqual(
      answer.questions.map(({ slug, answers, business }) => [slug, answers.length, business]),
      [
        ['where', 0, shop],
        ['open', 1, shop],
      ],
    );
    assert.equal(
      (await service.ok('listQuestions', shop, { query: { order: 'asc', count: 1 } })).questions[0]?.slug,
      'open',
    );
    assert.deepEqual(await questions(), [4, 2, 1]);
    assert.deepEqual(await questions({ order: 'ASC' }), [1, 2, 4]);
    assert.deepEqual(await questions({ sku: 'BOWL' }), [4]);
    assert.deepEqual(await questions({ filter: 'PENDING' }), [2]);
    assert.deepEqual(await questions({ filter: 'PUBLISHED' }), [4, 1]);
    assert.deepEqual(await questions({ filter: 'REMOVED' }), [3]);
    assert.deepEqual((await service.ok('listProductQuestions', shop, { query: { sku: 'NONE' } })).sku, 'NONE');
  });

  const lists: [EndpointName, string][] = [
    ['listReviews', ''],
    ['listComments', 'comments'],
    ['listProducts', 'products'],
    ['listProductReviews', 'product_reviews'],
    ['listProductQuestions', 'questions'],
    ['listQuestions', 'questions'],
  ];
  test('every list: count is 10 unless asked for, 100 at most (303); start and count are checked', async () => {
    await service.account('c.example');
    const made = (of: (number: number) => object) => Array.from({ length: 11 }, (_, index) => of(index + 1));
    await service.withDatabase(async (db) => {
      await saveContent(db, 'c.example', {
        products: made((id) => ({ id, sku: `S${id}` })),
        productReviews: made((id) => ({ id, product: { sku: 'S1' } })),
        reviews: made((reviewNo) => ({ reviewNo })),
        productQuestions: made((id) => ({ id, content: 'x', product: { sku: 'S1' } })),
        questions: made((id) => ({ id, content: 'x' })),
      });
      const { id } = (await findBusiness(storeOf(db), 'c.example'))!;
      for (let number = 0; number < 11; number++)
        await addComment(storeOf(db), id, { reviewNo: 1, content: 'x', authorId: null, activated: true, now: number });
    });
    const token = await service.logIn('owner@c.example');
    for (const [name, key] of lists) {
      const size = (body: unknown) =>
        (key === '' ? (body as unknown[]) : (body as Record<string, unknown[]>)[key]!).length;
      assert.equal(size(await service.ok(name, 'c.example', { token })), 10, name);
      const rest = await service.ok(name, 'c.example', { token, query: { start: 10, count: 100 } });
      assert.equal(size(rest), 1, name);
      if (key !== '') assert.deepEqual([(rest as { count: number }).count, (rest as { start: number }).start], [1, 10]);
      await service.refused(name, shop, { query: { count: 101 } }, 303, 400, /count/);
      await service.refused(name, shop, { query: { count: 0 } }, 306, 400, /count/);
      await service.refused(name, shop, { query: { start: -1 } }, 306, 400, /start/);
      await service.refused(name, shop, { query: { start: 'x' } }, 306, 400, /start/);
    }
  });

  const malformed: [EndpointName, Given, RegExp][] = [
    ['listReviews', { date_from: '2026-02-30' }, /date_from/],
    ['listReviews', { date_to: 'yesterday' }, /date_to/],
    ['listReviews', { order: 'sideways' }, /order/],
    ['listReviews', { unpublished: 'maybe' }, /unpublished/],
    ['listReviews', { q: 'a\0b' }, /q/],
    ['listProducts', { price_range: 'cheap' }, /price_range/],
    ['listProducts', { price_range: '40,20' }, /price_range/],
    ['listProductReviews', { ratings: '3,6' }, /ratings/],
    ['listProductReviews', { order: 'ASC' }, /order/],
    ['listProductQuestions', { filter: 'NEW' }, /filter/],
  ];
  test('a malformed value is 306 and names its parameter', async () => {
    for (const [name, query, reason] of malformed) await service.refused(name, shop, { query }, 306, 400, reason);
  });

  test('no answer holds anything of a neighbour', async () => {
    const answered = await Promise.all([
      service.call('listReviews', shop, { query: { count: 100, unpublished: 1, datasources: 'google' } }),
      service.call('listProducts', shop, { query: { count: 100 } }),
      service.call('listProductReviews', shop, { query: { count: 100, sku: 'MUG' } }),
      service.call('listProductQuestions', shop, { query: { count: 100 } }),
      service.call('listQuestions', shop),
      service.call('getReview', shop, { query: { review_no: 1 } }),
      service.call('listTopRatedProducts', shop),
    ]);
    for (const response of answered) {
      assert.equal(response.status, 200);
      assert.ok(!(await response.text()).includes('Not ours'));
    }
  });
});
