/** A product gets another sku, or becomes part of another one, and back; at the service and at a proxy before it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { storeOf, type Database } from '../../review-service/data/tables.ts';
import { ConsoleBrowser } from '../support/console.ts';
import { saveContent } from '../support/content.ts';
import { runProgram } from '../support/program.ts';
import { startProxyOf } from '../support/proxy-of-service.ts';
import { onEveryDatabase, TestService } from '../support/review-service.ts';
import { PacedClock } from '../server-proxy/clocks.ts';
import { TestProxy, until } from '../server-proxy/harness.ts';

const shop = 'shop.example';
const PACE = 20;
const odd = "M'UG & CO";

/** What a move may change, and undoing it has to bring back. */
async function rowsOf(db: Database): Promise<unknown> {
  const store = storeOf(db);
  const sums = await store.selectFrom('product_rating').selectAll().orderBy('scope').execute();
  return {
    products: await store.selectFrom('product').selectAll().orderBy('id').execute(),
    categories: await store.selectFrom('product_category').selectAll().orderBy('name').orderBy('product_id').execute(),
    sums: sums.filter(({ num_reviews }) => num_reviews > 0),
    reviews: await store.selectFrom('product_review').selectAll().orderBy('id').execute(),
    questions: await store.selectFrom('product_question').selectAll().orderBy('id').execute(),
    earlier: await store.selectFrom('earlier_sku').selectAll().execute(),
    requests: await db.selectFrom('review_request_product').selectAll().orderBy('request_id').orderBy('sku').execute(),
  };
}

onEveryDatabase((place, long) => {
  const clock = new PacedClock(PACE);
  let service: TestService;
  let proxy: TestProxy;
  let flags: string[];
  before(async () => {
    service = await new TestService(await place(), { clock }).start();
    service.token = await service.account(shop);
    const photo = { id: 9, original: 'https://cdn.example/1.jpg' };
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        products: [
          { id: 1, sku: 'MUG', title: 'Blue mug', brand: 'Clay', categories: [{ category_name: 'Mugs' }] },
          { id: 2, sku: 'CUP', title: 'Cup', brand: 'Clay', categories: [{ category_name: 'Mugs' }] },
          { id: 3, sku: 'JUG', title: 'Jug' },
        ],
        productReviews: [
          { id: 1, product: { sku: 'MUG' }, rating: 1, title: 'Broke', num_positive_votes: 3 },
          { id: 2, product: { sku: 'MUG' }, rating: 5, title: 'Lovely', images: [photo] },
          { id: 3, product: { sku: 'CUP' }, rating: 4, title: 'A cup' },
          { id: 4, product: { sku: 'MUG' }, rating: 2, published: 'pending' },
        ],
        productQuestions: [{ id: 1, product: { sku: 'MUG' }, content: 'Does it hold half a litre?' }],
      }),
    );
    for (const [order, skus] of [
      ['O-1', 'MUG'],
      ['O-2', 'MUG,CUP'],
    ])
      await service.ok('addProductReviewRequest', shop, {
        form: {
          email: 'jane@customers.example',
          order_id: order!,
          order_date: '2026-01-01',
          product_skus: skus!,
          return_link: 1,
        },
      });
    proxy = await startProxyOf(service, await place('proxy'), {
      clock,
      widgetsDirectory: join(import.meta.dirname, '../server-proxy/files/widgets'),
    });
    const { location } = service;
    flags = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
  });
  after(async () => {
    await proxy.close();
    await service.stop();
  });

  /** At once, so that the calls of the next comparison meet no limit. */
  const passWindowOfCalls = () => clock.pass(20_000, 400);
  /** The clock runs slowly meanwhile, since nobody waits for the proxy. */
  const run = async (args: string[], input = '') => {
    clock.pace = 1;
    const outcome = await runProgram(args, { input });
    await passWindowOfCalls();
    clock.pace = PACE;
    return outcome;
  };
  const products = async (...args: string[]) => {
    const { status, out, err } = await run(['products', ...args, '--business', shop, ...flags]);
    assert.deepEqual([status, err], [0, '']);
    return out.trim().split('\n');
  };
  const refused = async (wanted: RegExp, ...args: string[]) => {
    const { status, out, err } = await run(['products', ...args, '--business', shop, ...flags]);
    assert.deepEqual([status, out, err.trim().split('\n').length], [1, '', 1], err);
    assert.match(err, wanted);
  };
  /** Runs what the last line says, as a shell takes it. */
  const undo = async (lines: readonly string[]) => {
    const [, printed] = /^Undo with: plaudit (.+)$/.exec(lines.at(-1)!) ?? [];
    assert.ok(printed, lines.join('\n'));
    const words = execFileSync('sh', ['-c', `printf '%s\\0' ${printed}`], { encoding: 'utf8' })
      .split('\0')
      .slice(0, -1);
    const { status, err, out } = await run(words);
    assert.deepEqual([status, err], [0, ''], printed);
    return out;
  };
  const rows = () => service.withDatabase(rowsOf);
  const atService = async (sku: string) => {
    const { product_reviews: found } = await service.ok('listProductReviews', shop, { query: { sku } });
    const { product_reviews_stats: stats } = await service.ok('getProductReviewStats', shop, { query: { sku } });
    const { questions } = await service.ok('listProductQuestions', shop, { query: { sku } });
    const { products: listed } = await service.ok('listProducts', shop, { query: { sku } });
    assert.ok(found.every(({ product }) => product?.sku === listed[0]?.sku));
    return { sku: listed[0]?.sku, reviews: ids(found), total: stats.total, questions: ids(questions) };
  };
  const ids = (items: readonly { id: number }[]) => items.map(({ id }) => id).toSorted((one, other) => one - other);
  const atProxy = async (sku: string) => {
    const query = `sku=${encodeURIComponent(sku)}`;
    const { body } = await proxy.shop(`/product/reviews?${query}`);
    const { product_reviews_stats: stats } = (await proxy.shop(`/product/reviews/stats?${query}`)).body;
    const bulk = (await proxy.shop(`/product/reviews/stats?skus=${encodeURIComponent(sku)}`)).body.stats;
    const listed = (await proxy.shop(`/products?${query}`)).body.products;
    const questions = (await proxy.shop(`/product/questions?${query}`)).body.questions;
    // Several answers, between which the mirror may follow.
    const total = bulk[sku].total === stats.total ? stats.total : NaN;
    return { sku: listed[0]?.sku, reviews: ids(body.product_reviews), total, questions: ids(questions) };
  };
  const bothAre = async (sku: string, wanted: Awaited<ReturnType<typeof atService>>) => {
    assert.deepEqual(await atService(sku), wanted);
    await until(`the proxy has ${sku}`, async () => JSON.stringify(await atProxy(sku)) === JSON.stringify(wanted));
  };

  test('a renamed product keeps all it has, is found by both skus, and is itself again when that is undone', async () => {
    const before = await rows();
    await bothAre('MUG', { sku: 'MUG', reviews: [1, 2], total: 2, questions: [1] });
    const said = await products('rename', 'MUG', odd);
    assert.equal(said[0], `MUG is called ${odd}: 3 reviews, 1 question and 2 requests moved with it`);
    const renamed = { sku: odd, reviews: [1, 2], total: 2, questions: [1] };
    for (const sku of ['MUG', odd]) await bothAre(sku, renamed);
    assert.ok((await products('list')).includes(`${odd}\tBlue mug\t2`));

    const page = await proxy.get('/render/plaudit-product-reviews?sku=MUG');
    assert.match(page.text, /Lovely/);
    assert.match(page.text, /application\/ld\+json/);
    assert.match(page.text, /"ratingCount":2|"reviewCount":2/);
    const { transparency } = (await proxy.shop('/transparency?sku=MUG')).body;
    assert.deepEqual([transparency.received, transparency.published, transparency.waiting], [3, 2, 1]);
    await undo(said);
    await bothAre('MUG', { sku: 'MUG', reviews: [1, 2], total: 2, questions: [1] });
    await bothAre(odd, { sku: undefined, reviews: [], total: 0, questions: [] });
    assert.deepEqual(await rows(), before);
  });

  test('what a page or a call says with the earlier sku is about the product as it is called now', long, async () => {
    const said = await products('rename', 'JUG', 'PITCHER');
    await until('the proxy knows', async () => (await atProxy('JUG')).sku === 'PITCHER');
    const form = new URLSearchParams({ sku: 'JUG', title: 'Good', content: 'It pours', rating: '5' });
    assert.ok((await fetch(`${proxy.url}/v1/businesses/-/product/reviews/add`, { method: 'POST', body: form })).ok);
    const written = async () =>
      (await service.ok('listProductReviews', shop, { query: { sku: 'PITCHER' } })).product_reviews.find(
        ({ title }) => title === 'Good',
      );
    await until('the review has gone up to the product', async () => (await written()) !== undefined);
    const review = (await written())!;
    const request = async (order: string, skus: string) => {
      const about = { email: 'kim@customers.example', order_id: order, order_date: '2026-01-01' };
      const form = { ...about, product_skus: skus, return_link: 1 };
      return Object.values((await service.ok('addProductReviewRequest', shop, { form })).links!)[0]!;
    };
    assert.match(await (await fetch(await request('O-3', 'JUG'))).text(), /Jug/);
    // A link of before the move names the product by its earlier sku.
    const earlier = new URL(await request('O-5', 'JUG,MUG'));
    earlier.searchParams.set('sku', 'JUG');
    const page = await (await fetch(earlier)).text();
    assert.match(page, /Jug/);
    assert.doesNotMatch(page, /Blue mug/);
    const both = { email: 'kim@customers.example', order_id: 'O-5' };
    for (const product_sku of ['PITCHER', 'MUG'])
      await service.ok('removeProductReviewRequest', shop, { form: { ...both, product_sku } });
    await service.ok('addProduct', shop, { form: { sku: 'JUG', title: 'A pitcher' } });
    assert.deepEqual(
      (await service.ok('listProducts', shop)).products.map(({ sku, title }) => `${sku} ${title}`),
      ['MUG Blue mug', 'CUP Cup', 'PITCHER A pitcher'],
    );
    // What came since is the product's own.
    await undo(said);
    await bothAre('JUG', { sku: 'JUG', reviews: [review.id], total: 1, questions: [] });
    const { removed_order_ids: asked } = await service.ok('removeProductReviewRequest', shop, {
      form: { email: 'kim@customers.example', order_id: 'O-3', product_sku: 'JUG' },
    });
    assert.deepEqual(asked, ['O-3']);
    await service.ok('addProduct', shop, { form: { sku: 'JUG', title: 'Jug' } });
  });

  test('lists, filters and searches take the earlier sku of a product', async () => {
    const said = await products('rename', 'MUG', odd);
    const { out } = await run(['reviews', 'list', '--sku', 'MUG', '--business', shop, ...flags]);
    assert.deepEqual(out.match(/^\d+/gm), ['4', '2', '1']);
    const browser = await new ConsoleBrowser(service.url).signIn(`owner@${shop}`);
    for (const list of ['reviews?product=MUG', 'reviews?q=MUG', 'insights?product=MUG', 'products?q=MUG'])
      assert.match((await browser.open(`/console/${list}`)).text, /Lovely|Blue mug/, list);
    assert.match((await browser.open('/console/questions?product=MUG')).text, /half a litre/);
    await undo(said);
  });

  test('a merged product gives all it has to the other, and gets back what is still there when that is undone', async () => {
    const before = await rows();
    const said = await products('merge', 'MUG', 'CUP');
    assert.equal(said[0], 'MUG is part of CUP: 3 reviews, 1 question and 2 requests moved with it');
    const merged = { sku: 'CUP', reviews: [1, 2, 3], total: 3, questions: [1] };
    for (const sku of ['MUG', 'CUP']) await bothAre(sku, merged);
    assert.deepEqual(
      (await products('list')).map((line) => line.split('\t')[0]),
      ['CUP', 'JUG'],
    );
    const votes = (await proxy.shop('/product/reviews?sku=CUP')).body.product_reviews;
    assert.equal(votes.find(({ id }: { id: number }) => id === 1).num_positive_votes, 3);
    const photos = (await proxy.shop('/product/reviews?sku=MUG&only_photos=1')).body;
    assert.deepEqual(ids(photos.product_reviews), [2]);
    const skus = await service.withDatabase((db) =>
      db.selectFrom('review_request_product').select('sku').orderBy('sku').execute(),
    );
    assert.deepEqual(
      skus.map(({ sku }) => sku),
      ['CUP', 'CUP'],
    );
    await refused(/There is no product MUG/, 'merge', 'MUG', 'CUP');
    await refused(/MUG is an earlier sku of another product/, 'rename', 'JUG', 'MUG');

    assert.match(await undo(said), /^MUG is a product again: 3 reviews, 1 question and 2 requests moved back$/m);
    await bothAre('MUG', { sku: 'MUG', reviews: [1, 2], total: 2, questions: [1] });
    await bothAre('CUP', { sku: 'CUP', reviews: [3], total: 1, questions: [] });
    assert.deepEqual(await rows(), before);
  });

  test('a review that is moved in the console is one of the other product at the proxy, until Undo', long, async () => {
    const browser = await new ConsoleBrowser(service.url).signIn(`owner@${shop}`);
    const [, revision = ''] = /name="revision" value="([^"]*)"/.exec((await browser.open('/console/reviews/2')).text)!;
    await browser.send('/console/reviews/2/move', { revision, sku: 'CUP' });
    await passWindowOfCalls();
    await bothAre('CUP', { sku: 'CUP', reviews: [2, 3], total: 2, questions: [] });
    await bothAre('MUG', { sku: 'MUG', reviews: [1], total: 1, questions: [1] });
    await passWindowOfCalls();
    const [, act = ''] = /name="act" value="([^"]*)"/.exec(browser.text)!;
    await browser.send('/console/undo', { act, back: '/inbox' });
    await bothAre('MUG', { sku: 'MUG', reviews: [1, 2], total: 2, questions: [1] });
  });

  test('what came since a merge stays, and what was hidden since stays hidden', async () => {
    const said = await products('merge', 'MUG', 'CUP');
    const { product_review: since } = await service.ok('addProductReview', shop, {
      form: { sku: 'MUG', title: 'Since', content: 'x', rating: 3 },
    });
    assert.equal(since.product?.sku, 'CUP');
    const hide = ['reviews', 'hide', '1', '--reason', 'spam', '--business', shop, ...flags];
    assert.equal((await run(hide)).status, 0);
    await undo(said);
    await bothAre('MUG', { sku: 'MUG', reviews: [2], total: 1, questions: [1] });
    await bothAre('CUP', { sku: 'CUP', reviews: [3, since.id], total: 2, questions: [] });
    const back = ['reviews', 'publish', '1', '--business', shop, ...flags];
    assert.equal((await run(back)).status, 0);
    await bothAre('MUG', { sku: 'MUG', reviews: [1, 2], total: 2, questions: [1] });
  });

  test('moves that build on each other are undone from the last on', long, async () => {
    const before = await rows();
    await products('rename', 'MUG', 'TUMBLER');
    await products('merge', 'TUMBLER', 'CUP');
    for (const sku of ['MUG', 'TUMBLER']) assert.equal((await atService(sku)).sku, 'CUP');
    await refused(/first undo what has become of TUMBLER/, 'undo', 'MUG');
    await products('undo', 'TUMBLER');
    await bothAre('MUG', { sku: 'TUMBLER', reviews: [1, 2], total: 2, questions: [1] });
    await products('undo', 'MUG');
    assert.deepEqual(await rows(), before);
    await bothAre('MUG', { sku: 'MUG', reviews: [1, 2], total: 2, questions: [1] });
  });

  test('a catalogue that still says the earlier sku does not bring the product back', long, async () => {
    const take = async (csv: string) => {
      const args = ['products', 'import', '-', '--format', 'csv', '--business', shop, ...flags];
      const { status, out, err } = await run(args, csv);
      assert.equal(status, 0, err);
      return out.trim();
    };
    const renamed = await products('rename', 'MUG', 'TUMBLER');
    assert.equal(await take('sku,title\nMUG,A new title\n'), '1 products: 0 added, 1 changed, 0 unchanged, 0 refused');
    assert.ok((await products('list')).includes('TUMBLER\tA new title\t2'));
    assert.equal(
      await take('sku,title\nMUG,Of the earlier sku\nTUMBLER,Of its own\n'),
      '2 products: 0 added, 1 changed, 1 unchanged, 0 refused',
    );
    assert.ok((await products('list')).includes('TUMBLER\tOf its own\t2'));
    await take('sku,title\nMUG,Blue mug\n');
    await undo(renamed);

    const merged = await products('merge', 'MUG', 'CUP');
    const listed = await products('list');
    assert.equal(await take('sku,title\nMUG,Is back\n'), '1 products: 0 added, 0 changed, 1 unchanged, 0 refused');
    assert.deepEqual(await products('list'), listed);
    await undo(merged);
    assert.ok((await products('list')).includes('MUG\tBlue mug\t2'));
  });

  test('a product that was renamed there and back is what it was after each undoing', long, async () => {
    const before = await rows();
    await products('rename', 'JUG', 'PITCHER');
    const once = await rows();
    await products('rename', 'PITCHER', 'JUG');
    await products('undo', 'PITCHER');
    assert.deepEqual(await rows(), once, 'the first renaming is still known');
    assert.equal((await atService('JUG')).sku, 'PITCHER');
    await products('undo', 'JUG');
    assert.deepEqual(await rows(), before);
  });

  test('what cannot be moved is one line that says why, and nothing has moved', long, async () => {
    const before = await rows();
    await refused(/There is no product NONE/, 'rename', 'NONE', 'X');
    await refused(/There is a product CUP already: 'plaudit products merge'/, 'rename', 'MUG', 'CUP');
    await refused(/has this sku already/, 'rename', 'MUG', 'MUG');
    await refused(/at most 256 characters/, 'rename', 'MUG', 'x'.repeat(257));
    await refused(/one line/, 'rename', 'MUG', 'a\nb');
    await refused(/There is no product NONE/, 'merge', 'MUG', 'NONE');
    await refused(/cannot become part of itself/, 'merge', 'MUG', 'MUG');
    await refused(/CUP was not renamed/, 'undo', 'CUP');
    assert.deepEqual(await rows(), before);
    const { status, err } = await run(['products', 'rename', 'MUG', '--business', shop, ...flags]);
    assert.equal(status, 2);
    assert.match(err, /NEW is missing/);
  });
});
