import assert from 'node:assert/strict';
import { request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { version } from '../../server-kit/version.ts';
import { send } from './fake-upstream.ts';
import { Stage, until, type TestProxy } from './harness.ts';

/** Without what `fetch` adds or takes away. */
function raw(
  proxy: TestProxy,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ http: number; headers: NodeJS.Dict<string | string[]>; bytes: Buffer }> {
  const { port } = new URL(proxy.url);
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({ http: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks) });
      });
    })
      .on('error', reject)
      .end();
  });
}

test('an answer says how long it may be kept, and 304 to who has it already', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  const first = await proxy.shop('/products');
  assert.equal(
    first.headers.get('cache-control'),
    'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400',
  );
  assert.match(first.headers.get('age')!, /^\d+$/);
  const etag = first.headers.get('etag')!;
  for (const given of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
    const again = await proxy.shop('/products', { 'if-none-match': given });
    assert.deepEqual([again.http, again.text, again.headers.get('etag')], [304, '', etag]);
    assert.match(again.headers.get('cache-control')!, /max-age=60/);
  }
  assert.equal((await proxy.shop('/products', { 'if-none-match': '"other"' })).http, 200);
  const head = await raw(proxy, 'HEAD', '/v1/businesses/-/products');
  assert.deepEqual([head.http, head.headers['etag'], head.bytes.length], [200, etag, 0]);
});

test('bodies are compressed for who asks, and vary by it', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  await proxy.knowsLanguages();
  const plain = await raw(proxy, 'GET', '/v1/businesses/-/product/reviews', { 'accept-encoding': 'identity' });
  for (const [accepted, encoding] of [
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
  ] as const) {
    const { headers, bytes } = await raw(proxy, 'GET', '/v1/businesses/-/product/reviews', {
      'accept-encoding': accepted,
    });
    assert.equal(headers['content-encoding'], encoding);
    assert.equal(headers['etag'], plain.headers['etag']);
    assert.match(String(headers['vary']).toLowerCase(), /origin.*accept-encoding|accept-encoding.*origin/);
    assert.ok(bytes.length < plain.bytes.length);
  }
  assert.equal(
    (await raw(proxy, 'GET', '/plaudit.all.js', { 'accept-encoding': 'br' })).headers['content-encoding'],
    'br',
  );
  // A cache in between that met the plain one first must not give it to all.
  for (const accepted of ['identity', 'br'])
    assert.equal(
      (await raw(proxy, 'GET', '/plaudit.all.js', { 'accept-encoding': accepted })).headers['vary'],
      'accept-encoding',
    );
});

test("listed origins and the proxy's own may call, any other gets 403", async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy({ publicUrl: 'https://reviews.shop.example' })).mirrored();
  for (const origin of ['https://shop.example', 'https://reviews.shop.example', proxy.url]) {
    const { http, headers } = await proxy.shop('/products', { origin });
    assert.deepEqual([http, headers.get('access-control-allow-origin')], [200, origin]);
    assert.equal(headers.get('access-control-expose-headers'), 'ETag, Age, Retry-After, Idempotent-Replayed');
    assert.match(headers.get('vary')!, /Origin/);
    assert.equal(headers.get('access-control-allow-credentials'), null);
  }
  for (const origin of [
    'https://evil.example',
    'http://shop.example',
    'https://shop.example.evil.example',
    'https://shop.example:8443',
    'null',
    'https://SHOP.example.',
  ]) {
    for (const { http, headers, body } of [
      await proxy.shop('/products', { origin }),
      await proxy.post('/product/reviews/vote', { review_id: '8', vote: 'positive' }, { origin }),
    ]) {
      assert.deepEqual([http, body.errorCode, headers.get('access-control-allow-origin')], [403, 308, null], origin);
    }
  }
  assert.equal(stage.upstream.callsOf('/vote').length, 0);
});

test('a preflight names what may be sent', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  const ask = (origin: string, path: string) =>
    raw(proxy, 'OPTIONS', path, {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'idempotency-key',
    });
  const allowed = await ask('https://shop.example', '/v1/businesses/-/product/reviews/vote');
  assert.deepEqual(
    [allowed.http, allowed.headers['access-control-allow-origin'], allowed.headers['access-control-allow-methods']],
    [204, 'https://shop.example', 'POST'],
  );
  assert.equal(
    allowed.headers['access-control-allow-headers'],
    'content-type, idempotency-key, plaudit-visitor, plaudit-customer, plaudit-proof, if-none-match',
  );
  assert.equal((await ask('https://evil.example', '/v1/businesses/-/product/reviews/vote')).http, 403);
  assert.equal((await ask('https://shop.example', '/v1/businesses/-/messages')).http, 404);
});

test('errors carry CORS headers too, so that a page can read them', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  const { http, headers } = await proxy.shop('/products?count=0', { origin: 'https://shop.example' });
  assert.deepEqual([http, headers.get('access-control-allow-origin')], [400, 'https://shop.example']);
});

test('the widgets may be loaded by any page', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  for (const path of [
    '/plaudit.js',
    '/plaudit.all.js',
    '/assets/stars-abc123.js',
    '/sri.json',
    '/custom-elements.json',
  ]) {
    const { http, headers } = await proxy.get(path, { origin: 'https://anywhere.example' });
    assert.deepEqual(
      [
        http,
        headers.get('access-control-allow-origin'),
        headers.get('cross-origin-resource-policy'),
        headers.get('x-content-type-options'),
      ],
      [200, '*', 'cross-origin', 'nosniff'],
      path,
    );
    assert.match(
      headers.get('content-type')!,
      path.endsWith('.js') ? /^(text|application)\/javascript/ : /^application\/json/,
    );
    assert.match(
      headers.get('cache-control')!,
      path.startsWith('/assets/') ? /max-age=31536000, immutable/ : /max-age=300/,
    );
    // `fetch` would ask for a new one by itself.
    assert.equal((await raw(proxy, 'GET', path, { 'if-none-match': headers.get('etag')! })).http, 304);
  }
});

test('no path leads out of the served directories', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy({ storefrontDirectory: join(import.meta.dirname, 'files', 'storefront') });
  for (const path of [
    '/assets/../../fake-upstream.ts',
    '/assets/..%2f..%2ffake-upstream.ts',
    '/assets/%2e%2e/%2e%2e/fake-upstream.ts',
    '/..%5c..%5cfake-upstream.ts',
    '/.env',
    '/products/..%2f.env',
    '//etc/passwd',
    '/assets/',
    '/products/',
    '/plaudit.js%00',
    '/proxy.sqlite',
  ]) {
    const { http, bytes } = await raw(proxy, 'GET', path);
    assert.ok(http === 404 || http === 400, `${path} answers ${http}`);
    assert.equal(JSON.parse(bytes.toString()).success, false);
  }
});

test('the storefront is served under a strict policy', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy({
    storefrontDirectory: join(import.meta.dirname, 'files', 'storefront'),
    imageOrigins: ['http://127.0.0.1:4001'],
  });
  for (const path of ['/', '/index.html', '/products/demo-001', '/products/demo-001.html']) {
    const { http, headers } = await proxy.get(path);
    assert.deepEqual([http, headers.get('content-type')], [200, 'text/html; charset=utf-8'], path);
    const policy = headers.get('content-security-policy')!;
    for (const rule of [
      "default-src 'self'",
      "img-src 'self' http://127.0.0.1:4001 data: blob:",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types lit-html',
      "base-uri 'none'",
      "frame-ancestors 'self'",
    ])
      assert.ok(policy.includes(rule), rule);
    assert.doesNotMatch(policy, /unsafe|\*/);
  }
  assert.ok((await proxy.get('/')).text.includes('★'));
  assert.match((await proxy.get('/style.css')).headers.get('content-type')!, /^text\/css/);
  assert.equal((await proxy.get('/plaudit.js')).http, 200);
  const unknown = await proxy.get('/v1/nothing');
  assert.deepEqual([unknown.http, unknown.body.errorCode], [404, 399]);
  assert.equal((await proxy.post('/nothing', {})).http, 404);
});

test('requests that are no HTTP get the envelope as well', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  assert.equal((await raw(proxy, 'GET', `/v1/businesses/-/products?q=${'x'.repeat(20_000)}`)).http, 431);
  assert.equal((await raw(proxy, 'GET', '/v1/businesses/%zz/products')).http, 400);
});

test('the proxy says that it runs, whether it can answer, and how it is doing', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  assert.deepEqual((await proxy.get('/healthz')).body, { status: 'OK', success: true, version });
  const ready = await proxy.get('/readyz');
  assert.deepEqual([ready.http, ready.body.login, ready.body.businesses[0].business], [200, 'good', 'shop.example']);
  await proxy.shop('/products');
  const { text } = await proxy.get('/metrics');
  assert.match(text, /plaudit_upstream_calls_total\{lane="sweep",operation="listProducts",outcome="ok"\} 1/);
  assert.match(text, /plaudit_upstream_calls_total\{lane="write",operation="login",outcome="ok"\} 1/);
  assert.match(text, /plaudit_answers_total\{operation="listProducts",source="mirror"\} 1/);
  assert.match(text, /plaudit_mirror_age_seconds\{business="shop.example",part="products"\} \d/);
});

test('every call to the API says which program makes it', async () => {
  await using stage = await Stage.open();
  await (await stage.proxy()).mirrored();
  assert.ok(stage.upstream.calls.length > 0);
  for (const { path, headers } of stage.upstream.calls) assert.equal(headers['user-agent'], `plaudit/${version}`, path);
});

test('a stop finishes what is in flight, and is quick about what hangs', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  stage.upstream.fault = async (call, response) => {
    await held;
    if (call.path.includes('write-link'))
      return send(response, 200, {
        url: 'https://a.example',
        hash: 'a',
        expire: '2099-01-01 00:00:00',
        status: 'OK',
        success: true,
      });
    return false;
  };
  const inFlight = proxy.get('/v1/partners/-/write-link/get');
  await until('it is under way', () => stage.upstream.callsOf('/write-link/get').length === 1);
  const start = performance.now();
  const closing = proxy.close();
  release();
  assert.equal((await inFlight).http, 200);
  await closing;
  assert.ok(performance.now() - start < 5_000);
  await assert.rejects(fetch(proxy.url), /fetch failed/);
});
