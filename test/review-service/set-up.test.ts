/** The guided set-up: who may go through it, for how long, and what comes of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConsoleBrowser } from '../support/console.ts';
import { nextSetUp, typedShop, withSetUp as withService } from '../support/set-up.ts';

test('every step goes to the next, and what is chosen is kept', () =>
  withService(async ({ service, kept, begun, browser }) => {
    const shopper = await browser().open();
    assert.equal(shopper.status, 200);
    await shopper.send(typedShop);
    assert.match(shopper.url, /\/console\/setup\/websites$/);
    const usual = {
      business: 'tea-shop.example',
      origins: ['https://tea-shop.example', 'https://www.tea-shop.example'],
    };
    assert.deepEqual([kept, begun], [[usual], ['tea-shop.example']]);
    assert.match(shopper.text, /https:\/\/tea-shop\.example\nhttps:\/\/www\.tea-shop\.example<\/textarea>/);

    await shopper.send({ origins: 'https://tea-shop.example/cart' });
    assert.equal(shopper.status, 400);
    assert.match(shopper.text, /“https:\/\/tea-shop\.example\/cart” is not an address/);
    await shopper.send({ origins: 'https://tea-shop.example\nhttp://localhost:8080/' });
    assert.deepEqual(kept.at(-1)!.origins, ['https://tea-shop.example', 'http://localhost:8080']);

    assert.match(shopper.url, /\/products$/);
    const nothing = new FormData();
    await shopper.send(nothing);
    assert.match(shopper.text, /Give an address or a file, or go on without/);
    const feed = new FormData();
    feed.set('feed', 'ftp://tea-shop.example/feed.xml');
    await shopper.send(feed);
    assert.match(shopper.text, /Give an address such as/);
    feed.set('feed', 'https://tea-shop.example/feed.xml');
    await shopper.send(feed);
    assert.deepEqual(
      [shopper.status, /The feed cannot be read: (cannot be reached|has a name that)/.test(shopper.text)],
      [400, true],
    );
    const odd = new FormData();
    odd.set('file', new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0])]), 'a.png');
    await shopper.send(odd);
    assert.equal(shopper.status, 400);
    const file = new FormData();
    file.set('file', new Blob(['sku,title,price\nTEA-1,Green tea,4.50\n,Black tea,5\n']), 'products.csv');
    await shopper.send(file);
    assert.match(shopper.text, /2 products: 1 added, 0 changed,\s+0 unchanged, 1 refused/);
    assert.match(shopper.text, /Line 3: sku/);

    await shopper.open('look?accent=%23e2b04a&font=Georgia,+serif&text=red;}');
    assert.match(shopper.text, /src=&#34;https:\/\/reviews\.tea-shop\.example\/plaudit\.js&#34;/);
    assert.match(shopper.text, /sku=&#34;TEA-1&#34;/);
    assert.match(shopper.text, /--plaudit-accent: #e2b04a;\n {2}--plaudit-on-accent: #000000;/);
    assert.match(shopper.text, /--plaudit-color: #23201d;/);
    const finish = await fetch(new URL('finish', shopper.url), {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', cookie: shopper.cookie },
    });
    const end = await finish.text();
    assert.match(end, /Your shop is ready/);
    // Nobody comes back to copy it.
    assert.match(end, /plaudit-review-form sku=&#34;TEA-1&#34;/);
    await shopper.open('websites');
    assert.deepEqual([shopper.status, /The set-up has ended/.test(shopper.text)], [404, true]);
    assert.match(service.url, /127\.0\.0\.1/);
  }));

test('the end signs its owner in at the console, and leads there', () =>
  withService(async ({ service, browser }) => {
    const shopper = await browser().open();
    await shopper.send(typedShop);
    const owner = new ConsoleBrowser(service.url);
    owner.cookies.set('plaudit-setup', shopper.cookie.split('=')[1]!);
    await owner.send('/console/setup/finish');
    assert.match(owner.text, /<a class="button" href="\/console">Open the console<\/a>/);
    assert.deepEqual([...owner.cookies.keys()], ['plaudit-console']);
    await owner.open('/console');
    assert.equal(owner.status, 200);
    assert.doesNotMatch(owner.path, /sign-in\?/);
    assert.match(owner.text, /owner@tea-shop\.example/);
    await owner.send('/console/setup/finish');
    assert.equal(owner.status, 404);
  }));

test('the link works once, and none is made once there is an owner', async () => {
  const data = nextSetUp();
  await withService(
    async ({ browser }) => {
      const owner = await browser().open();
      await owner.send(typedShop);
      const other = await browser().open();
      assert.deepEqual([other.status, /This link does not work/.test(other.text)], [404, true]);
      await other.send({ ...typedShop, domain: 'other.example', email: 'other@other.example' });
      assert.equal(other.status, 404);
      // Whoever set the shop up goes on where they were.
      owner.url = browser().url;
      await owner.open();
      assert.match(owner.url, /\/websites$/);
    },
    { data },
  );
  await withService(async ({ service }) => assert.equal(service.setUpLink, null), { data });
});

test('two forms at once create one shop', () =>
  withService(async ({ begun, browser }) => {
    const both = await Promise.all([browser(), browser()].map((one) => one.send(typedShop)));
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 404],
    );
    assert.deepEqual(begun, ['tea-shop.example']);
  }));

test('the set-up ends an hour after the shop was created', () =>
  withService(async ({ clock, browser }) => {
    const owner = await browser().send(typedShop);
    clock.advance(3_599_000);
    assert.equal((await owner.open('look')).status, 200);
    clock.advance(2_000);
    assert.equal((await owner.open('look')).status, 404);
  }));

test('the link ends an hour after it was first opened', () =>
  withService(async ({ clock, browser }) => {
    clock.advance(48 * 3_600_000);
    assert.equal((await browser().open()).status, 200);
    clock.advance(3_599_000);
    assert.equal((await browser().open()).status, 200);
    clock.advance(2_000);
    assert.equal((await browser().open()).status, 404);
    assert.equal((await browser().send(typedShop)).status, 404);
  }));

test('a form that another site sends changes nothing', () =>
  withService(async ({ service, kept, browser }) => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
    ]) {
      const foreign = await browser().send(typedShop, headers);
      assert.deepEqual([foreign.status, /came from elsewhere/.test(foreign.text)], [403, true]);
    }
    const post = (headers: Record<string, string>) =>
      fetch(service.setUpLink!, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: '',
      });
    assert.equal((await post({})).status, 403);
    assert.equal((await post({ origin: 'null' })).status, 403);
    assert.equal((await post({ origin: 'https://evil.example' })).status, 403);
    // A browser that says no more than where the form stands: an empty form is looked at.
    assert.equal((await post({ origin: service.url })).status, 400);
    assert.deepEqual(kept, []);
  }));

test('mistakes are said beside their fields, and the link still works', () =>
  withService(async ({ kept, browser }) => {
    const owner = await browser().send({ domain: 'a b', name: '', email: 'me', password: '' });
    assert.equal(owner.status, 400);
    for (const said of [/domain of your shop, such as/, /Give the name/, /Give an e-mail address/, /Choose a password/])
      assert.match(owner.text, said);
    await owner.send({ ...typedShop, password: 'password123' });
    assert.deepEqual([owner.status, /one of the most common/.test(owner.text)], [400, true]);
    assert.ok(!owner.text.includes('password123'));
    await owner.send({ ...typedShop, password: 'short' });
    assert.match(owner.text, /at least 10 characters/);
    await owner.send({ ...typedShop, name: '<b>Tea</b>' });
    assert.match(owner.url, /\/websites$/);
    assert.equal(kept.at(-1)!.business, 'tea-shop.example');
  }));

test('on https the cookie is bound to this host, and never travels without TLS', () =>
  withService(async ({ service, browser }) => {
    const owner = browser();
    await owner.send(typedShop, { origin: new URL(service.url).origin.replace('http:', 'https:') });
    assert.match(
      owner.headers.get('set-cookie')!,
      /^__Host-plaudit-setup=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/; Secure$/,
    );
    assert.match(owner.headers.get('content-security-policy')!, /default-src 'none'/);
  }));

test('guessing links is slowed down, and the right one still works', () =>
  withService(async ({ service, browser }) => {
    const guess = () => fetch(`${service.url}/console/setup/${'a'.repeat(43)}`).then(({ status }) => status);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 32; attempt++) statuses.push(await guess());
    assert.deepEqual([statuses[0], statuses.at(-1)], [404, 429]);
    assert.equal((await browser().open()).status, 200);
  }));
