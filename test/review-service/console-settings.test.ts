/** Settings of the shop at the console: shop, websites, snippet, look and catalogue, each with what it changes elsewhere. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import type { AddressInfo } from 'node:net';
import type { Business } from '../../contract/entities/entities.ts';
import { readLook } from '../../review-service/letters/look/look.ts';
import { ConsoleBrowser } from '../support/console.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';
import { typedShop, withSetUp } from '../support/set-up.ts';

const shop = 'a.example';
const SETTINGS = '/console/settings';
const typed = {
  name: 'Tea & Time',
  url: 'https://tea.example',
  email: 'hello@tea.example',
  phone: '+44 20 1',
  address: '1 Kiln Lane, Leeds',
  language: 'de',
};
const colours = { accent: '#3b5a45', stars: '#b45309', background: '#ffffff', text: '#222222' };

onSqliteFirst((place) => {
  let service: TestService;
  let owner: ConsoleBrowser;
  const shown = () => owner.text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  let feed = 'sku,title\nPOT-1,Pot\nPOT-2,Pan\n';
  const server = createServer((_, answer) => answer.setHeader('content-type', 'text/csv').end(feed));
  before(async () => {
    server.listen(0, '127.0.0.1');
    const more = { isReachable: () => true, proxyUrl: 'https://reviews.a.example' };
    service = await new TestService(await place(), more).start();
    service.token = await service.account(shop);
    owner = await new ConsoleBrowser(service.url).signIn(`owner@${shop}`);
  });
  after(async () => {
    server.close();
    await service.stop();
  });

  test('an empty inbox leads to the first review, and marks what is done', async () => {
    await owner.open('/console/inbox');
    assert.match(shown(), /Bring your products.*To do.*Paste the snippet.*To do.*Ask your first customer.*To do/);
    assert.match(shown(), /Nothing waits\./);
  });

  test('the shop is what the API says of it, and a mistake changes nothing', async () => {
    await owner.send(`${SETTINGS}/shop`, { ...typed, name: '', url: 'javascript:alert(1)', email: 'nobody' });
    assert.equal(owner.status, 400);
    assert.match(shown(), /Give the name of your shop\..*Give an address such as.*Give an e-mail address/);
    await owner.send(`${SETTINGS}/shop`, typed);
    assert.match(shown(), /Shop – Tea &#38; Time .*Saved\./);
    const business = (await service.ok('getBusiness', shop)) as unknown as Business;
    assert.deepEqual(
      [business.name, business.urlAddress, business.email, business.phone, business.address!.completeAddress],
      [typed.name, typed.url, typed.email, typed.phone, typed.address],
    );
    assert.match(owner.text, /<option value="de" selected>German/);
  });

  test('websites of a service alone are said by its proxy, and the snippet leads to that', async () => {
    await owner.open(`${SETTINGS}/websites`);
    assert.match(shown(), /its PLAUDIT_ORIGINS says which.*No page of a website has asked yet/);
    await service.ok('getBusiness', shop, { headers: { 'plaudit-storefront': 'https://tea.example' } });
    await owner.open(`${SETTINGS}/websites`);
    assert.match(shown(), /Asked last https:\/\/tea\.example/);
    await owner.open(`${SETTINGS}/snippet`);
    assert.match(owner.text, /src=&#34;https:\/\/reviews\.a\.example\/plaudit\.js&#34;/);
    await owner.open(/src="([^"]*tools\.js)"/.exec(owner.text)![1]!);
    assert.match(owner.headers.get('content-type')!, /^text\/javascript/);
  });

  test('the catalogue takes a file and a feed, says how that was read, and reads it now', async () => {
    const form = new FormData();
    form.set('feed', '');
    form.set('file', new Blob(['sku,title\nMUG-1,Mug\n']), 'products.csv');
    await owner.send(`${SETTINGS}/catalogue`, form);
    assert.match(shown(), /1 products: 1 added/);
    await owner.send(`${SETTINGS}/catalogue`, { feed: 'ftp://a.example/feed' });
    assert.deepEqual([owner.status, /Give an address such as https/.test(shown())], [400, true]);
    await owner.send(`${SETTINGS}/catalogue`, {});
    assert.deepEqual([owner.status, /Give an address or a file/.test(shown())], [400, true]);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.csv`;
    await owner.send(`${SETTINGS}/catalogue`, { feed: url });
    assert.match(shown(), /The feed was read\..*2 products, 0 refused/);
    feed = '<html>';
    await owner.send(`${SETTINGS}/catalogue/read`);
    assert.match(shown(), /The product feed of a\.example cannot be read since/);
  });

  test('a new feed that cannot be read is said at once where it was given, not confirmed', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/another.csv`;
    await owner.send(`${SETTINGS}/catalogue`, { feed: url });
    assert.match(shown(), /The product feed of a\.example cannot be read since/);
    assert.doesNotMatch(shown(), /The feed (?:is kept|was read)/);
  });

  test('colours that WCAG refuses are not saved; the nearest that pass are, for mails and pages too', async () => {
    await owner.send(`${SETTINGS}/look`, { ...colours, text: '#bbbbbb', dark: '1', 'dark-stars': '#1a1917' });
    assert.equal(owner.status, 400);
    assert.match(shown(), /Text \(Light\): #bbbbbb is too close.*Stars \(Dark\): #1a1917/);
    const mended = [...owner.text.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name!, value!] as const,
    );
    await owner.send(`${SETTINGS}/look`, Object.fromEntries(mended));
    assert.match(shown(), /Saved\./);
    assert.match(shown(), /--plaudit-accent: #3b5a45;.*prefers-color-scheme: dark/);
    const id = Number((await service.withDatabase((db) => db.selectFrom('business').select('id').execute()))[0]!.id);
    const look = await service.withDatabase((db) => readLook(db, id));
    assert.deepEqual([look.accent, look.background, look.locale], ['#3b5a45', '#ffffff', 'de']);
    await owner.open(/<iframe [^>]*src="([^"]*)"/.exec(owner.text)![1]!.replaceAll('&#38;', '&'));
    assert.match(
      owner.headers.get('content-security-policy')!,
      /script-src 'sha256-\S+' https:\/\/reviews\.a\.example;.*sandbox allow/,
    );
    assert.doesNotMatch(owner.headers.get('content-security-policy')!, /unsafe-/);
  });

  test('who changed a setting is listed', async () => {
    await owner.open(`${SETTINGS}/who-did-what?kind=settings+changed`);
    for (const setting of ['Shop', 'Look', 'Catalogue'])
      assert.match(shown(), new RegExp(`settings changed ${setting} owner@a\\.example`));
  });

  test('steps are marked once they are truly done', async () => {
    await owner.open('/console/inbox');
    const steps = (title: string) =>
      new RegExp(`${title}[^<]*</a>.*?<span class="state[^>]*>([^<]*)<`, 's').exec(owner.text)?.[1];
    assert.deepEqual(['Bring your products', 'Paste the snippet', 'Ask your first customer'].map(steps), [
      'Done',
      'Done',
      'To do',
    ]);
    const request = { email: 'jane@x.example', order_id: '1', order_date: '2026-11-03', product_skus: 'MUG-1' };
    await service.ok('addProductReviewRequest', shop, { form: request });
    await owner.open('/console/inbox');
    assert.equal(steps('Ask your first customer') ?? 'Done', 'Done');
  });
});

test('websites of one program are kept, and a mistake is named', () =>
  withSetUp(async ({ service, kept, browser }) => {
    const shopper = await browser().open();
    await shopper.send(typedShop);
    const owner = new ConsoleBrowser(service.url);
    await owner.signIn(typedShop.email, typedShop.password);
    await owner.send(`${SETTINGS}/websites`, { origins: 'https://tea-shop.example\nhttps://*.example' });
    assert.deepEqual([owner.status, /is not an address such as/.test(owner.text)], [400, true]);
    await owner.send(`${SETTINGS}/websites`, { origins: 'https://tea-shop.example https://test.tea-shop.example/' });
    assert.match(owner.text, /Saved\. Pages of these websites/);
    assert.deepEqual(kept.at(-1), {
      business: 'tea-shop.example',
      origins: ['https://tea-shop.example', 'https://test.tea-shop.example'],
    });
  }));
