/** The demo data as everybody who tries Plaudit finds it, through the API. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { preparePictures } from '../../review-service/demo-shop/load/pictures.ts';
import { loadDemoData } from '../../review-service/demo-shop/demo.ts';
import type { ProductReview, Review } from '../../contract/entities/entities.ts';
import { proxyEmail } from '../../review-service/people/accounts/proxy-account.ts';
import { ConsoleBrowser } from '../support/console.ts';
import { onSqliteFirst, TestService, type Given } from '../support/review-service.ts';

const shop = 'demo-store.example';
const demoPassword = 'demo-password';

/** The pictures take longest, and are the same for both databases. */
let prepared: ReturnType<typeof preparePictures> | undefined;
const prepareOnce: typeof preparePictures = (businesses) => (prepared ??= preparePictures(businesses));

/** Starts a service on this directory in another process, and kills it as soon as it has made its database. */
async function startAndKill(directory: string): Promise<void> {
  const program = `
    import { pino } from 'pino';
    import { startService } from '${join(import.meta.dirname, '../../review-service/service.ts')}';
    await startService({ host: '127.0.0.1', port: 0, location: { directory: '${directory}' }, demo: true, logger: pino({ level: 'silent' }) });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'inherit',
  });
  while (!existsSync(join(directory, 'reviews.sqlite')) && child.exitCode === null) await sleep(5);
  child.kill('SIGKILL');
  await once(child, 'exit');
}

onSqliteFirst((place) => {
  let service: TestService;
  before(async () => {
    const location = await place();
    if ('directory' in location) await startAndKill(location.directory);
    service = new TestService(location, { demo: true, storefrontUrl: 'http://shop.example' });
    await service.withDatabase((db) => loadDemoData(db, pino({ level: 'silent' }), prepareOnce));
    await service.start();
    service.clientToken = 'demo-client';
    service.token = await logIn(`owner@${shop}`);
  });
  after(() => service.stop());

  const logIn = async (email: string) =>
    (await service.ok('login', '', { form: { email, password: demoPassword }, token: null })).token;

  async function all<Item>(page: (start: number) => Promise<Item[]>): Promise<Item[]> {
    const found: Item[] = [];
    for (;;) {
      const items = await page(found.length);
      found.push(...items);
      if (items.length < 100) return found;
    }
  }
  const reviews = (query: Given = {}) =>
    all<Review>((start) => service.ok('listReviews', shop, { query: { ...query, start, count: 100 } }));
  const productReviews = (query: Given = {}) =>
    all<ProductReview>(
      async (start) =>
        (await service.ok('listProductReviews', shop, { query: { ...query, start, count: 100 } })).product_reviews,
    );

  test('the tokens and users are those that are documented', async () => {
    await service.refused('getBusiness', shop, { client: 'revoked-client' }, 102, 401);
    await service.refused('getBusiness', shop, { token: 'demo-expired-token' }, 207, 401);
    await service.refused(
      'login',
      '',
      { form: { email: `disabled@${shop}`, password: demoPassword }, token: null },
      202,
      401,
    );
    await service.refused('getBusiness', 'other-store.example', {}, 308, 403);
    await service.ok('getBusiness', 'other-store.example', { token: await logIn('owner@other-store.example') });
  });

  test('a morning’s work waits at the console: 16 held, 3 reported, 4 low stars, 12 questions', async () => {
    const browser = await new ConsoleBrowser(service.url).signIn(`owner@${shop}`, demoPassword);
    await browser.open('/console/inbox');
    const counts = [...browser.text.matchAll(/>([A-Z][a-z ]+)\s<span class="count">(\d+)</g)].map(([, kind, n]) => [
      kind,
      n,
    ]);
    assert.deepEqual(counts, [
      ['All', '35'],
      ['Held', '16'],
      ['Reported', '3'],
      ['Low stars', '4'],
      ['Questions', '12'],
    ]);
  });

  test('24 products in 4 categories and 6 item groups, each with a picture and a page in the shop', async () => {
    const { products } = await service.ok('listProducts', shop, { query: { count: 100 } });
    assert.deepEqual(
      products.map(({ sku }) => sku),
      Array.from({ length: 24 }, (_, index) => `DEMO-${String(index + 1).padStart(3, '0')}`),
    );
    assert.equal(
      new Set(products.flatMap(({ categories }) => categories.map(({ category_name }) => category_name))).size,
      4,
    );
    assert.equal(new Set(products.map(({ item_group }) => item_group).filter(Boolean)).size, 6);
    assert.equal(products[0]?.product_link, 'http://shop.example/products/demo-001');
    for (const product of products) {
      const response = await fetch(product.images[0]!.url);
      assert.match(response.headers.get('content-type')!, /^image\//, product.sku);
      await response.arrayBuffer();
    }
  });

  test('1,200 product reviews: 300 of DEMO-001, none of DEMO-024, a quarter with photos, some removed, some asked for', async () => {
    const [shown, removed] = [await productReviews(), await productReviews({ deleted: 1 })];
    assert.equal(shown.length + removed.length, 1_200);
    assert.ok(removed.length > 0);
    const of = (sku: string) => [...shown, ...removed].filter(({ product }) => product?.sku === sku).length;
    assert.deepEqual([of('DEMO-001'), of('DEMO-024')], [300, 0]);
    assert.equal([...shown, ...removed].filter(({ images }) => images.length > 0).length, 300);
    const solicited = shown.filter((review) => review.solicited === 'Yes').length;
    assert.ok(solicited > 0 && solicited < shown.length);
    assert.ok(shown.some(({ attributes }) => attributes.length > 0));
    assert.deepEqual(
      shown.map(({ createdRFC }) => createdRFC),
      shown
        .map(({ createdRFC }) => createdRFC)
        .sort()
        .reverse(),
    );
    for (const sku of ['DEMO-001', 'DEMO-002', 'DEMO-024']) {
      const { product_reviews_stats: stats } = await service.ok('getProductReviewStats', shop, { query: { sku } });
      assert.equal(stats.total, shown.filter(({ product }) => product?.sku === sku).length);
    }
  });

  test('400 business reviews: 10 unpublished, 5 removed, 20 updated, 40 from elsewhere, 60 with a comment', async () => {
    const everywhere = 'bbb,lsa,facebook,google,productreview,resellerratings,reviewsio,trustpilot,yelp';
    const [shown, removed] = [
      await reviews({ unpublished: 1, datasources: everywhere }),
      await reviews({ deleted: 1, datasources: everywhere }),
    ];
    assert.deepEqual([shown.length + removed.length, removed.length], [400, 5]);
    assert.equal(shown.filter(({ published }) => published === 'pending').length, 10);
    assert.equal([...shown, ...removed].filter((review) => review.updated_for !== null).length, 20);
    assert.equal([...shown, ...removed].filter(({ datasource }) => datasource !== null).length, 40);
    const comments = await all(
      async (start) =>
        (await service.ok('listComments', shop, { query: { start, count: 100, datasources: everywhere } })).comments,
    );
    assert.equal(new Set(comments.map(({ reviewNo }) => reviewNo)).size, 60);
    const aspects = shown.flatMap(({ rating }) => rating);
    assert.ok(aspects.some(({ rating }) => rating === null));
    const business = await service.ok('getBusiness', shop);
    const own = shown.filter(({ datasource, published }) => datasource === null && published !== 'pending').length;
    assert.equal((business['numReviews'] as { type: string; rating: number }[])[0]?.rating, own);
  });

  test('40 product questions, 10 of them pending and 3 removed, and 15 about the business', async () => {
    const questions = async (query: Given) =>
      (await service.ok('listProductQuestions', shop, { query: { ...query, count: 100 } })).questions;
    const [open, pending, removed] = [
      await questions({}),
      await questions({ filter: 'PENDING' }),
      await questions({ filter: 'REMOVED' }),
    ];
    assert.deepEqual([open.length + removed.length, pending.length, removed.length], [40, 10, 3]);
    const { questions: business } = await service.ok('listQuestions', shop, { query: { count: 100 } });
    assert.equal(business.length, 15);
    assert.ok(business.filter(({ answers }) => answers.length > 0).length > 7);
  });

  test('the hard cases are there: scripts, long words, right-to-left text, a picture that is missing', async () => {
    const shown = await productReviews();
    const text = shown.map(({ title, content }) => `${title} ${content}`).join('\n');
    assert.match(text, /[\u0590-\u08ff]/);
    assert.match(text, /\p{Emoji_Presentation}/u);
    assert.ok(shown.some(({ content }) => content.length >= 4_900));
    assert.ok(
      shown.some(({ title }) => title.includes('<')) &&
        shown.some(({ user }) => user?.firstName.includes('<script>')) &&
        shown.some(({ images }) => images.some(({ caption }) => caption.includes('<'))),
    );
    assert.match(text, /\S{60}/);
    const addresses = new Set(shown.flatMap(({ images }) => images.map(({ original }) => original)));
    const missing = [];
    for (const address of addresses) {
      const response = await fetch(address, { method: 'HEAD' });
      if (response.status === 404) missing.push(address);
      else assert.equal(response.status, 200);
    }
    assert.equal(missing.length, 1);
  });

  test('the owner takes another password, and the proxy goes on with its own account, on data of before too', async () => {
    const owner = await new ConsoleBrowser(service.url).signIn(`owner@${shop}`, demoPassword);
    const changes = { password: demoPassword, new: 'chosen by a visitor' };
    await owner.send('/console/settings/sign-in/password', changes);
    assert.equal(owner.status, 200);
    const token = await logIn(proxyEmail);
    await service.ok('getBusiness', shop, { token });
    await service.withDatabase((db) => db.deleteFrom('account').where('email', '=', proxyEmail).execute());
    await service.stop();
    await service.start();
    await service.ok('getBusiness', shop, { token: await logIn(proxyEmail) });
    await service.refused('getBusiness', 'other-store.example', { token: await logIn(proxyEmail) }, 308, 403);
    const again = await new ConsoleBrowser(service.url).signIn(`owner@${shop}`, changes.new);
    await again.send('/console/settings/sign-in/password', { password: changes.new, new: demoPassword });
    service.token = await logIn(`owner@${shop}`);
  });

  test('a second start loads nothing again', async () => {
    const first = await (await service.call('listReviews', shop)).text();
    await service.stop();
    await service.start();
    const own = (text: string) => text.replaceAll(/127\.0\.0\.1:\d+/g, '');
    assert.equal(own(await (await service.call('listReviews', shop)).text()), own(first));
  });
});
