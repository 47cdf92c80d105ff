/**
 * One person, in every place where the two programs keep anything: written by the public surface, looked for in the raw
 * bytes of everything, erased by one call, and looked for again. The same run gives out secrets of every kind, and none
 * of them is in any table.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { pino, type Logger } from 'pino';
import { openServiceDatabase } from '../../review-service/database.ts';
import type { ServiceLocation } from '../../review-service/database.ts';
import { startService, type RunningService } from '../../review-service/service.ts';
import { startProxy, type RunningProxy } from '../../server-proxy/proxy.ts';
import { saveContent } from '../support/content.ts';
import { bytesOf, find } from '../support/kept-bytes.ts';
import { freePort } from '../support/ports.ts';
import { addOwner, onEveryDatabase, password } from '../support/review-service.ts';
import { PacedClock } from './clocks.ts';
import { customerSecret, merchantKey, sign, TestProxy, until, type Read } from './harness.ts';

const shop = 'shop.example';
const email = 'erika.quix@kunden.example';
/** As the shop spells it; it is one person. */
const spelled = 'Erika.Quix@kunden.example';
const phone = '+49 30 9876 5432';
/** In every text, name and order of theirs. */
const mark = 'quixotrix';
const traces = [email, mark, phone];

interface Stage {
  readonly proxy: TestProxy;
  readonly clock: PacedClock;
  readonly clientToken: string;
  readonly serviceUrl: string;
  readonly lines: string[];
  stopService(): Promise<void>;
  startService(): Promise<void>;
}

async function run(
  places: { service: ServiceLocation; proxy: ServiceLocation },
  work: (stage: Stage) => Promise<void>,
): Promise<void> {
  const clock = new PacedClock(20);
  const lines: string[] = [];
  const logger: Logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const port = await freePort();
  const db = await openServiceDatabase(places.service);
  const { clientToken } = await addOwner(db, { business: shop, email: 'owner@shop.example' });
  await saveContent(db, shop, { products: [{ id: 1, sku: 'MUG', title: 'Blue mug' }] });
  await db.destroy();
  const serve = () => startService({ host: '127.0.0.1', port, location: places.service, demo: false, logger, clock });
  let service: RunningService | undefined = await serve();
  let running: RunningProxy | undefined;
  try {
    running = await startProxy({
      host: '127.0.0.1',
      port: 0,
      upstream: `${service.url}/v1`,
      businesses: [shop],
      location: places.proxy,
      clientToken,
      email: 'owner@shop.example',
      password,
      origins: [],
      trustedProxies: [],
      merchantKey,
      customerSecret,
      logger,
      clock,
      widgetsDirectory: join(import.meta.dirname, 'files', 'widgets'),
    });
    const proxy = await new TestProxy(running, () => {}).mirrored();
    clock.pace = 1;
    await work({
      proxy,
      clock,
      clientToken,
      lines,
      serviceUrl: service.url,
      async stopService() {
        await service?.close();
        service = undefined;
      },
      async startService() {
        service = await serve();
      },
    });
  } finally {
    await running?.close();
    await service?.close();
  }
}

const customer = (claims: object = {}) => ({
  'plaudit-customer': sign({
    email: spelled,
    order_id: `O-${mark}`,
    first_name: mark,
    last_name: mark,
    exp: Math.floor(Date.now() / 1_000) + 900_000,
    ...claims,
  }),
});
const review = (title: string) => ({ sku: 'MUG', title: `${title} ${mark}`, content: `As ${mark} says`, rating: '4' });
const keyed = (key: string) => ({ 'idempotency-key': key });

/** Puts the person wherever the public surface can put them, and answers what is to be sent again, and the secrets that were given out. */
async function plant({ proxy, serviceUrl, clientToken, stopService, startService }: Stage) {
  const secrets: string[] = [clientToken, password, merchantKey, customerSecret];
  const good = (answer: Read) => {
    assert.ok([200, 202].includes(answer.http), answer.text);
    for (const [link] of answer.text.matchAll(/https?:[^"\s]+/g))
      secrets.push(...link.split(/[/?]/).filter((part) => part.length >= 40));
    return answer.body;
  };
  const merchant = async (path: string, body: Record<string, string>, key: string) => {
    secrets.push(key);
    return good(await proxy.merchant(`/businesses/-${path}`, { body, headers: keyed(key) }));
  };

  // Logging in ignores the key, at the service itself.
  const login = await fetch(`${serviceUrl}/v1/login?client_token=${clientToken}`, {
    method: 'POST',
    headers: keyed('key-of-a-login-123'),
    body: new URLSearchParams({ email: 'owner@shop.example', password }),
  });
  const { token } = (await login.json()) as { token: string };
  secrets.push(token);
  await fetch(`${serviceUrl}/v1/login?client_token=${clientToken}`, {
    method: 'POST',
    body: new URLSearchParams({ email, password: 'a guess' }),
  });

  const written = () =>
    proxy.post('/product/reviews/add', review('Delivered'), {
      ...customer({ jti: 'one-use-of-a-token' }),
      ...keyed('key-of-a-review-123'),
    });
  const { product_review: own } = good(await written());
  good(
    await proxy
      .post(
        '/reviews/flag',
        { review_no: '1', reason: 'other', message: `By ${mark} ${email}` },
        { ...customer(), ...keyed('key-of-a-report-123') },
      )
      .then((answer) => (answer.http === 404 ? { ...answer, http: 200 } : answer)),
  );
  good(
    await proxy.post(
      '/product/reviews/vote',
      { review_id: String(own.id), vote: 'positive' },
      { ...customer(), ...keyed('key-of-a-vote-12345'), 'plaudit-visitor': 'visitor-of-a-shopper-1' },
    ),
  );
  secrets.push(
    'key-of-a-review-123',
    'key-of-a-report-123',
    'key-of-a-vote-12345',
    'visitor-of-a-shopper-1',
    'one-use-of-a-token',
  );

  const order = { email: spelled, order_id: `O-${mark}`, order_date: '2026-02-03', first_name: mark, last_name: mark };
  await merchant('/review/request/add', { ...order, phone, return_link: '1' }, 'key-of-a-request-123');
  await merchant(
    '/product/review/request/add',
    { ...order, product_skus: 'MUG', return_link: '1' },
    'key-of-a-request-124',
  );
  await merchant('/review/request/add', { ...order, order_id: `P-${mark}` }, 'key-of-a-request-125');
  await merchant(
    '/product/reviews/add',
    { ...review('By the shop'), email, order_id: `O-${mark}`, user_location: mark },
    'key-of-a-merchant-12',
  );
  const { url } = good(await proxy.get('/v1/partners/-/write-link/get'));
  assert.equal(good(await proxy.get('/v1/partners/-/write-link/get')).url, url);
  const form = await (await fetch(url)).text();
  const formId = /name="form" value="([^"]+)"/.exec(form)![1]!;
  const sent = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      form: formId,
      rating: '5',
      title: `Page ${mark}`,
      content: `From the page, ${mark}`,
      name: `${mark} Q`,
      email: spelled,
    }),
  });
  assert.equal(sent.status, 303, await sent.text());
  const { link } = good(await proxy.get('/v1/partners/-/edit-link/get', customer()));
  assert.equal((await fetch(link, { method: 'POST', body: new URLSearchParams({ step: 'send' }) })).status, 200);
  good(await proxy.merchant(`/businesses/-/privacy/access?email=${email}`));

  await stopService();
  const queued = () =>
    proxy.post('/product/reviews/add', review('Waiting'), {
      ...customer({ jti: 'another-use-of-a-token' }),
      ...keyed('key-of-a-review-124'),
    });
  assert.equal((await queued()).http, 202);
  await startService();
  return { secrets, replays: [written, queued], url };
}

onEveryDatabase((place) => {
  test('secrets are in no table, a person is in none after one call, and nothing brings them back', async () => {
    const places = { service: await place(), proxy: await place('proxy') };
    await run(places, async (stage) => {
      const { proxy, lines } = stage;
      const { secrets, replays } = await plant(stage);
      const everywhere = async (only?: RegExp) => [
        ...(await bytesOf(places.service, only)),
        ...(await bytesOf(places.proxy, only)),
      ];
      assert.deepEqual(find(await everywhere(/\.sqlite|calls/), secrets), []);
      assert.ok(secrets.filter((secret) => secret.length === 43).length >= 4, 'links were given out');
      assert.ok(find(await everywhere(), [email]).length > 1, 'the person was planted');

      const erased = await proxy.merchant('/businesses/-/privacy/remove', {
        body: { email: spelled.toUpperCase() },
        headers: keyed('key-of-an-erasure-1'),
      });
      assert.equal(erased.http, 200, erased.text);
      // A page of the mirror that is on its way just then is looked after a moment later.
      await until('no trace is left', async () => find(await everywhere(), traces).length === 0, 120_000).catch(
        async () => assert.deepEqual(find(await everywhere(), traces), []),
      );

      for (const replay of replays) {
        const again = await replay();
        assert.deepEqual(
          [again.http, again.body.errorCode, again.headers.get('idempotent-replayed')],
          [404, 307, 'true'],
          again.text,
        );
      }
      const fresh = await proxy.post('/product/reviews/add', review('Again'), customer({ jti: 'one-use-of-a-token' }));
      assert.deepEqual([fresh.http, fresh.body.errorCode], [409, 304], 'its token was used');
      assert.equal((await proxy.merchant('/businesses/-/queue')).body.total, 0);
      // Past every retry: what waited is not delivered.
      stage.clock.pace = 100;
      await until('what waits was looked at', async () =>
        /plaudit_outbox\{state="waiting"\} 0/.test((await proxy.get('/metrics')).text),
      );
      const later = stage.clock.now() + 60_000;
      await until('the outbox had its turns', () => stage.clock.now() > later);
      stage.clock.pace = 1;
      assert.deepEqual((await proxy.merchant('/businesses/-/product/reviews')).body.product_reviews, []);
      assert.deepEqual(find(await everywhere(), traces), []);
      assert.deepEqual(
        find(
          lines.map((line) => [line, line.toLowerCase()]),
          [...traces, ...secrets],
        ),
        [],
        'the log says nothing of them',
      );
      assert.ok(lines.length > 30);
    });
  });
});

test('a person is erased by command from a directory that holds both, while the programs run', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-erase-'));
  const places = { service: { directory: join(directory, 'service') }, proxy: { directory: join(directory, 'proxy') } };
  const { runProgram } = await import('../support/program.ts');
  try {
    await run(places, async (stage) => {
      const { replays } = await plant(stage);
      const everywhere = () => bytesOf({ directory });
      const { status, out, err } = await runProgram(
        ['privacy', 'remove', '--data', directory, '--business', shop, '--email', '-'],
        { input: `${spelled}\n` },
      );
      assert.deepEqual([status, err], [0, '']);
      assert.match(
        out,
        /^Erased from the review service in .*service: \d review.*, 3 requests, \d mails, \d+ kept answers\nErased from the proxy in .*proxy: \d mirrored reviews?, \d waiting writes?, \d+ kept answers\n$/,
      );
      assert.ok(!out.includes(email));
      // What was on its way is erased once it must have arrived, and two sweeps have to miss what the mirror took in.
      stage.clock.pace = 20;
      await until('no trace is left', async () => find(await everywhere(), traces).length === 0, 120_000).catch(
        async () => assert.deepEqual(find(await everywhere(), traces), []),
      );
      for (const replay of replays) assert.equal((await replay()).body.errorCode, 307);
      assert.deepEqual((await stage.proxy.shop('/product/reviews')).body.product_reviews, []);
    });
    const nobody = await runProgram([
      'privacy',
      'remove',
      '--data',
      directory,
      '--business',
      shop,
      '--email',
      'nobody@kunden.example',
    ]);
    assert.match(nobody.out, /: 0 reviews, 0 requests, 0 mails, 0 kept answers\n/);
    assert.deepEqual([nobody.status, nobody.out.includes('Nobody is known to shop.example')], [0, true]);
    for (const [args, wanted, said] of [
      [['--data', join(directory, 'nowhere'), '--business', shop, '--email', email], 1, /holds no data/],
      [['--data', directory, '--business', 'other.example', '--email', email], 1, /no business/i],
      [['--data', directory, '--business', shop, '--email', 'nobody'], 2, /--email/],
    ] as const) {
      const { status, err } = await runProgram(['privacy', 'remove', ...args]);
      assert.equal(status, wanted, err);
      assert.match(err, said);
      assert.equal(err.trim().split('\n').length, 1);
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test('what the API shows no longer is gone from the disk as well, once two sweeps have missed it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-erase-'));
  const places = { service: { directory: join(directory, 'service') }, proxy: { directory: join(directory, 'proxy') } };
  const { runProgram } = await import('../support/program.ts');
  const ofProxy = async () => find(await bytesOf(places.proxy, /\.sqlite/), [mark]);
  try {
    await run(places, async ({ proxy, clock }) => {
      const written = await proxy.merchant('/businesses/-/product/reviews/add', {
        body: { ...review('Mirrored'), email, order_id: 'O-1' },
      });
      assert.equal(written.http, 200, written.text);
      assert.ok((await ofProxy()).length > 0);
      const { status, err } = await runProgram([
        'privacy',
        'remove',
        '--data',
        places.service.directory,
        '--business',
        shop,
        '--email',
        email,
      ]);
      assert.deepEqual([status, err], [0, '']);
      clock.pace = 20;
      await until('no trace is left at the proxy', async () => (await ofProxy()).length === 0, 60_000);
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test('what was delivered long ago is no waiting write when it is erased by its number', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-erase-'));
  const places = { service: { directory: join(directory, 'service') }, proxy: { directory: join(directory, 'proxy') } };
  const { runProgram } = await import('../support/program.ts');
  try {
    await run(places, async ({ proxy }) => {
      const added = await proxy.post('/product/reviews/add', review('Delivered'), customer());
      assert.equal(added.http, 200, added.text);
      assert.equal((await proxy.merchant('/businesses/-/queue')).body.total, 0);
      const number = String(added.body.product_review.id);
      const { out, err } = await runProgram([
        'privacy',
        'remove',
        '--data',
        directory,
        '--review',
        number,
        '--product',
      ]);
      assert.equal(err, '');
      assert.match(out, /service: 1 review,.*\n.*proxy: \d mirrored reviews?, 0 waiting writes,/);
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test('what waits at the proxy is erased before the service is, or it would be delivered after', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-erase-'));
  const places = { service: { directory: join(directory, 'service') }, proxy: { directory: join(directory, 'proxy') } };
  const { runProgram } = await import('../support/program.ts');
  try {
    await run(places, async ({ proxy, stopService, startService }) => {
      const waiting = async () =>
        /plaudit_outbox\{state="waiting"\} (\d+)/.exec((await proxy.get('/metrics')).text)?.[1];
      await stopService();
      assert.equal((await proxy.post('/product/reviews/add', review('Waiting'), customer())).http, 202);
      assert.equal(await waiting(), '1');
      // Nothing can be erased from the service for now.
      const lock = new DatabaseSync(join(places.service.directory, 'reviews.sqlite'));
      lock.exec('begin immediate');
      const erasing = runProgram(['privacy', 'remove', '--data', directory, '--business', shop, '--email', email]);
      let isOver = false;
      void erasing.finally(() => {
        isOver = true;
      });
      await until('it is erased from the proxy', async () => isOver || (await waiting()) === '0');
      assert.ok(!isOver, 'the service was erased from first');
      lock.exec('commit');
      lock.close();
      const { status, out, err } = await erasing;
      assert.deepEqual([status, err], [0, '']);
      assert.match(out, /proxy: 0 mirrored reviews, 1 waiting write,/);
      await startService();
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
