/** Answers that are given a second time are the same as the first time, byte for byte and header for header. */
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { test } from 'node:test';
import { KEEP_ALIVE_MS } from '../../server-kit/http/http-server.ts';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { PacedClock } from './clocks.ts';
import { Stage, until, type TestProxy } from './harness.ts';

interface Answer {
  readonly http: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 20 });

function ask(proxy: TestProxy, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { port } = new URL(proxy.url);
  return new Promise((resolve, reject) => {
    request({ agent, port, host: '127.0.0.1', method, path: `/v1/businesses/-${path}`, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const encoding = response.headers['content-encoding'];
        const text = (
          encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
        ).toString();
        resolve({ http: response.statusCode!, headers: response.headers, text });
      });
    })
      .on('error', reject)
      .end();
  });
}

/** What differs from one sending to the next, and how the body is framed. */
function comparable({ http, headers }: Answer): unknown {
  const {
    date: _date,
    age,
    connection: _connection,
    'keep-alive': _keepAlive,
    'content-length': _length,
    'transfer-encoding': _framing,
    vary,
    ...others
  } = headers;
  assert.match(String(age ?? '0'), /^\d+$/);
  return { http, headers: { ...others, vary: String(vary).toLowerCase() } };
}

test('an answer from the cache is the same as the first one, for every kind of request', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  await proxy.knowsLanguages();
  const { headers } = await ask(proxy, '/product/reviews');
  const etag = String(headers['etag']);
  let unique = 0;
  for (const given of [
    {},
    { 'accept-encoding': 'br, gzip' },
    { 'Accept-Encoding': 'gzip, deflate, br, zstd' },
    { 'accept-encoding': 'gzip' },
    { 'accept-encoding': 'br;q=0, gzip;q=1' },
    { 'accept-encoding': '*' },
    { origin: 'https://shop.example', 'accept-encoding': 'br' },
    { Origin: 'https://shop.example' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'if-none-match': etag },
    { 'if-none-match': etag, origin: 'https://shop.example' },
    { 'if-none-match': '"other"' },
    { 'if-none-match': `"other", ${etag}` },
    { 'if-none-match': '*' },
  ] as Record<string, string>[]) {
    // Asked for the first time, with the same answer.
    const first = await ask(proxy, `/product/reviews?date_from=2000-01-${String(++unique).padStart(2, '0')}`, given);
    for (let repeat = 0; repeat < 3; repeat += 1) {
      const again = await ask(proxy, '/product/reviews', given);
      assert.equal(again.text, first.text);
      assert.deepEqual(comparable(again), comparable(first), JSON.stringify(given));
    }
  }
  assert.deepEqual(
    comparable(await ask(proxy, '/product/reviews', {}, 'HEAD')),
    comparable(await ask(proxy, '/product/reviews?date_from=2000-01-31', {}, 'HEAD')),
  );
});

test('what was written is in the next answer, however often the one before was given', async () => {
  await using stage = await Stage.open({ knowsVoters: true });
  const proxy = await (await stage.proxy()).mirrored();
  const votes = async () =>
    JSON.parse((await ask(proxy, '/product/reviews', { 'accept-encoding': 'br' })).text).product_reviews[0].votes;
  for (let repeat = 0; repeat < 5; repeat += 1) assert.equal(await votes(), 0);
  assert.ok((await proxy.post('/product/reviews/vote', { review_id: '8', vote: 'positive' })).http < 300);
  for (let repeat = 0; repeat < 5; repeat += 1) assert.equal(await votes(), 1);
});

test('answers from the cache count for the limit of an address, by its /64, and only as trusted proxies say', async () => {
  await using stage = await Stage.open();
  const clock = new PacedClock(1);
  const proxy = await (await stage.proxy({ clock, trustedProxies: ['127.0.0.0/8', '10.0.0.0/8'] })).mirrored();
  // However long so many requests take here, all of them are in one minute.
  clock.pace = 0;
  const from = (address: string) => ask(proxy, '', { 'x-forwarded-for': address });
  for (let asked = 0; asked < 6_000; asked += 100) {
    await Promise.all(
      Array.from({ length: 100 }, (_none, index) => from(`198.51.100.${index}, 2001:db8:1:2::${index}, 10.1.2.3`)),
    );
  }
  const refused = await from('2001:db8:1:2:ffff::1');
  assert.deepEqual([refused.http, JSON.parse(refused.text).errorCode], [429, 429]);
  assert.ok(Number(refused.headers['retry-after']) >= 1);
  assert.equal((await from('2001:db8:1:3::1')).http, 200);
});

test('a proxy that stops tells its connections so, also those that it answers from the cache', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  await ask(proxy, '/products');
  await ask(proxy, '/products');
  const start = performance.now();
  await proxy.close();
  assert.ok(performance.now() - start < KEEP_ALIVE_MS, 'none is waited for until it is given up');
  await until('no connection is left', () => Object.keys(agent.sockets).length === 0);
});
