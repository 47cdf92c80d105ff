/** A product feed is read while whoever gave it to the set-up watches. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { typedShop, withSetUp, type SetUpBrowser } from '../support/set-up.ts';

const items = ['A', 'B'].map((sku) => `<item><g:id>${sku}</g:id><title>${sku}</title></item>`);
const feed = `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${items.join('')}<item/></channel></rss>`;
const server = createServer((request, response) => {
  if (request.url === '/forbidden.xml') response.writeHead(403).end();
  else response.end(request.url === '/feed.xml' ? feed : '<!doctype html><html><body>Welcome</body></html>');
});
let shop: string;
before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  shop = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());

async function give(owner: SetUpBrowser, address: string): Promise<SetUpBrowser> {
  const form = new FormData();
  form.set('feed', address);
  owner.url = new URL('products', owner.url).href;
  return owner.send(form);
}

const readyz = async (url: string): Promise<string> => (await fetch(`${url}/readyz`)).text();
const metric = async (url: string, name: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
};

test('a feed that can never be read is said while the merchant watches, and stays said', () =>
  withSetUp(
    async ({ service, browser, clock }) => {
      const owner = await browser().send(typedShop);
      for (const [path, why] of [
        ['/forbidden.xml', 'answers with status 403'],
        ['/page.html', 'declares no document type'],
      ] as const) {
        await give(owner, shop + path);
        assert.deepEqual([owner.status, owner.text.includes(`The feed cannot be read: `)], [400, true]);
        assert.ok(owner.text.includes(why), owner.text);
        assert.doesNotMatch(owner.text, /class="done"/);
        assert.match(await readyz(service.url), new RegExp(`tea-shop.example[^"]*${why}[^"]*never been read`));
        assert.equal(await metric(service.url, 'plaudit_service_feeds_failing'), 1);
        assert.equal(await metric(service.url, 'plaudit_service_feed_good_timestamp_seconds'), 0);
      }
      await give(owner, `${shop}/feed.xml`);
      assert.equal(owner.status, 200);
      assert.match(owner.text, /2 products were read from the feed, 1 refused/);
      assert.doesNotMatch(await readyz(service.url), /feed/);
      assert.equal(await metric(service.url, 'plaudit_service_feeds_failing'), 0);
      assert.equal(
        await metric(service.url, 'plaudit_service_feed_good_timestamp_seconds'),
        Math.floor(clock.now / 1_000),
      );
    },
    { isReachable: () => true },
  ));

test('a feed on an address that is not public is refused at once, with the reason', () =>
  withSetUp(async ({ browser }) => {
    const owner = await give(await browser().send(typedShop), `${shop}/feed.xml`);
    assert.equal(owner.status, 400);
    assert.match(owner.text, /The feed cannot be read: is not an address on the public internet/);
  }));
