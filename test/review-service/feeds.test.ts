/** Feeds that the service reads by itself, from a server that behaves and from one that does not. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { dropFeed, listFeeds, setFeed } from '../../review-service/catalogue/feeds.ts';
import type { FeedState } from '../../review-service/data/feed-state.ts';
import type { Database } from '../../review-service/data/tables.ts';
import { onEveryDatabase, TestService } from '../support/review-service.ts';

const shop = 'shop.example';
const HOUR_MS = 3_600_000;

const item = (sku: string, title = sku) => `<item><g:id>${sku}</g:id><title>${title}</title></item>`;
const rss = (...items: string[]) =>
  `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${items.join('')}</channel></rss>`;
const many = (count: number) => Array.from({ length: count }, (_, n) => item(`M-${n}`));

onEveryDatabase((place, long) => {
  let service: TestService;
  let url: string;
  let requests: IncomingMessage[] = [];
  let answer: (response: ServerResponse, request: IncomingMessage) => void;
  const shopServer = createServer((request, response) => {
    requests.push(request);
    answer(response, request);
  });
  before(async () => {
    await once(shopServer.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(shopServer.address() as AddressInfo).port}/feed.xml`;
    service = await new TestService(await place(), { isReachable: () => true }).start();
    service.token = await service.account(shop);
  });
  after(async () => {
    await service.stop();
    shopServer.close();
    shopServer.closeAllConnections();
  });

  const feedIn = async (db: Database): Promise<FeedState> =>
    (await listFeeds(db)).find(({ domain }) => domain === shop)!;
  const feed = () => service.withDatabase(feedIn);
  /** Has the service look for what is due, and waits until it has settled it. */
  const read = async (laterMs = 0): Promise<FeedState> => {
    const { failure: earlier } = await feed();
    await service.stop();
    service.clock.advance(laterMs);
    requests = [];
    await service.start();
    const now = service.clock.now;
    return service.withDatabase(async (db) => {
      for (;;) {
        const found = await feedIn(db);
        if (found.goodAt === now || (found.failure !== null && found.failure !== earlier)) return found;
        await wait(20);
      }
    });
  };
  const readLater = () => read(6 * HOUR_MS);
  const set = (everyMs = 6 * HOUR_MS) =>
    service.withDatabase((db) => setFeed(db, shop, { url, everyMs }, service.clock.now));
  const skus = async () =>
    (await service.ok('listProducts', shop, { query: { count: 100 } })).products.map(({ sku }) => sku);
  const say = (text: string | Buffer, headers: Record<string, string> = {}) => {
    answer = (response) => response.writeHead(200, headers).end(text);
  };

  test('a feed is read, asked for again only if it changed, and what vanished is removed unless it has reviews', async () => {
    answer = (response, { headers }) => {
      if (headers['if-none-match'] === '"one"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"one"' }).end(rss(item('A'), item('B'), item('C'), '<item/>'));
    };
    await set();
    const first = await read();
    assert.deepEqual([first.products, first.refused, first.failure, first.everyMs], [3, 1, null, 6 * HOUR_MS]);
    assert.deepEqual(await skus(), ['A', 'B', 'C']);
    await service.ok('addProduct', shop, { form: { sku: 'OWN', title: 'Never in the feed' } });
    await service.ok('addProductReview', shop, { form: { sku: 'B', title: 't', content: 'c', rating: 4 } });

    const same = await readLater();
    assert.deepEqual([requests.length, same.products, same.failure], [1, 3, null]);
    assert.equal(requests[0]!.headers['if-none-match'], '"one"');

    say(rss(item('A', 'A changed'), item('D')));
    await readLater();
    assert.deepEqual(await skus(), ['A', 'B', 'OWN', 'D']);
    const { products } = await service.ok('listProducts', shop, { query: { sku: 'A' } });
    assert.equal(products[0]!.title, 'A changed');
  });

  test('a feed that was compressed, as a file or on its way, is read, and asked for by name', long, async () => {
    const sent: [Buffer, Record<string, string>][] = [
      [gzipSync(rss(item('GZ'))), { 'content-type': 'application/gzip' }],
      [gzipSync(rss(item('GZ'))), { 'content-encoding': 'gzip' }],
      [gzipSync(gzipSync(rss(item('GZ')))), { 'content-encoding': 'gzip' }],
      [brotliCompressSync(rss(item('GZ'))), { 'content-encoding': 'br' }],
    ];
    for (const [bytes, headers] of sent) {
      say(bytes, headers);
      await set();
      const { products, failure } = await read();
      assert.deepEqual([products, failure], [1, null], JSON.stringify(headers));
      assert.match(requests[0]!.headers['user-agent']!, /^plaudit\/\d/);
    }
  });

  test('a small feed that unpacks to more than 100 MB is refused, wherever it was compressed', long, async () => {
    const bomb = gzipSync('<rss><channel>'.padEnd(101 * 1024 * 1024));
    say(bomb);
    await set();
    assert.match((await read()).failure!, /unpacks to more than 100 MB/);
    say(bomb, { 'content-encoding': 'gzip' });
    await set();
    assert.match((await read()).failure!, /is too large/);
  });

  test('a sale ends when its feed says, although the feed has not changed since', long, async () => {
    const ends = new Date(service.clock.now + 3 * HOUR_MS).toISOString();
    const dates = `<g:sale_price_effective_date>2020-01-01T00:00Z/${ends.slice(0, 16)}Z</g:sale_price_effective_date>`;
    const sale = item('SALE').replace(
      '</item>',
      `<g:price>9 EUR</g:price><g:sale_price>7 EUR</g:sale_price>${dates}</item>`,
    );
    answer = (response, { headers }) => {
      if (headers['if-none-match'] === '"sale"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"sale"' }).end(rss(sale));
    };
    const price = async () => (await service.ok('listProducts', shop, { query: { sku: 'SALE' } })).products[0]!.price;
    await set();
    await read();
    assert.equal(await price(), 7);
    await readLater();
    assert.equal(await price(), 9);
    await readLater();
    assert.equal(requests[0]!.headers['if-none-match'], '"sale"');
  });

  test('a feed that is no feed changes nothing, and the last good read is remembered', long, async () => {
    say(rss(...many(30)));
    await set();
    const good = await read();
    const before = await skus();
    const bad: [() => void, RegExp][] = [
      [() => say('<html><body>Maintenance</body></html>'), /an rss or a feed element/],
      [() => say(rss(item('M-0', 'Half'), item('NEW')).slice(0, -30)), /line 1: .*; nothing after it was read/],
      [() => say(rss()), /holds no product/],
      [() => say(''), /The file is empty/],
      [() => say(rss(...many(10))), /lacks 20 of the 30 products that it held/],
      [() => (answer = (response) => response.writeHead(500).end()), /answers with status 500/],
      [
        () =>
          (answer = (response) => {
            response.writeHead(200, { 'content-length': '10000' }).write(rss(item('NEW')));
            setTimeout(() => response.destroy(), 10);
          }),
        /cannot be reached/,
      ],
    ];
    let failedAt: number | null = null;
    for (const [behave, reason] of bad) {
      behave();
      const failed = await readLater();
      assert.match(failed.failure!, reason);
      failedAt ??= failed.failedAt;
      assert.ok(failed.failedAt !== null && failed.failedAt === failedAt, 'since when it fails');
      assert.deepEqual([failed.goodAt, failed.products], [good.goodAt, 30]);
      assert.deepEqual(await skus(), before);
    }
    say(rss(...many(30)));
    const again = await readLater();
    assert.deepEqual([again.failure, again.failedAt], [null, null]);
  });

  test('a feed of any format that is cut between two products, or in one, removes nothing', long, async () => {
    const own = ['A', 'B', 'C'].map((sku) => JSON.stringify({ sku, title: `Tea ${sku}` }));
    const whole = {
      list: `[${own.join(',')}]`,
      field: `{"products": [${own.join(',')}], "page": {"next": null}}`,
      csv: 'sku,title,description\nA,Tea A,Green\nB,Tea B,Black\nC,"Tea, C","White\n"\n',
      xml: rss(item('A'), item('B'), item('C')),
    };
    const cuts: [keyof typeof whole, string][] = [
      ['list', `[${own.slice(0, 2).join(',')}`],
      ['list', `[${own.slice(0, 2).join(',')},`],
      ['list', `[${own.slice(0, 2).join(',')},{"sku": "C`],
      ['field', `{"products": [${own.slice(0, 2).join(',')}`],
      ['field', `{"products": [${own.join(',')}]`],
      ['csv', whole.csv.slice(0, whole.csv.indexOf('White'))],
      ['csv', whole.csv.slice(0, whole.csv.indexOf(',Black'))],
      ['xml', whole.xml.slice(0, whole.xml.indexOf('<item><g:id>C'))],
    ];
    for (const [format, cut] of cuts) {
      say(whole[format]);
      await set();
      const { products, failure } = await read();
      assert.deepEqual([products, failure], [3, null], format);
      say(cut);
      assert.match(
        (await readLater()).failure!,
        /cut off|ends in the middle|never closed|nothing after it was read/,
        cut,
      );
      const listed = await skus();
      assert.ok(
        ['A', 'B', 'C'].every((sku) => listed.includes(sku)),
        cut,
      );
    }
  });

  test('a feed that was set again may hold what it likes; without one, nothing is read', long, async () => {
    say(rss(item('ONLY')));
    await set();
    assert.equal((await read()).products, 1);
    assert.ok((await skus()).includes('M-0'), 'what the earlier feed held stays');
    await service.withDatabase((db) => dropFeed(db, shop));
    assert.equal(await feed(), undefined);
  });

  test('a service that stops while it reads leaves the feed to others', async () => {
    answer = (response) => response.writeHead(200).write('<rss>');
    service.clock.advance(HOUR_MS);
    await set();
    requests = [];
    await service.restart();
    while (requests.length === 0) await wait(20);
    await service.stop();
    await service.start();
    const { failure, goodAt } = await feed();
    assert.deepEqual([failure, goodAt], [null, null]);
    say(rss(item('A')));
    assert.equal((await read()).products, 1);
  });
});

test('a feed that only this machine can reach is not fetched', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-feed-'));
  const service = await new TestService({ directory }).start();
  try {
    await service.account(shop);
    const url = 'http://127.0.0.1/feed.xml';
    await service.withDatabase((db) => setFeed(db, shop, { url, everyMs: HOUR_MS }, service.clock.now));
    await service.restart();
    let failure: string | null = null;
    while (failure === null) {
      await wait(20);
      failure = await service.withDatabase(async (db) => (await listFeeds(db))[0]!.failure);
    }
    assert.equal(failure, 'is not an address on the public internet');
  } finally {
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});
