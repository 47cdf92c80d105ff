/** The products of the console, by a browser without JavaScript: what there is of each, and corrections of skus. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { mergeByCommand, renameByCommand, undoByCommand } from '../../review-service/catalogue/moves.ts';
import { ConsoleBrowser } from '../support/console.ts';
import { saveContent } from '../support/content.ts';
import { onEveryDatabase, TestService } from '../support/review-service.ts';

const shop = 'shop.example';
/** No path holds it as it is. */
const odd = `100% "A/B" ..?#ü`;

onEveryDatabase((place) => {
  let service: TestService;
  let browser: ConsoleBrowser;
  let moderator: ConsoleBrowser;
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account(shop);
    await service.account('other.example');
    await service.moderator(shop, 'moderator@shop.example');
    await service.withDatabase(async (db) => {
      await saveContent(db, 'other.example', {
        products: [{ id: 1, sku: 'THEIRS', title: 'Their cup' }],
        productReviews: [{ id: 900, product: { sku: 'THEIRS' } }],
      });
      await saveContent(db, shop, {
        products: [
          { id: 1, sku: 'MUG', title: 'Blue mug', brand: 'Clay' },
          { id: 2, sku: 'POT', title: 'Tea pot' },
          { id: 3, sku: odd, title: 'Odd one' },
          { id: 4, sku: '..', title: 'Two dots' },
        ],
        productReviews: [
          { id: 1, product: { sku: 'MUG' }, title: 'Fine', rating: 5 },
          { id: 2, product: { sku: 'MUG' }, title: 'Broke', rating: 1 },
          { id: 3, product: { sku: 'MUG' }, title: 'Waits', rating: 1, published: 'pending' },
          { id: 4, product: { sku: 'POT' }, title: 'Holds tea', rating: 4 },
        ],
        productQuestions: [{ id: 1, product: { sku: 'POT' }, content: 'Does it drip?' }],
      });
    });
  });
  after(() => service.stop());
  beforeEach(async () => {
    browser = await new ConsoleBrowser(service.url).signIn(`owner@${shop}`);
    moderator = await new ConsoleBrowser(service.url).signIn('moderator@shop.example');
  });

  const pathOf = (sku: string) => `/console/products/${encodeURIComponent(sku)}`;
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(browser.text)?.[1] ?? '';
  const correct = (action: 'rename' | 'merge', sku: string, more: Record<string, string> = {}) =>
    browser.send(`/console/products/${action}`, {
      number: field('number'),
      revision: field('revision'),
      [action]: sku,
      ...more,
    });
  const undo = () => browser.send('/console/undo', { act: field('act'), back: field('back').replaceAll('&#38;', '&') });
  const skus = async () =>
    (await service.ok('listProducts', shop)).products.map(({ sku, num_reviews: reviews }) => `${sku} ${reviews}`);

  test('the list finds products by words and filters, in the order that was asked for', async () => {
    const titles = async (query: string) => {
      await browser.open(`/console/products?${query}`);
      assert.equal(browser.status, 200, query);
      return [...browser.text.matchAll(/class="main"><a [^>]*>([^<]*)</g)].map(([, title]) => title);
    };
    for (const [query, found] of [
      ['', ['Blue mug', 'Tea pot', 'Two dots', 'Odd one']],
      ['order=lowest', ['Blue mug', 'Tea pot', 'Odd one', 'Two dots']],
      ['order=newest', ['Two dots', 'Odd one', 'Tea pot', 'Blue mug']],
      ['order=title', ['Blue mug', 'Odd one', 'Tea pot', 'Two dots']],
      ['q=clay', ['Blue mug']],
      ['q=POT', ['Tea pot']],
      [`q=${encodeURIComponent(odd)}`, ['Odd one']],
      ['q=nothinglikethis', []],
      ['state=unanswered&order=title', ['Blue mug', 'Tea pot']],
      ['state=unreviewed&order=title', ['Odd one', 'Two dots']],
      ['state=removed', []],
      ['state=none&order=none&page=x&q=mug', ['Blue mug']],
    ] as const)
      assert.deepEqual(await titles(query), found, query);
    await titles('');
    assert.match(browser.text, /MUG.*3\.0 of 5 stars on average.*2 reviews.*1 low without a reply/s);
    assert.match(browser.text, /POT.*1 open question/s);
    assert.doesNotMatch(browser.text, /THEIRS|Their cup/);
  });

  test('a page shows figures and what is unanswered, with ways to both, and nothing of the stars that are held', async () => {
    for (const someone of [browser, moderator]) {
      await someone.open(pathOf('MUG'));
      assert.match(someone.text, /<h1[^>]*>Blue mug</);
      assert.match(someone.text, /3\.0 of 5 stars on average/);
      assert.match(someone.text, /1 of 5 stars<\/a><\/th>.*?<td>1<\/td>/s, 'one of them, although another is held');
      assert.match(someone.text, /Unanswered.*reviews\/2".*Broke/s);
      assert.doesNotMatch(someone.text, /reviews\/3"/);
    }
    assert.doesNotMatch(moderator.text, /products\/rename|products\/merge|requests\/qr/);
    for (const address of browser.text.matchAll(/href="(\/console\/(?:reviews|questions)\?[^"]*)"/g)) {
      await browser.open(address[1]!.replaceAll('&#38;', '&').replaceAll('&amp;', '&'));
      assert.equal(browser.status, 200);
      assert.doesNotMatch(browser.text, /Holds tea/, address[1]);
    }
    await browser.open(pathOf('POT'));
    assert.match(browser.text, /Unanswered.*questions\/1".*Does it drip/s);
  });

  test('a sku may be anything that has a page', async () => {
    for (const [sku, title] of [
      [odd, 'Odd one'],
      ['..', 'Two dots'],
    ] as const) {
      await browser.open('/console/products');
      const [, path] = new RegExp(`class="main"><a href="([^"]*)"[^>]*>${title}<`).exec(browser.text)!;
      await browser.open(path!.replaceAll('&#38;', '&'));
      assert.match(browser.text, new RegExp(`<h1[^>]*>${title}<`), sku);
    }
    // A web server in front may have decoded it.
    await correct('rename', 'A/B');
    assert.equal((await browser.open('/console/products/A/B')).status, 200);
    await correct('rename', '..');
    for (const path of ['/console/products/NONE', pathOf('THEIRS'), '/console/products?number=99'])
      assert.equal((await browser.open(path)).status, 404, path);
  });

  test('a sku is corrected, the earlier one leads on, and Undo brings it back', async () => {
    await browser.open(pathOf('MUG'));
    await correct('rename', odd);
    assert.deepEqual([browser.status, /Another product has this sku/.test(browser.text)], [400, true]);
    await correct('rename', 'x'.repeat(257));
    assert.deepEqual([browser.status, /at most 256 characters/.test(browser.text)], [400, true]);
    await correct('rename', 'TUMBLER');
    assert.match(browser.path, /^\/console\/products\/TUMBLER\?done=/);
    assert.match(browser.text, /The sku is corrected\..*Earlier skus.*MUG/s);
    assert.match(browser.text, /sku corrected, before.*owner@shop\.example.*MUG/s);
    assert.equal((await skus())[0], 'TUMBLER 2');
    assert.match((await browser.open(`${pathOf('MUG')}?x=1`)).path, /products\/TUMBLER\?x=1$/);
    await browser.open(pathOf('TUMBLER'));
    const kept = { number: field('number'), revision: field('revision') };
    await correct('rename', 'CUP');
    await undo();
    assert.match(browser.path, /products\/TUMBLER\?undone=1$/);
    assert.match(browser.text, /Taken back\./);
    await service.withDatabase((db) => renameByCommand(db, shop, 'TUMBLER', 'BEAKER'));
    await correct('rename', 'GLASS', kept);
    assert.deepEqual([browser.status, /changed meanwhile: its sku/.test(browser.text)], [409, true]);
    await correct('rename', 'MUG');
    assert.equal((await skus())[0], 'MUG 2');
  });

  test('a product is merged into another one, and is itself again after Undo', async () => {
    const before = await skus();
    await browser.open(pathOf('MUG'));
    for (const [into, message] of [
      ['NONE', /There is no product NONE/],
      ['THEIRS', /There is no product THEIRS/],
      ['MUG', /cannot become part of itself/],
    ] as const) {
      await correct('merge', into);
      assert.equal(browser.status, 400, into);
      assert.match(browser.text, message);
    }
    const stale = { number: field('number'), revision: field('revision') };
    await correct('merge', 'POT');
    assert.match(browser.path, /^\/console\/products\/POT\?done=/);
    assert.match(browser.text, /Merged into this product\..*3 reviews.*Earlier skus.*MUG/s);
    const { text: merged } = browser;
    await correct('merge', 'POT', stale);
    assert.deepEqual([browser.status, /its state/.test(browser.text)], [409, true], 'it is gone from the catalogue');
    browser.text = merged;
    await undo();
    assert.match(browser.text, /Taken back\./);
    assert.deepEqual(await skus(), before);
    await browser.open(pathOf('MUG'));
    assert.match(browser.text, /merged into.*POT.*taken back/s);
  });

  test('only an owner corrects skus, and of their own shop', async () => {
    await browser.open(pathOf('MUG'));
    const form = { number: field('number'), revision: field('revision'), rename: 'X', merge: 'POT' };
    const stranger = await new ConsoleBrowser(service.url).signIn('owner@other.example');
    for (const action of ['rename', 'merge']) {
      assert.equal((await moderator.send(`/console/products/${action}`, form)).status, 403);
      assert.equal((await stranger.send(`/console/products/${action}`, { ...form, number: '2' })).status, 404);
      assert.equal((await browser.send(`/console/products/${action}`, { ...form, number: 'x' })).status, 404);
    }
    assert.equal((await stranger.open(pathOf('MUG'))).status, 404);
    assert.ok((await skus()).includes('MUG 2'));
  });

  test('a review is moved to another product by whoever decides on reviews, and back', async () => {
    const item = '/console/reviews/2';
    browser = moderator;
    const move = (sku: string, revision = field('revision')) => browser.send(`${item}/move`, { revision, sku });
    await browser.open(item);
    assert.match(browser.text, /<a href="\/console\/products\/MUG">/);
    for (const [sku, message] of [
      ['', /Say which product/],
      ['NONE', /There is no product NONE/],
      ['THEIRS', /There is no product THEIRS/],
    ] as const) {
      await move(sku);
      assert.deepEqual([browser.status, message.test(browser.text)], [400, true], sku);
    }
    const stale = field('revision');
    await move('POT');
    assert.match(browser.text, /Moved\..*moved to.*moderator@shop\.example.*POT/s);
    assert.deepEqual((await skus()).filter((sku) => /^(MUG|POT)/.test(sku)).toSorted(), ['MUG 1', 'POT 2']);
    const { text: moved } = browser;
    await move('MUG', stale);
    assert.deepEqual([browser.status, /changed meanwhile: its product/.test(browser.text)], [409, true]);
    browser.text = moved;
    await undo();
    assert.match(browser.text, /Taken back\./);
    assert.deepEqual((await skus()).filter((sku) => /^(MUG|POT)/.test(sku)).toSorted(), ['MUG 2', 'POT 1']);
    await move('MUG');
    assert.doesNotMatch(browser.text, /Moved\./, 'it is there already');
    assert.equal((await browser.send('/console/reviews/900/move', { revision: stale, sku: 'POT' })).status, 404);
    assert.equal((await browser.send('/console/shop-reviews/1/move', { revision: stale, sku: 'POT' })).status, 404);
  });

  test('a review does not come back to a product that is gone', async () => {
    await browser.open('/console/reviews/2');
    await browser.send('/console/reviews/2/move', { revision: field('revision'), sku: 'POT' });
    const act = { act: field('act'), back: '/inbox' };
    await service.withDatabase((db) => mergeByCommand(db, shop, 'MUG', odd));
    await browser.send('/console/undo', act);
    assert.deepEqual([browser.status, /no longer in the catalogue/.test(browser.text)], [409, true]);
    assert.ok((await skus()).includes('POT 2'));
    await service.withDatabase((db) => undoByCommand(db, shop, 'MUG'));
    await browser.send('/console/undo', act);
    assert.ok((await skus()).includes('MUG 2'), 'it can be taken back once the product is there again');
  });

  test('what was removed from the catalogue is found, and is not corrected', async () => {
    await service.ok('removeProduct', shop, { form: { product_id: 4 } });
    await browser.open('/console/products?state=removed');
    assert.match(browser.text, /Two dots.*Removed/s);
    assert.equal((await browser.open('/console/products/?sku=..')).status, 200);
    assert.match(browser.text, /Removed/);
    assert.doesNotMatch(browser.text, /products\/rename/);
  });

  test('the words that are said most lead to the reviews that say them', async () => {
    const said = [
      'The lid is loose and rattles',
      'A loose lid',
      'My lid came off',
      'Good, but for its lid',
      'Fine',
      'Red',
      'Big',
      'New',
    ];
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        products: [{ id: 6, sku: 'KETTLE', title: 'Kettle' }],
        productReviews: said.map((content, at) => ({
          id: 600 + at,
          product: { sku: 'KETTLE' },
          title: 'Kettle',
          content: `${content}, and I would say so to everybody who asks me about it`,
          rating: at === 0 ? 2 : 5,
          user: { username: `reviewer-${at}`, firstName: 'Ann' },
        })),
      }),
    );
    await browser.open(pathOf('KETTLE'));
    const [, address = ''] =
      /href="([^"]*)" lang="en">lid<\/a>\s*<span class="soft">4, 1 low</.exec(browser.text) ?? [];
    await browser.open(address.replaceAll('&#38;', '&').replaceAll('&amp;', '&'));
    assert.match(browser.text, /4 reviews/);
  });
});
