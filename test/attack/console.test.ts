/** What others try with the console of somebody who is signed in, or with its door. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { ConsoleBrowser } from '../support/console.ts';
import { onSqliteFirst, password, TestService } from '../support/review-service.ts';

/** The one script, by its address: nothing that stands in a page runs. */
const OWN_SCRIPT = /<script type="module" src="\/console\/assets\/console-[\w-]+\.js"><\/script>/;
const SETTINGS = '/console/settings/sign-in';
const email = 'owner@a.example';
const DAY = 86_400_000;
const options = { trustedProxies: ['127.0.0.1'] };

onSqliteFirst((place) => {
  let service: TestService;
  before(async () => {
    service = await new TestService(await place(), options).start();
    service.token = await service.account('a.example');
  });
  after(() => service.stop());
  beforeEach(() => service.clock.advance(2 * DAY));
  const browser = () => new ConsoleBrowser(service.url);
  const signInFrom = (network: string, secret: string, more: Record<string, string> = {}) =>
    browser().send(
      '/console/sign-in',
      { email, password: secret },
      { headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': network, ...more } },
    );

  test('a form of another site changes nothing, whatever it says of where it comes from', async () => {
    const owner = await browser().signIn(email);
    const forged: readonly Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site', origin: service.url },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${service.url}.evil.example` },
      { origin: 'not an origin' },
      {},
    ];
    const forms: readonly [string, Record<string, string>][] = [
      ['/console/sign-out', {}],
      ['/console/business', { business: '1' }],
      [`${SETTINGS}/end-all`, {}],
      [`${SETTINGS}/password`, { password, new: 'chosen by somebody else' }],
      ['/console/sign-in', { email, password }],
      ['/console/password', { email }],
      ['/console/nothing-here', {}],
    ];
    for (const headers of forged)
      for (const [path, fields] of forms) {
        await owner.send(path, fields, { headers });
        assert.equal(owner.status, 403, `${path} ${JSON.stringify(headers)}`);
        assert.match(owner.text, /This form came from elsewhere/);
        assert.equal(owner.headers.get('set-cookie'), null);
      }
    assert.equal((await owner.open(SETTINGS)).path, SETTINGS);
    assert.equal((await service.mails()).length, 0);
    await owner.send('/console/sign-out', {}, { headers: { origin: service.url } });
    assert.match(owner.path, /sign-in\?done=out/, 'a browser that sends no Sec-Fetch-Site is known by its Origin');
  });

  test('a token that somebody planted signs nobody in, before or after the owner does', async () => {
    const planted = 'A'.repeat(43);
    const owner = browser();
    owner.cookies.set('plaudit-console', planted);
    await owner.signIn(email);
    assert.doesNotMatch(owner.path, /sign-in\?|sign-in$/);
    assert.notEqual(owner.cookies.get('plaudit-console'), planted);
    for (const token of [planted, createHash('sha256').update(owner.cookies.get('plaudit-console')!).digest('hex')]) {
      const thief = browser();
      thief.cookies.set('plaudit-console', token);
      assert.match((await thief.open(SETTINGS)).path, /sign-in/);
    }
    // A guesser who has a session of their own keeps it to themselves: the owner's sign-in ends it.
    const lent = await browser().signIn(email);
    const own = lent.cookies.get('plaudit-console')!;
    await lent.signIn(email);
    const thief = browser();
    thief.cookies.set('plaudit-console', own);
    assert.match((await thief.open(SETTINGS)).path, /sign-in/);
  });

  test('whoever guesses waits with the right password too, and the owner elsewhere does not', async () => {
    const statuses = [];
    for (let guess = 0; guess < 12; guess++) statuses.push((await signInFrom('203.0.113.7', `guess ${guess}`)).status);
    assert.deepEqual(statuses, [...Array<number>(5).fill(401), ...Array<number>(7).fill(429)]);
    const right = await signInFrom('203.0.113.7', password);
    assert.deepEqual([right.status, right.cookies.size], [429, 0]);
    assert.match(right.headers.get('retry-after')!, /^[1-9]\d*$/);
    assert.match(right.text, /Too many sign-ins from your network failed/);
    assert.equal((await signInFrom('203.0.113.8', password)).status, 200);
    // Many at once are as many.
    const at = service.clock.now;
    service.clock.now = at + 2 * DAY;
    const many = await Promise.all(
      Array.from({ length: 12 }, (_, guess) => signInFrom('203.0.113.9', `at once ${guess}`)),
    );
    assert.equal(many.filter(({ status }) => status === 401).length, 5);
    assert.equal((await signInFrom('203.0.113.9', password)).status, 429);
  });

  test('a password is not guessed through a browser that was left open either', async () => {
    const thief = await signInFrom('203.0.113.20', password);
    const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '203.0.113.20' };
    const statuses = [];
    for (let guess = 0; guess < 7; guess++) {
      await thief.send(`${SETTINGS}/password`, { password: `guess ${guess}`, new: 'a wholly new secret' }, { headers });
      statuses.push(thief.status);
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
    assert.match(thief.headers.get('retry-after')!, /^[1-9]\d*$/);
  });

  test('an address that asks for a page elsewhere leads to the console alone', async () => {
    const elsewhere = [
      'https://evil.example/',
      '//evil.example/console/',
      '/\\evil.example/console/',
      '/\t/evil.example',
      'javascript:alert(1)',
      '/v1/businesses/a.example',
      '/consoles/x',
      '/console/../v1/businesses',
      '/console/..//evil.example',
      '/console/%2e%2e//evil.example',
      '/console/..\\..\\evil.example',
      'https:/console/',
    ];
    for (const next of elsewhere) {
      const someone = await browser().send(
        `/console/sign-in?next=${encodeURIComponent(next)}`,
        { email, password },
        { follow: false },
      );
      assert.deepEqual([someone.status, someone.location], [303, '/console'], next);
      await someone.open(`/console/sign-in?next=${encodeURIComponent(next)}`, { follow: false });
      assert.deepEqual([someone.status, someone.location], [303, '/console'], next);
    }
    for (const [next, leads] of [
      ['/console/reviews?q=a%20b&page=2', '/console/reviews?q=a%20b&page=2'],
      ['/console//evil.example', '/console//evil.example'],
      ['console/reviews', '/console/reviews'],
    ] as const) {
      const someone = await browser().send(
        `/console/sign-in?next=${encodeURIComponent(next)}`,
        { email, password },
        { follow: false },
      );
      assert.equal(someone.location, leads);
    }
    const twice = await browser().send(
      '/console/sign-in?next=/console/a&next=//evil',
      { email, password },
      { follow: false },
    );
    assert.equal(twice.location, '/console');
  });

  test('no page of the console can be framed, runs what stands in it, or is kept by a cache', async () => {
    const owner = await browser().signIn(email);
    const pages = [SETTINGS, `${SETTINGS}/codes`, '/console/nothing-here'];
    const open = ['/console/sign-in', '/console/password', '/console/password/none'];
    for (const [someone, paths] of [
      [owner, pages],
      [browser(), open],
    ] as const)
      for (const path of paths) {
        await someone.open(path);
        const policy = someone.headers.get('content-security-policy')!;
        assert.match(policy, /default-src 'none';.*frame-ancestors 'none'.*require-trusted-types-for 'script'/, path);
        assert.doesNotMatch(policy, /unsafe|\*|https?:/);
        assert.equal(someone.headers.get('x-frame-options'), 'DENY');
        assert.equal(someone.headers.get('cache-control'), 'no-store');
        assert.equal(someone.headers.get('x-content-type-options'), 'nosniff');
        assert.doesNotMatch(someone.text.replace(OWN_SCRIPT, ''), /<style|<script|style="|onclick/);
      }
    await owner.open(`${SETTINGS}?done=${encodeURIComponent('<b>x')}&next="><script>`);
    assert.doesNotMatch(owner.text.replace(OWN_SCRIPT, ''), /<b>x|<script/);
  });
});

test('the cookie is for this host alone, and for TLS where the console has it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-console-'));
  const plain = await new TestService({ directory }).start();
  await plain.account('a.example');
  const cookieOf = async (service: TestService, headers: Record<string, string>) => {
    const someone = new ConsoleBrowser(service.url);
    await someone.send('/console/sign-in', { email, password }, { headers, follow: false });
    return someone.headers.get('set-cookie')!;
  };
  assert.match(
    await cookieOf(plain, { origin: plain.url }),
    /^plaudit-console=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/console; Max-Age=1209600$/,
  );
  const secure = /^__Host-plaudit-console=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/; Secure; Max-Age=1209600$/;
  assert.match(await cookieOf(plain, { origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' }), secure);
  await plain.stop();

  const service = await new TestService({ directory }, { publicUrl: 'https://shop.example' }).start();
  assert.match(await cookieOf(service, { 'sec-fetch-site': 'same-origin' }), secure);
  // Another host of the domain could have set a plain one.
  const someone = await new ConsoleBrowser(service.url).signIn(email);
  const token = someone.cookies.get('__Host-plaudit-console')!;
  const tossed = new ConsoleBrowser(service.url);
  tossed.cookies.set('plaudit-console', token);
  assert.match((await tossed.open(SETTINGS)).path, /sign-in/);
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
});
