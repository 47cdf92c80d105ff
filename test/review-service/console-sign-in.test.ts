/** The way into the console, and out of it. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addAccount, findAccount } from '../../review-service/people/accounts/accounts.ts';
import { disableAccount } from '../../review-service/people/accounts/manage.ts';
import { hashPassword } from '../../review-service/people/accounts/passwords.ts';
import { makeRecoveryLink } from '../../review-service/people/accounts/password-links.ts';
import { hashSecret } from '../../review-service/people/accounts/secrets.ts';
import { proxyEmail } from '../../review-service/people/accounts/proxy-account.ts';
import { ConsoleBrowser } from '../support/console.ts';
import { addOwner, onSqliteFirst, password, TestService } from '../support/review-service.ts';
import { partOf, TestMailServer } from '../support/smtp.ts';

const HOUR = 3_600_000;
const SETTINGS = '/console/settings/sign-in';
/** Where somebody who signs in begins. */
const FIRST = '/console/inbox';
const email = 'owner@a.example';

onSqliteFirst((place) => {
  let service: TestService;
  let mails: TestMailServer;
  before(async () => {
    mails = await new TestMailServer().start();
    const options = { publicUrl: 'http://console.example', smtpUrl: mails.url };
    service = await new TestService(await place(), options).start();
    service.token = await service.account('a.example');
    await service.account('b.example');
  });
  after(async () => {
    await service.stop();
    await mails.stop();
  });
  const browser = () => new ConsoleBrowser(service.url);
  const signedIn = (as = email) => browser().signIn(as);
  const secondsOn = (seconds: number) => service.clock.advance(seconds * 1_000);

  test('who is not signed in is asked to, and then sees the page they asked for', async () => {
    const someone = await browser().open(`${SETTINGS}?a=b%26c`);
    assert.equal(someone.status, 200);
    assert.equal(someone.path, `/console/sign-in?next=${encodeURIComponent(`${SETTINGS}?a=b%26c`)}`);
    assert.match(someone.text, />E-mail<.*>Password<.*>Sign in<\/button>/s);
    assert.match(someone.text, /<form class="fields" method="post">/, 'the form goes to the address with its ?next=');
    await someone.send(someone.path, { email: ' OWNER@a.example', password });
    assert.deepEqual([someone.status, someone.path], [200, `${SETTINGS}?a=b%26c`]);
    await someone.open('/console');
    assert.deepEqual([someone.status, someone.text.includes('owner@a.example')], [200, true]);
    await someone.open('/console/sign-in');
    assert.equal(someone.path.startsWith('/console/sign-in'), false, 'signed in already');
    await someone.open('/console/nothing-here');
    assert.deepEqual([someone.status, /There is no such page/.test(someone.text)], [404, true]);
  });

  test('pages and their style sheet are compressed for browsers that take it', async () => {
    const someone = await signedIn();
    const sheet = /href="([^"]*\.css)"/.exec(someone.text)![1]!;
    for (const [accepted, encoding] of [
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const)
      for (const path of [SETTINGS, sheet]) {
        await someone.open(path, { headers: { 'accept-encoding': accepted } });
        assert.deepEqual([someone.status, someone.headers.get('content-encoding')], [200, encoding], path);
        assert.equal(someone.headers.get('vary'), 'accept-encoding');
        assert.match(someone.text, path === sheet ? /--paper/ : /<\/html>/);
      }
  });

  test('a wrong password, an unknown address, a disabled user and the account of a program are told the same', async () => {
    await service.withDatabase(async (db) => {
      await addOwner(db, { business: 'c.example', email: 'gone@c.example' });
      await disableAccount(db, 'gone@c.example');
      await addAccount(db, {
        business: 'c.example',
        email: proxyEmail,
        passwordHash: await hashPassword(password),
        now: 1,
      });
    });
    const told = new Set<string>();
    for (const [as, secret] of [
      [email, 'wrong'],
      ['nobody@a.example', password],
      ['gone@c.example', password],
      [proxyEmail, password],
    ] as const) {
      const someone = await browser().signIn(as, secret);
      assert.deepEqual([someone.status, someone.cookies.size], [401, 0], as);
      assert.match(someone.text, /role="alert">E-mail or password is wrong/);
      told.add(someone.text.replaceAll(as, ''));
    }
    assert.equal(told.size, 1);
    await signedIn();
  });

  test('the browser keeps a random token, which is stored as a hash and is another after each sign-in', async () => {
    const someone = await browser().signIn(email, password, '/console/settings');
    const first = someone.cookies.get('plaudit-console')!;
    assert.match(first, /^[\w-]{43}$/);
    await service.withDatabase(async (db) => {
      const rows = await db.selectFrom('console_session').selectAll().execute();
      assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(first));
    });
    await someone.signIn(email);
    const second = someone.cookies.get('plaudit-console')!;
    assert.notEqual(second, first);
    const stale = browser();
    stale.cookies.set('plaudit-console', first);
    await stale.open(SETTINGS);
    assert.match(stale.path, /^\/console\/sign-in/, 'the earlier one is over');
  });

  test('a session ends after 12 hours without a page, and after 14 days in any case', async () => {
    // The rows are made older, and the clock stands: a correction of moments in the future has nothing to correct.
    const { now } = service.clock;
    const set = (values: { seen_at?: number; created_at?: number }) =>
      service.withDatabase((db) =>
        db.updateTable('console_session').set(values).where('ended_at', 'is', null).execute(),
      );
    const someone = await signedIn();
    const isIn = async () => (await someone.open(SETTINGS)).path === SETTINGS;
    await set({ seen_at: now - 12 * HOUR + 60_000 });
    assert.equal(await isIn(), true);
    await service.withDatabase(async (db) => {
      const token = hashSecret(someone.cookies.get('plaudit-console')!);
      const row = await db.selectFrom('console_session').select('seen_at').where('token_hash', '=', token).execute();
      assert.deepEqual(row, [{ seen_at: now }], 'a page begins the 12 hours anew');
    });
    await set({ seen_at: now - 12 * HOUR });
    assert.equal(await isIn(), false);

    await set({ seen_at: now, created_at: now - 14 * 24 * HOUR + 60_000 });
    assert.equal(await isIn(), true);
    await set({ created_at: now - 14 * 24 * HOUR });
    assert.equal(await isIn(), false);
  });

  test('who signs out is out, and so is a user who is disabled or has a new password', async () => {
    const someone = await signedIn();
    const token = someone.cookies.get('plaudit-console')!;
    await someone.send('/console/sign-out');
    assert.deepEqual([someone.status, someone.cookies.size], [200, 0]);
    assert.match(someone.text, /You are signed out/);
    const thief = browser();
    thief.cookies.set('plaudit-console', token);
    assert.match((await thief.open(SETTINGS)).path, /sign-in/);

    const other = await signedIn('owner@b.example');
    await service.withDatabase((db) => disableAccount(db, 'owner@b.example'));
    assert.match((await other.open(SETTINGS)).path, /sign-in/);
    await service.withDatabase((db) => db.updateTable('account').set({ disabled_at: null }).execute());
  });

  test('each browser is listed, and can be signed out, one or all of them, with the tokens of programs', async () => {
    const here = await signedIn();
    await here.send('/console/settings/sign-in/end-all');
    assert.match(here.path, /sign-in\?done=out/);
    await here.signIn(email);
    const phone = browser();
    await phone.send(
      '/console/sign-in',
      { email, password },
      { headers: { 'sec-fetch-site': 'same-origin', 'user-agent': 'Mozilla/5.0 (Android 16) Firefox/150' } },
    );
    await here.open(SETTINGS);
    assert.match(here.text, /<strong>Firefox on Android<\/strong>/);
    assert.equal(here.text.match(/This browser/g)?.length, 1);
    const [, id] = /Firefox on Android.*?name="id" value="(\w+)"/s.exec(here.text)!;
    await here.send(`${SETTINGS}/end`, { id: id! });
    assert.match(here.text, /role="status">That browser is signed out/);
    assert.doesNotMatch(here.text, /Firefox on Android/);
    assert.match((await phone.open(SETTINGS)).path, /sign-in/);

    const stranger = await signedIn('owner@b.example');
    await stranger.open(SETTINGS);
    const [, others] = /name="id" value="(\w+)"/.exec(stranger.text)!;
    await here.send(`${SETTINGS}/end`, { id: others! });
    assert.equal((await stranger.open(SETTINGS)).path, SETTINGS, 'of another account');

    const token = await service.logIn(email);
    await here.open(SETTINGS);
    assert.match(here.text, /a\.example \(client token [\w-]{8}…\)/, 'the program that would stop');
    await here.send(`${SETTINGS}/end-all`);
    assert.match((await here.open(SETTINGS)).path, /sign-in/);
    await service.refused('getBusiness', 'a.example', { token }, 204, 401);
  });

  test('a new password wants the old one, says which programs stop, and signs the other browsers out', async () => {
    const here = await signedIn('owner@b.example');
    const other = await signedIn('owner@b.example');
    const token = await service.logIn('owner@b.example');
    await here.open(SETTINGS);
    assert.match(here.text, /These programs sign in with this account, and stop until they are given the new password/);
    await here.send(`${SETTINGS}/password`, { password: 'wrong', new: 'another fine password' });
    assert.deepEqual([here.status, /This is not your password/.test(here.text)], [401, true]);
    await here.send(`${SETTINGS}/password`, { password, new: 'short' });
    assert.deepEqual([here.status, /The password is too short/.test(here.text)], [400, true]);
    await here.send(`${SETTINGS}/password`, { password, new: 'another fine password' });
    assert.match(here.text, /The password is changed, and your other browsers are signed out/);
    assert.match((await other.open(SETTINGS)).path, /sign-in/);
    await service.refused('getBusiness', 'b.example', { token }, 204, 401);
    assert.equal((await signedIn('owner@b.example')).status, 401);
    assert.equal((await browser().signIn('owner@b.example', 'another fine password')).status, 200);
    await here.send(`${SETTINGS}/password`, { password: 'another fine password', new: password });
  });

  test('who has several shops chooses one at the top, and their browser keeps it', async () => {
    await service.withDatabase(async (db) => {
      await addOwner(db, { business: 'second.example', email });
    });
    const here = await signedIn();
    const other = await signedIn();
    const [, id] = /value="(\d+)" ><bdi>second\.example/.exec(here.text) ?? [];
    assert.ok(id, here.text);
    await here.send('/console/business', { business: id });
    assert.match(here.text, /<bdi class="name">second\.example/);
    await other.open(SETTINGS);
    assert.match(other.text, /<bdi class="name">a\.example/);
    await service.account('foreign.example');
    const foreign = await service.withDatabase((db) =>
      db.selectFrom('business').select('id').where('domain', '=', 'foreign.example').executeTakeFirstOrThrow(),
    );
    await here.send('/console/business', { business: String(foreign.id) });
    assert.equal(here.status, 404);
  });

  test('with codes on, the password alone signs nobody in, and programs get no token (202)', async () => {
    await service.account('codes.example');
    const as = 'owner@codes.example';
    const here = await signedIn(as);
    const held = await service.logIn(as);
    await here.open(`${SETTINGS}/codes`);
    assert.match(here.text, /That stops: .*plaudit account create/);
    assert.match(here.text, /<svg class="qr" viewBox="0 0 \d+ \d+" role="img" aria-label="QR code for your app"/);
    const secret = /name="secret" value="([A-Z2-7]{32})"/.exec(here.text)![1]!;
    await here.send(`${SETTINGS}/codes/on`, { secret, password: 'wrong', code: codeOf(secret, service.clock.now) });
    assert.equal(here.status, 401);
    await here.send(`${SETTINGS}/codes/on`, { secret, password, code: '000000' });
    assert.deepEqual([here.status, here.text.includes(secret)], [400, true], 'the app need not be set up again');
    await here.send(`${SETTINGS}/codes/on`, { secret, password, code: codeOf(secret, service.clock.now) });
    const recovery = [...here.text.matchAll(/<li>([A-Z2-7]{4}(?:-[A-Z2-7]{4}){3})<\/li>/g)].map(([, code]) => code!);
    assert.equal(recovery.length, 10);
    await service.refused('getBusiness', 'codes.example', { token: held }, 204, 401);
    await service.refused('login', '', { form: { email: as, password }, token: null }, 202, 401, /signs in with codes/);

    const next = await browser().signIn(as, password, SETTINGS);
    assert.match(next.path, /^\/console\/sign-in\/code\?next=/);
    assert.match((await next.open(SETTINGS)).path, /^\/console\/sign-in\?/, 'not yet');
    const codePath = `/console/sign-in/code?next=${encodeURIComponent(SETTINGS)}`;
    await next.send(codePath, { code: codeOf(secret, service.clock.now) });
    assert.equal(next.status, 401, 'a code works once');
    const before = next.cookies.get('plaudit-console');
    secondsOn(30);
    const code = codeOf(secret, service.clock.now);
    await next.send(codePath, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    assert.deepEqual([next.status, next.path], [200, SETTINGS]);
    assert.notEqual(next.cookies.get('plaudit-console'), before);

    for (const [expected, given] of [
      [200, recovery[0]!.toLowerCase()],
      [401, recovery[0]!],
    ] as const) {
      const paper = await browser().signIn(as);
      await paper.send('/console/sign-in/code', { code: given });
      assert.equal(paper.status, expected);
    }
    await next.open(SETTINGS);
    assert.match(next.text, /You have 9 recovery codes left/);
    await next.send(`${SETTINGS}/codes/renew`, { password: 'wrong' });
    assert.deepEqual([next.status, /This is not your password/.test(next.text)], [401, true]);
    await next.send(`${SETTINGS}/codes/renew`, { password });
    assert.equal([...next.text.matchAll(/<li>[A-Z2-7]{4}-/g)].length, 10);
    const later = await new ConsoleBrowser(service.url).signIn(as);
    await later.send('/console/sign-in/code', { code: recovery[1]! });
    assert.equal(later.status, 401, 'an earlier recovery code is void');
    await next.send(`${SETTINGS}/codes/off`, { password });
    assert.match(next.text, /Codes are switched off/);
    assert.equal((await signedIn(as)).path, FIRST);
  });

  test('a forgotten password is set by a link in a mail, once, and the page tells nobody who has an account', async () => {
    const someone = await browser().send('/console/password', { email: 'nobody@a.example' });
    const told = someone.text;
    await someone.send('/console/password', { email: 'OWNER@a.example' });
    assert.equal(someone.text, told);
    for (let more = 0; more < 4; more++) await someone.send('/console/password', { email });
    await service.clock.passUntil('all mails are delivered', async () => (await service.mails()).length === 0);
    assert.equal(mails.received.length, 3);
    assert.deepEqual(new Set(mails.received.flatMap(({ to }) => to)), new Set([email]), 'nobody is flooded, or told');
    const [first, second] = mails.received.map((mail) => {
      const [, link] = /^http:\/\/console\.example(\/console\/password\/[\w-]{43})$/m.exec(partOf(mail, 'text/plain'))!;
      return link!;
    });
    const here = await signedIn();
    await someone.open(first!);
    assert.match(someone.text, /<h1[^>]*>Choose a new password<\/h1>.*For owner@a\.example/s);
    await someone.send(first!, { new: 'a wholly new secret' });
    assert.match(someone.text, /Your password is changed/);
    assert.match((await here.open(SETTINGS)).path, /sign-in/);
    for (const used of [first!, second!]) assert.equal((await browser().open(used)).status, 404);
    assert.equal((await browser().signIn(email, 'a wholly new secret')).status, 200);
  });

  test('plaudit account recover: the link sets a new password once, within an hour, ends all and turns codes off', async () => {
    await service.account('lost.example');
    const as = 'owner@lost.example';
    const here = await signedIn(as);
    const held = await service.logIn(as);
    await here.open(`${SETTINGS}/codes`);
    const secret = /name="secret" value="(\w{32})"/.exec(here.text)![1]!;
    await here.send(`${SETTINGS}/codes/on`, { secret, password, code: codeOf(secret, service.clock.now) });
    const make = async () =>
      new URL((await service.withDatabase((db) => makeRecoveryLink(db, as, service.clock.now)))!).pathname;
    const late = await make();
    secondsOn(3_600);
    assert.equal((await browser().open(late)).status, 404);

    const link = await make();
    const other = await make();
    const someone = await browser().open(link);
    assert.match(someone.text, /For owner@lost\.example.*Codes are switched off/s);
    await someone.send(link, { new: 'password123' });
    assert.equal(someone.status, 400);
    await someone.send(link, { new: 'a wholly new secret' });
    assert.match(someone.text, /Your password is changed/);
    for (const used of [link, other]) assert.equal((await browser().open(used)).status, 404);
    await browser().send(link, { new: 'and another one yet' });
    assert.match((await here.open(SETTINGS)).path, /sign-in/);
    await service.refused('getBusiness', 'lost.example', { token: held }, 204, 401);
    const back = await browser().signIn(as, 'a wholly new secret');
    assert.deepEqual([back.status, back.path], [200, FIRST], 'no code is asked for');
    assert.ok(await service.withDatabase((db) => findAccount(db, as)));
  });
});

/** RFC 6238 as an app does it. */
function codeOf(secret: string, now: number): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const key = Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  );
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(Math.floor(now / 30_000), 4);
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE(mac[19]! & 15) & 0x7f_ff_ff_ff;
  return String(number).slice(-6).padStart(6, '0');
}
