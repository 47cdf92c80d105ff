import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';
import { planted, send } from './fake-upstream.ts';
import { SkippingClock } from './clocks.ts';
import { Stage, until } from './harness.ts';

let postgres: UsedPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres.stop());

for (const database of ['SQLite', 'PostgreSQL'] as const) {
  describe(`the session on ${database}`, () => {
    const locate = async (stage: Stage) =>
      database === 'SQLite'
        ? { location: { directory: stage.path('data') } }
        : { location: { databaseUrl: await freshDatabase(postgres.url, 'proxy') } };

    test('twenty reads at once log in once, and a second start not at all', async () => {
      await using stage = await Stage.open();
      const located = await locate(stage);
      const proxy = await stage.proxy(located);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_none, index) => proxy.shop(`/products?start=${index % 2}`)),
      );
      assert.ok(answers.every(({ http }) => http === 200));
      await proxy.mirrored();
      await proxy.close();
      const again = await stage.proxy(located);
      await again.get('/v1/partners/-/write-link/get');
      assert.equal(stage.upstream.logins, 1);
    });
  });
}

test('a token that is revoked in the middle is replaced by one login, and nobody notices', async () => {
  const clock = new SkippingClock();
  await using stage = await Stage.open(clock.api);
  const proxy = await (await stage.proxy({ clock })).mirrored();
  // Past the ten seconds whose calls went into filling the mirror.
  clock.ahead += 11_000;
  stage.upstream.token = null;
  assert.equal((await proxy.get('/v1/partners/-/write-link/get')).http, 200);
  assert.equal(stage.upstream.logins, 2);
});

test('a wrong password is one clear line; what is mirrored is served, what is cold is refused, and nobody asks again', async () => {
  await using stage = await Stage.open();
  await (await (await stage.proxy()).mirrored()).close();
  stage.upstream.token = null;
  const lines: { level: number; msg: string }[] = [];
  const logger = pino(
    { level: 'error' },
    { write: (line: string) => void lines.push(JSON.parse(line) as { level: number; msg: string }) },
  );
  const proxy = await stage.proxy({ password: 'another password', logger });
  const cold = await proxy.get('/v1/partners/-/write-link/get');
  assert.deepEqual([cold.http, cold.body.errorCode], [503, 503]);
  assert.ok(Number(cold.headers.get('retry-after')) >= 1);
  assert.doesNotMatch(cold.text, /password|account|201/i);
  await until('it was said', () => lines.length > 0);
  const logins = stage.upstream.logins;
  for (let count = 0; count < 5; count += 1) await proxy.get('/v1/partners/-/write-link/get');
  assert.equal(stage.upstream.logins, logins);
  assert.equal((await proxy.shop('/products')).http, 200);
  assert.equal(lines.filter(({ msg }) => /refuses the proxy's account: 201 .*PLAUDIT_PASSWORD/.test(msg)).length, 1);
  const ready = await proxy.get('/readyz');
  assert.deepEqual([ready.http, /201 Email or password invalid/.test(ready.body.login)], [200, true]);
  assert.ok(!ready.text.includes('another password') && !ready.text.includes('private.example'));
});

test('a disabled account with nothing mirrored is not ready, and says why', async () => {
  await using stage = await Stage.open();
  stage.upstream.loginError = 202;
  const proxy = await stage.proxy();
  assert.equal((await proxy.shop('/products')).http, 503);
  const ready = await proxy.get('/readyz');
  assert.deepEqual([ready.http, /202 User access has been disabled/.test(ready.text)], [503, true]);
});

test('the token, the password and the client token cannot be read from the data directory', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  const token = stage.upstream.token!;
  await proxy.close();
  for (const name of readdirSync(stage.path('data'))) {
    const bytes = readFileSync(stage.path(`data/${name}`));
    for (const secret of [token, planted.password, planted.clientToken])
      assert.equal(bytes.includes(secret), false, `${name} holds a secret`);
  }
});

test('no log line holds a secret, an address or what was asked for', async () => {
  await using stage = await Stage.open();
  let log = '';
  const logger = pino(
    { level: 'debug' },
    {
      write: (line: string) => {
        log += line;
      },
    },
  );
  const proxy = await (await stage.proxy({ logger, trustedProxies: ['127.0.0.1/32'] })).mirrored();
  const token = stage.upstream.token!;
  await proxy.shop(`/products?q=${encodeURIComponent(planted.email)}`, {
    'plaudit-visitor': 'visitor-planted-1',
    'x-forwarded-for': '203.0.113.77',
  });
  await proxy.post(
    '/product/reviews/vote',
    { review_id: '8', vote: 'positive' },
    { 'plaudit-visitor': 'visitor-planted-1', 'x-forwarded-for': '203.0.113.77' },
  );
  stage.upstream.fault = (_call, response) => void response.writeHead(500).end(planted.email);
  await proxy.get('/v1/partners/-/write-link/get');
  const refusal = { status: 'ERROR', success: false, errorCode: 503, errorReason: `${planted.email} ${token}` };
  stage.upstream.fault = (_call, response) => send(response, 200, refusal, { 'x-token': token });
  await proxy.get('/v1/partners/-/write-link/get');
  stage.upstream.fault = (_call, response) => send(response, 200, { ...refusal, errorCode: 308 }, { 'x-token': token });
  await proxy.post('/product/reviews/add', { sku: 'SKU-1', title: 'a', content: planted.email, rating: '5' });
  for (const secret of [
    planted.email,
    encodeURIComponent(planted.email),
    planted.password,
    planted.clientToken,
    token,
    'visitor-planted-1',
    '203.0.113.77',
    'account@private.example',
  ]) {
    assert.equal(log.includes(secret), false, `the log holds ${secret}`);
  }
  const metrics = (await proxy.get('/metrics')).text;
  for (const secret of [planted.email, planted.clientToken, token, 'visitor-planted-1'])
    assert.equal(metrics.includes(secret), false);
});

test('an API that cannot be reached is not taken for one that refuses the account', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy({ upstream: 'http://127.0.0.1:1/v1' });
  // Each part of the mirror asks for a token of its own; their failures add up past every limit of logins.
  for (let attempt = 0; attempt < 6; attempt += 1)
    assert.ok([502, 503].includes((await proxy.get('/v1/partners/-/write-link/get')).http));
  const { body } = await proxy.get('/readyz');
  assert.deepEqual([body.login, body.upstream], ['unknown', 'The review service cannot be reached']);
});
