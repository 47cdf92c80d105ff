import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { freePort } from '../support/ports.ts';
import { spawnProxy } from '../support/spawned-proxy.ts';
import { SkippingClock } from './clocks.ts';
import { planted, send, type Fault } from './fake-upstream.ts';
import { Stage, until } from './harness.ts';

/** The login works; everything after it goes wrong. */
const afterLogin =
  (fault: Fault): Fault =>
  (call, response) =>
    call.path === '/v1/login' ? false : fault(call, response);

const faults: Record<
  string,
  { fault: Fault; http: number; /** On a machine that is too busy to read on. */ orElse?: number }
> = {
  'it hangs': { fault: () => new Promise<void>(() => {}), http: 504 },
  'it sends a byte a second': {
    fault: (_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 1_000).unref();
      response.on('close', () => clearInterval(drip));
    },
    http: 504,
  },
  'it answers 500 with HTML': {
    fault: (_call, response) => void response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Oops</h1>'),
    http: 502,
  },
  'it answers 200 with HTML': {
    fault: (_call, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
    http: 502,
  },
  'it answers 200 with an unexpected error': {
    fault: (_call, response) =>
      send(response, 200, { status: 'ERROR', success: false, errorCode: 399, errorReason: `about ${planted.email}` }),
    http: 502,
  },
  'its JSON is cut off': {
    fault: (_call, response) => void response.writeHead(200).end('{"status":"OK","product_reviews":[{"id":1,'),
    http: 502,
  },
  'it breaks the connection': {
    fault: (_call, response) =>
      void response.writeHead(200, { 'content-length': 1_000 }).write('{', () => response.destroy()),
    http: 502,
  },
  'it sends 50 MB': {
    fault: (_call, response) => {
      response.writeHead(200).on('error', () => {});
      const piece = Buffer.alloc(1024 * 1024, 0x20);
      let sent = 0;
      const more = () => {
        while (sent++ < 50) if (!response.write(piece)) return void response.once('drain', more);
        response.end('{}');
      };
      more();
    },
    http: 502,
    orElse: 504,
  },
  'it nests a million deep': {
    fault: (_call, response) =>
      void response
        .writeHead(200)
        .end(`{"status":"OK","product_reviews":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`),
    http: 502,
  },
  'it answers null': { fault: (_call, response) => send(response, 200, null), http: 502 },
  'it is under maintenance': {
    fault: (_call, response) =>
      send(
        response,
        200,
        { status: 'ERROR', success: false, errorCode: 503, errorReason: 'Down' },
        { 'retry-after': '30' },
      ),
    http: 503,
  },
  'it says that there were too many calls': {
    fault: (_call, response) =>
      send(
        response,
        429,
        { status: 'ERROR', success: false, errorCode: 429, errorReason: 'Too many requests' },
        { 'retry-after': '60' },
      ),
    http: 503,
  },
  'it takes no token': {
    fault: (_call, response) =>
      send(response, 200, { status: 'ERROR', success: false, errorCode: 203, errorReason: 'no' }),
    http: 503,
  },
  'it lacks a permission': {
    fault: (_call, response) =>
      send(response, 403, { status: 'ERROR', success: false, errorCode: 308, errorReason: 'no' }),
    http: 503,
  },
};

describe(
  "a cold read gets a clear envelope within 5 s, and nothing of the upstream's words",
  { concurrency: 4 },
  () => {
    for (const [name, { fault, http, orElse = http }] of Object.entries(faults)) {
      test(name, async () => {
        await using stage = await Stage.open();
        stage.upstream.fault = afterLogin(fault);
        const proxy = await stage.proxy();
        const ask = async () => {
          const start = performance.now();
          const asked = await proxy.shop('/product/reviews?sku=SKU-1');
          // Five, and what a busy machine takes beside; without a deadline it would be minutes.
          assert.ok(performance.now() - start < 60_000);
          return asked;
        };
        let answer = await ask();
        const isShown = () => answer.http === http || answer.http === orElse;
        // A machine so busy that it answers nothing in time, and leaves the API alone then, has not shown this fault.
        if (!isShown() && [503, 504].includes(answer.http))
          await until('the fault is met', async () => ((answer = await ask()), isShown()));
        assert.ok(isShown(), `${answer.http} ${answer.text}`);
        assert.deepEqual([answer.body.status, answer.body.success], ['ERROR', false]);
        assert.doesNotMatch(answer.text, /private\.example|planted|<h1>/);
        assert.equal(answer.headers.get('cache-control'), 'no-store');
        if (http === 503) assert.ok(Number(answer.headers.get('retry-after')) >= 1);
        // By itself, once the fault is gone; a pause that was asked for is kept.
        if (http !== 503) {
          stage.upstream.fault = null;
          await until('reads work again', async () => (await proxy.shop('/product/reviews?sku=SKU-1')).http === 200);
        }
      });

      test(`${name}, and reads go on from the mirror without waiting for it`, async () => {
        await using stage = await Stage.open();
        const proxy = await (await stage.proxy()).mirrored();
        stage.upstream.fault = fault;
        const fromApi = async () =>
          (await proxy.get('/metrics')).text
            .split('\n')
            .filter((line) => line.startsWith('plaudit_answers_total') && line.includes('source="api"'));
        const before = await fromApi();
        const answers = await Promise.all(
          ['/product/reviews?sku=SKU-1', '/product/reviews/stats?sku=SKU-1', '/products', '/reviews', ''].map((path) =>
            proxy.shop(path),
          ),
        );
        // None waited for the API: not one was asked of it.
        assert.deepEqual(await fromApi(), before);
        assert.deepEqual(new Set(answers.map((answer) => answer.http)), new Set([200]));
        // A machine so busy that the database has no answer in time is not ready, whatever the API does.
        await until('it is ready', async () => (await proxy.get('/readyz')).http === 200);
      });
    }

    test('it is down, and comes back', async () => {
      await using stage = await Stage.open();
      const { upstream } = stage;
      await upstream.stop();
      const port = await freePort();
      const url = `http://127.0.0.1:${port}/v1`;
      const proxy = await stage.proxy({ upstream: url });
      const answer = await proxy.shop('/products');
      assert.equal(answer.http, 502);
      const ready = await proxy.get('/readyz');
      assert.deepEqual([ready.http, ready.body.success], [503, false]);
      assert.equal((await proxy.get('/healthz')).http, 200);
      await upstream.start(port);
      await proxy.mirrored();
      assert.equal((await proxy.shop('/products')).http, 200);
      await upstream.stop();
      assert.equal((await proxy.shop('/products?count=2')).http, 200);
    });
  },
);

test(
  'answers without end do not fill the memory, however many ask',
  { skip: process.platform !== 'linux' && 'the memory of another process is read from /proc' },
  async (t) => {
    await using stage = await Stage.open();
    stage.upstream.fault = afterLogin(faults['it sends 50 MB']!.fault);
    const { url, child } = await spawnProxy([stage.upstream.url, stage.path('data')]);
    t.after(() => child.kill('SIGKILL'));
    const memory = (what: 'VmRSS' | 'VmHWM') =>
      Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024;
    const before = memory('VmRSS');
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_none, start) => fetch(`${url}/v1/businesses/-/products?start=${start}`)),
    );
    assert.ok(answers.every(({ status }) => status >= 500));
    assert.ok(stage.upstream.calls.length >= 10);
    const grown = memory('VmHWM') - before;
    t.diagnostic(`${Math.round(grown)} MB more than the ${Math.round(before)} MB at the start`);
    // Ten answers at once, of each 8 MB are read; whole, they would be 500 MB.
    assert.ok(grown < 250, `${Math.round(grown)} MB more`);
  },
);

test('a redirect to another host is not followed, and no token goes there', async (t) => {
  const seen: IncomingHttpHeaders[] = [];
  const thief = createServer((request, response) => {
    seen.push(request.headers);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(thief, 'listening');
  t.after(() => thief.close());
  const elsewhere = `http://127.0.0.1:${(thief.address() as AddressInfo).port}/v1`;
  await using stage = await Stage.open();
  stage.upstream.fault = afterLogin((_call, response) => void response.writeHead(302, { location: elsewhere }).end());
  const proxy = await stage.proxy();
  assert.equal((await proxy.shop('/products')).http, 502);
  // What a shopper writes is kept, and waits for an API that answers.
  assert.equal(
    (await proxy.post('/product/reviews/add', { sku: 'SKU-1', title: 'a', content: 'b', rating: '5' })).http,
    202,
  );
  assert.equal(seen.length, 0);
});

test('a storm of 429 is answered with silence until its pause is over', async () => {
  await using stage = await Stage.open();
  stage.upstream.fault = afterLogin((_call, response) =>
    send(response, 429, { status: 'ERROR', success: false, errorCode: 429 }, { 'retry-after': '3600' }),
  );
  const proxy = await stage.proxy();
  await until('the first 429 came', () => stage.upstream.calls.length >= 2);
  await proxy.shop('/products');
  const before = stage.upstream.calls.length;
  for (let count = 0; count < 10; count += 1) assert.equal((await proxy.shop(`/products?start=${count}`)).http, 503);
  assert.equal(stage.upstream.calls.length, before);
});

test('an answer that was read through is given out stale while the upstream fails', async () => {
  const clock = new SkippingClock();
  await using stage = await Stage.open({ now: clock.now });
  // Without the listing of reviews, nothing that needs them is mirrored.
  const breakReviews: Fault = (call, response) =>
    call.path.endsWith('/product/reviews') && call.query.get('count') === '100'
      ? void response.writeHead(500).end()
      : false;
  stage.upstream.fault = breakReviews;
  const proxy = await stage.proxy({ clock });
  const first = await proxy.shop('/product/reviews?sku=SKU-1');
  assert.equal(first.http, 200);
  const count = () =>
    stage.upstream
      .callsOf('/product/reviews')
      .filter(({ query }) => query.get('sku') === 'SKU-1' && query.get('count') !== '100').length;
  assert.equal((await proxy.shop('/product/reviews?sku=SKU-1')).text, first.text);
  assert.equal(count(), 1);

  // Past its freshness: given out at once, and fetched anew behind it.
  clock.ahead = 120_000;
  stage.upstream.content.productReviews[0]!['title'] = 'Changed';
  const stale = await proxy.shop('/product/reviews?sku=SKU-1');
  assert.deepEqual([stale.text, Number(stale.headers.get('age')) >= 119], [first.text, true]);
  await until('it was fetched behind', async () =>
    (await proxy.shop('/product/reviews?sku=SKU-1')).text.includes('Changed'),
  );
  assert.equal(count(), 2);

  // Long past it, and the API fails: better an old answer than none.
  clock.ahead = 4_000_000;
  stage.upstream.fault = (_call, response) => void response.writeHead(500).end();
  const old = await proxy.shop('/product/reviews?sku=SKU-1');
  assert.deepEqual([old.http, old.text.includes('Changed')], [200, true]);
});
