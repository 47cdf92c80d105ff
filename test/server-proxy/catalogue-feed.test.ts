/** The shop's own feed of products, given out again with stars. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readProxyEnvironment } from '../../cli/settings/proxy-environment.ts';
import { saveContent } from '../support/content.ts';
import { runProgram } from '../support/program.ts';
import { startProxyOf } from '../support/proxy-of-service.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';
import { PacedClock } from './clocks.ts';
import { TestProxy, until } from './harness.ts';

const shop = 'shop.example';
const second = 'second.example';
const path = '/feeds/-/catalogue.xml';

const feed = `<?xml version="1.0"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Cups</title>
<item><g:id>MUG</g:id><g:price>9 EUR</g:price><g:star_rating>5.0</g:star_rating></item>
<item><g:id>CUP</g:id><g:cost_of_goods_sold>2 EUR</g:cost_of_goods_sold></item>
<item><g:id>OTHER</g:id></item>
</channel></rss>`;
const stars = (count: number, rating: string) =>
  `<g:review_count>${count}</g:review_count><g:star_rating>${rating}</g:star_rating></item>`;
const given = feed
  .replace('<g:star_rating>5.0</g:star_rating></item>', stars(3, '4.33'))
  .replace('<g:cost_of_goods_sold>2 EUR</g:cost_of_goods_sold>', '');

onSqliteFirst((place) => {
  const clock = new PacedClock(20);
  let service: TestService;
  let answer: RequestListener;
  let fetches = 0;
  const server = createServer((request, response) => {
    fetches += 1;
    answer(request, response);
  });
  /** @param given - as the environment has it. */
  const openProxy = async (
    given: string,
    businesses: readonly string[],
    isReachable?: () => boolean,
  ): Promise<TestProxy> => {
    const { catalogues } = readProxyEnvironment({ PLAUDIT_CATALOGUE_URL: given });
    const reach = isReachable ? { isReachable } : {};
    return startProxyOf(service, await place('proxy'), { clock, businesses, catalogues: { ...catalogues, ...reach } });
  };
  const urlOf = (at = '/feed.xml') => `http://127.0.0.1:${(server.address() as AddressInfo).port}${at}`;
  let proxy: TestProxy;
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    service = await new TestService(await place(), { clock }).start();
    service.token = await service.account(shop);
    await service.account(second, `owner@${shop}`);
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        products: [
          { id: 1, sku: 'MUG' },
          { id: 2, sku: 'CUP' },
        ],
        productReviews: [5, 4, 4].map((rating, index) => ({ id: index + 1, product: { sku: 'MUG' }, rating })),
      }),
    );
    await service.withDatabase((db) =>
      saveContent(db, second, {
        products: [{ id: 1, sku: 'MUG' }],
        productReviews: [{ id: 1, product: { sku: 'MUG' }, rating: 1 }],
      }),
    );
    proxy = await openProxy(
      `${urlOf('/feed.xml?secret=1')} ${second}=${urlOf('/other.xml?secret=2')}`,
      [shop, second],
      () => true,
    );
    clock.pace = 1;
  });
  after(async () => {
    await proxy.close();
    await service.stop();
    server.closeAllConnections();
    server.close();
  });

  test('the feed of the shop comes with stars where there are reviews, and is fetched once in ten minutes', async () => {
    answer = (_request, response) => response.end(feed);
    const { http, text, headers } = await proxy.get(path);
    assert.equal(http, 200, text);
    assert.equal(headers.get('content-type'), 'application/xml');
    assert.equal(text, given);
    const before = fetches;
    assert.equal((await proxy.get(path, { 'if-none-match': headers.get('etag')! })).http, 304);
    assert.equal(fetches, before);
    await clock.pass(600_000, 200);
    answer = (_request, response) => response.end(gzipSync(feed.replace('OTHER', 'CUP')));
    assert.equal((await proxy.get(path)).text, given.replace('OTHER', 'CUP'));
    assert.equal(fetches, before + 1);
  });

  test('a second business gives its own feed out, with its own stars', async () => {
    answer = (request, response) => response.end(request.url === '/other.xml?secret=2' ? feed : 'no feed');
    const { http, text } = await proxy.get(`/feeds/${second}/catalogue.xml`);
    assert.equal(http, 200, text);
    assert.equal(text, given.replace(stars(3, '4.33'), stars(1, '1.00')));
  });

  test('a hidden review leaves the stars with the next request', async () => {
    answer = (_request, response) => response.end(feed);
    const { location } = service;
    const at = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
    const { status, err } = await runProgram([
      'reviews',
      'hide',
      '1',
      '--product',
      '--reason',
      'spam',
      '--business',
      shop,
      ...at,
    ]);
    assert.equal(status, 0, err);
    await until('it is gone', async () => (await proxy.shop('/product/reviews')).body.total === 2);
    assert.equal((await proxy.get(path)).text, given.replace(stars(3, '4.33'), stars(2, '4.00')));
  });

  test('a feed that cannot be had or is none is 502, and its URL stays a secret', async () => {
    await clock.pass(600_000, 200);
    const wrong: readonly (readonly [RequestListener, RegExp])[] = [
      [(_request, response) => response.writeHead(404).end(feed), /status 404/],
      [(_request, response) => response.end(feed.slice(0, -20)), /no XML/],
      [(_request, response) => response.end(`<!DOCTYPE rss [<!ENTITY a "aaaa">]>${feed}`), /document type/],
      [(_request, response) => response.end('id\ttitle\n'), /no XML/],
      [
        (_request, response) => response.end(gzipSync(Buffer.alloc(110 * 2 ** 20, '<!-- -->'))),
        /unpacks to more|no XML|too long/,
      ],
      [(_request, response) => response.writeHead(302, { location: 'http://user:pass@127.0.0.1/' }).end(), /password/],
    ];
    for (const [answering, reason] of wrong) {
      answer = answering;
      const { http, body, text } = await proxy.get(path);
      assert.equal(http, 502, text);
      assert.match(body.errorReason, reason);
      assert.doesNotMatch(text, /secret|127\.0\.0\.1/);
    }
    answer = (_request, response) => response.end(feed);
    assert.equal((await proxy.get(path)).http, 200);
  });

  test('it is off until it is switched on, and never fetched from inside', async () => {
    const before = fetches;
    await using off = closing(await startProxyOf(service, await place('proxy'), {}));
    const { http, body } = await off.proxy.get(path);
    assert.deepEqual([http, body.errorCode], [404, 399]);
    assert.match(body.errorReason, /PLAUDIT_CATALOGUE_URL/);
    await using inside = closing(await openProxy(urlOf(), [shop]));
    const refused = await inside.proxy.get(path);
    assert.equal(refused.http, 502);
    assert.match(refused.body.errorReason, /not an address on the public internet/);
    assert.equal(fetches, before);
    for (const url of [
      'ftp://shop.example/',
      'https://user:secret@shop.example/feed.xml',
      'feed.xml',
      `-=https://x.example/`,
      `https://x.example/ ${second}=`,
    ]) {
      const env = { PLAUDIT_CLIENT_TOKEN: 'a', PLAUDIT_EMAIL: 'a@b.example', PLAUDIT_PASSWORD: 'c' };
      const { status, err } = await runProgram(
        ['proxy', '--upstream', 'http://127.0.0.1:1/v1', '--business', shop, '--data', '/nonexistent'],
        { env: { ...env, PLAUDIT_CATALOGUE_URL: url } },
      );
      assert.equal(status, 2);
      assert.match(err, /^plaudit: PLAUDIT_CATALOGUE_URL must be (an http or https URL without|site domains).*\n$/);
    }
  });
});

const closing = (proxy: TestProxy) => ({ proxy, [Symbol.asyncDispose]: () => proxy.close() });
