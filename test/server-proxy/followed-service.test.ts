/** Our own service and a proxy in front of it: what is done there is seen here, without a list being read. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { editReview } from '../../review-store/reviews/review-changes.ts';
import { storeOf } from '../../review-service/data/tables.ts';
import { ensureBusiness } from '../../review-store/content/businesses.ts';
import { openProxyDatabase } from '../../server-proxy/state/open.ts';
import { systemClock } from '../../server-kit/clock.ts';
import { saveContent } from '../support/content.ts';
import { bytesOf, find } from '../support/kept-bytes.ts';
import { runProgram } from '../support/program.ts';
import { startProxyOf } from '../support/proxy-of-service.ts';
import { onEveryDatabase, TestService } from '../support/review-service.ts';
import { TestProxy, until } from './harness.ts';

const shop = 'shop.example';
const jane = { username: 'jane', firstName: 'Jane', email: 'jane.trace@customers.example' };
const overall = (rating: number) => [{ type: 'overall', rating }];

onEveryDatabase((place) => {
  let service: TestService;
  let proxy: TestProxy;
  let data: { directory: string } | { databaseUrl: string };
  let flags: string[];

  before(async () => {
    service = await new TestService(await place(), { clock: systemClock }).start();
    service.token = await service.account(shop);
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        products: [
          { id: 1, sku: 'MUG', title: 'Blue mug' },
          { id: 2, sku: 'CUP', title: 'Red cup' },
          { id: 3, sku: 'PAN', title: 'Iron pan' },
        ],
        productReviews: [
          { id: 1, product: { sku: 'MUG' }, rating: 1, title: 'Zanzibar' },
          { id: 2, product: { sku: 'MUG' }, rating: 5, title: 'Lovely', user: jane, solicited: 'Yes' },
          { id: 3, product: { sku: 'CUP' }, rating: 3, title: 'Timbuktu', published: 'pending' },
          { id: 4, product: { sku: 'CUP' }, rating: 2, title: 'Samarkand', removedRFC: '2026-01-02T00:00:00+00:00' },
        ],
        reviews: [
          { reviewNo: 1, rating: overall(2), title: 'Never again' },
          { reviewNo: 2, rating: overall(5), title: 'Unseen so far', published: 'pending' },
        ],
        productQuestions: [{ id: 1, product: { sku: 'MUG' }, content: 'Does it fit?' }],
        questions: [{ id: 1, content: 'Do you ship?' }],
      }),
    );
    data = await place('proxy');
    proxy = await startProxyOf(service, data, { trustedProxies: ['127.0.0.1'] });
    const { location } = service;
    flags = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
  });
  after(async () => {
    assert.equal(await lists(), '', 'a list was read');
    await proxy.close();
    await service.stop();
  });

  /** Calls for the mirror or for shoppers, other than listings of changes. */
  const lists = async (): Promise<string> =>
    (await proxy.get('/metrics')).text
      .split('\n')
      .filter((line) => /^plaudit_upstream_calls_total\{lane="(?:head|sweep|shopper)"/.test(line))
      .join('\n');
  let asked = 0;
  /** Each time another shopper's, so that none meets the limits. */
  const ask = (path: string) => proxy.get(path, { 'x-forwarded-for': `203.0.113.${asked++ % 250}` });
  const shopper = (path: string) => ask(`/v1/businesses/${shop}${path}`);
  const command = async (...args: string[]) => {
    const { status, err } = await runProgram([...args, '--business', shop, ...flags]);
    assert.equal(status, 0, err);
  };
  const titles = async (query: string): Promise<string[]> =>
    (await shopper(`/product/reviews?${query}`)).body.product_reviews.map(({ title }: { title: string }) => title);
  const page = async (sku: string): Promise<string> => (await ask(`/render/plaudit-product-reviews?sku=${sku}`)).text;
  const isShown = (sku: string, title: string, is = true) =>
    until(`${title} is ${is ? 'shown' : 'gone'}`, async () => {
      const [listed, rendered] = [await titles(`sku=${sku}`), await page(sku)];
      return listed.includes(title) === is && rendered.includes(title) === is;
    });

  test('what nobody may see never reaches the proxy, nor does an address that the lists do not say', async () => {
    const kept = await bytesOf(data as { directory: string }, /^proxy\.sqlite/);
    assert.deepEqual(find(kept, ['Timbuktu', 'Samarkand', 'Unseen so far']), []);
    assert.ok(find(kept, ['Lovely', jane.email]).length >= 2, 'as the lists say it');
  });

  test('a new review is seen, and one that is published, hidden and shown again', async () => {
    await service.ok('addProductReview', shop, {
      form: { sku: 'PAN', title: 'Heavy', content: 'And good', rating: 4, first_name: 'Ada', email: 'ada@x.example' },
    });
    await isShown('PAN', 'Heavy');
    assert.deepEqual(find(await bytesOf(data as { directory: string }, /^proxy\.sqlite/), ['ada@x.example']), []);
    await command('reviews', 'publish', '3', '--product');
    await isShown('CUP', 'Timbuktu');
    await command('reviews', 'hide', '1', '--product', '--reason', 'spam');
    await isShown('MUG', 'Zanzibar', false);
    const { removed } = (await shopper('/transparency?sku=MUG')).body.transparency;
    assert.deepEqual(removed, { total: 1, reasons: { spam: 1 } });
    await command('reviews', 'publish', '1', '--product');
    await isShown('MUG', 'Zanzibar');
  });

  test('reviews of the business are seen published, edited and answered, and their figures follow', async () => {
    await command('reviews', 'publish', '2', '--shop');
    await until('it is there', async () => (await shopper('/review?review_no=2')).http === 200);
    await until('the figures follow', async () => (await shopper('')).text.includes('{"type":"total","rating":2}'));
    await service.withDatabase(async (db) => {
      const store = storeOf(db);
      const { id } = await ensureBusiness(store, shop);
      const change = { content: 'Come to think of it', tip: null, ratings: overall(4), images: [] };
      await editReview(store, id, 1, { ...change, title: 'Once more', heldFor: null, now: Date.now() } as never);
    });
    await until('it is edited', async () => (await shopper('/reviews')).text.includes('Come to think of it'));
    await command('reviews', 'reply', '1', '--shop', '--text', 'We are glad');
    await until('it is answered', async () => (await shopper('/review/comments')).text.includes('We are glad'));
    await command('reviews', 'reply', '1', '--shop', '--text', '');
    await until('the answer is gone', async () => (await shopper('/review/comments')).body.total === 0);
  });

  test('an answer to a question is seen, and a vote', async () => {
    await service.ok('answerProductQuestion', shop, {
      form: { question_id: 1, content: 'It does', email: `owner@${shop}` },
    });
    await until('it is answered', async () => (await shopper('/product/questions')).text.includes('It does'));
    await service.ok('voteOnProductReview', shop, { form: { review_id: 1, vote: 'positive' } });
    await until('it is counted', async () =>
      (await shopper('/product/reviews?sku=MUG')).text.includes('"num_positive_votes":1'),
    );
  });

  test("a shopper's vote counts once, and what changes at the service beside it is seen", async () => {
    const reviews = async () => (await shopper('/product/reviews?sku=MUG')).text;
    const { http, text } = await proxy.post('/product/reviews/vote', { review_id: '1', vote: 'positive' });
    assert.equal(http, 200, text);
    await until('both votes are counted', async () => (await reviews()).includes('"num_positive_votes":2'));
    await command('reviews', 'hide', '1', '--product', '--reason', 'spam');
    await isShown('MUG', 'Zanzibar', false);
    await command('reviews', 'publish', '1', '--product');
    await isShown('MUG', 'Zanzibar');
    assert.match(await reviews(), /"num_positive_votes":2\b/);
  });

  test('a product is seen renamed, with another title, and removed, with all that was said of it', async () => {
    await command('products', 'rename', 'CUP', 'CUP-2');
    await isShown('CUP-2', 'Timbuktu');
    assert.deepEqual(await titles('sku=CUP'), ['Timbuktu'], 'an earlier sku leads to it');
    await service.withDatabase((db) =>
      saveContent(db, shop, { products: [{ id: 3, sku: 'PAN', title: 'Steel pan' }] }),
    );
    await until('it has another title', async () => (await shopper('/products')).text.includes('Steel pan'));
    await service.ok('removeProduct', shop, { form: { product_id: 3 } });
    await until('it is gone', async () => !(await shopper('/products')).text.includes('Steel pan'));
  });

  test('a review that the listing brings while its answer is kept is acknowledged, and there once', async (context) => {
    if (!('databaseUrl' in data)) return context.skip('SQLite has one writer');
    const db = await openProxyDatabase(data);
    try {
      const one = await db.selectFrom('product_review').selectAll().limit(1).executeTakeFirstOrThrow();
      const { last } = await service.withDatabase((db) =>
        db
          .selectFrom('product_review')
          .select((eb) => eb.fn.max('id').as('last'))
          .executeTakeFirstOrThrow(),
      );
      const form = {
        sku: 'MUG',
        title: 'At once',
        content: 'Not a drop beside the cup.',
        rating: '5',
        user_name: 'Ada',
      };
      // Another transaction has it, and is not over while the answer is kept.
      const written = await db.transaction().execute(async (other) => {
        await other
          .insertInto('product_review')
          .values({ ...one, id: Number(last) + 1 })
          .execute();
        const written = proxy.post('/product/reviews/add', form);
        await until(
          'both meet',
          async () => {
            const { rows } = await sql`select 1 from pg_locks where not granted`.execute(db);
            return rows.length > 0;
          },
          30_000,
        );
        return { written };
      });
      const { body } = await written.written;
      assert.deepEqual([body.status, body.queued], ['OK', undefined]);
    } finally {
      await db.destroy();
    }
    await isShown('MUG', 'At once');
    assert.equal((await titles('sku=MUG&count=100')).filter((title) => title === 'At once').length, 1);
  });

  test('a person who is erased is gone from the proxy as well', async () => {
    await service.ok('erasePersonalData', shop, { form: { email: jane.email } });
    await isShown('MUG', 'Lovely', false);
    await until('nothing of them is left', async () => {
      const kept = await bytesOf(data as { directory: string }, /^proxy\.sqlite/);
      return find(kept, ['Lovely', jane.email]).length === 0;
    });
  });
});
