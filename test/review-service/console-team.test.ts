/** The team of a shop: invited, changed and removed at the console. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { letProxyIn, proxyEmail } from '../../review-service/people/accounts/proxy-account.ts';
import { giveRole } from '../../review-service/people/team/team.ts';
import { ConsoleBrowser } from '../support/console.ts';
import { saveContent } from '../support/content.ts';
import { addOwner, onEveryDatabase, password, TestService } from '../support/review-service.ts';
import { headerOf, partOf, TestMailServer } from '../support/smtp.ts';

const HOUR = 3_600_000;
const TEAM = '/console/settings/team';
const owner = 'owner@a.example';
const chosen = 'a password of their own';

onEveryDatabase((place, long) => {
  let service: TestService;
  let mails: TestMailServer;
  before(async () => {
    mails = await new TestMailServer().start();
    const options = { publicUrl: 'http://console.example', smtpUrl: mails.url };
    service = await new TestService(await place(), options).start();
    service.token = await service.account('a.example');
    await service.account('b.example');
    await service.withDatabase(async (db) => {
      await letProxyIn(db, { clientToken: 'p'.repeat(20), password: 'p'.repeat(20) }, ['a.example']);
      for (const shop of ['a.example', 'b.example'])
        await saveContent(db, shop, {
          products: [{ id: 1, sku: 'MUG' }],
          productReviews: [{ id: 1, product: { sku: 'MUG' }, title: `Of ${shop}` }],
        });
    });
  });
  after(async () => {
    await service.stop();
    await mails.stop();
  });
  const browser = () => new ConsoleBrowser(service.url);
  const signedIn = (as = owner) => browser().signIn(as);
  /** With a shop of their own. */
  const known = async (email: string) => {
    await service.withDatabase((db) => addOwner(db, { business: 'own.example', email }));
    return email;
  };
  const member = async (email: string) => {
    await known(email);
    await service.withDatabase((db) => giveRole(db, 'a.example', { email, role: 'owner' }));
    return email;
  };
  const idOf = (email: string) =>
    service.withDatabase(async (db) => {
      const row = await db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow();
      return row.id;
    });
  const roleOf = (email: string, shop = 'a.example') =>
    service.withDatabase(async (db) => {
      const row = await db
        .selectFrom('account_business')
        .innerJoin('account', 'account.id', 'account_id')
        .innerJoin('business', 'business.id', 'business_id')
        .select('role')
        .where('account.email', '=', email)
        .where('domain', '=', shop)
        .executeTakeFirst();
      return row?.role ?? null;
    });
  /** The path of the link that is shown. */
  const linkIn = (text: string) => /http:\/\/console\.example(\/console\/invitation\/[\w-]{43})/.exec(text)![1]!;
  const invite = async (email: string, role = 'moderator', as = owner) => {
    const someone = await signedIn(as);
    await someone.send(`${TEAM}/invite`, { email, role, password });
    assert.equal(someone.status, 200, someone.text);
    return linkIn(someone.text);
  };
  const open = (link: string) => browser().open(link);

  test(
    'somebody new is invited, chooses a password, is signed in and is a moderator; the link works once',
    long,
    async () => {
      const link = await invite(' New@Customers.example ');
      await service.clock.passUntil('it is mailed', () =>
        mails.received.some(({ to }) => to.includes('new@customers.example')),
      );
      const mail = mails.received.find(({ to }) => to.includes('new@customers.example'))!;
      assert.match(headerOf(mail, 'Subject')!, /^Join the team of a/);
      assert.equal(linkIn(partOf(mail, 'text/plain')), link);

      const listed = await signedIn();
      await listed.open(TEAM);
      assert.match(listed.text, /new@customers\.example.*Invited.*Moderator.*Withdraw/s);
      assert.ok(!listed.text.includes(link), 'shown once');
      assert.ok(!listed.text.includes(proxyEmail));

      const someone = browser();
      someone.cookies.set('plaudit-console', 'planted');
      await someone.open(link);
      assert.deepEqual([someone.status, /New password/.test(someone.text)], [200, true]);
      assert.match(someone.text, /Join the team of a\.example/);
      for (const [weak, said] of [
        ['short', /too short/],
        ['password123', /most common/],
      ] as const) {
        await someone.send(link, { new: weak });
        assert.deepEqual([someone.status, said.test(someone.text)], [400, true]);
      }
      await someone.send(link, { new: chosen });
      assert.deepEqual([someone.status, someone.path], [200, '/console/inbox']);
      assert.match(someone.cookies.get('plaudit-console')!, /^[\w-]{43}$/, 'the planted one is nothing');
      assert.equal(await roleOf('new@customers.example'), 'moderator');
      assert.equal((await someone.open(TEAM)).status, 403);
      assert.doesNotMatch((await someone.open('/console/settings/sign-in')).text, /settings\/team/);
      assert.equal((await browser().signIn('new@customers.example', chosen)).status, 200);

      assert.deepEqual([(await open(link)).status, (await browser().send(link, { new: chosen })).status], [404, 404]);
    },
  );

  test('who has an account signs in, and gets no password', long, async () => {
    const link = await invite('owner@b.example', 'owner');
    const someone = await open(link);
    assert.match(someone.text, /Sign in and join/);
    assert.doesNotMatch(someone.text, /New password/);
    await someone.send(link, { new: chosen });
    assert.equal(someone.status, 401);
    await someone.send(link, { new: chosen, password: 'wrong' });
    assert.deepEqual([someone.status, someone.cookies.size], [401, 0]);
    await someone.send(link, { password });
    assert.deepEqual([someone.path, await roleOf('owner@b.example')], ['/console/inbox', 'owner']);
    assert.match(someone.text, /<bdi class="name">a\.example</, 'it begins with the shop that they joined');
    assert.equal((await browser().signIn('owner@b.example', chosen)).status, 401, 'the password is as it was');
  });

  test('who is signed in joins by a button; somebody else’s session is of no use', long, async () => {
    await known('joins@x.example');
    const link = await invite('joins@x.example');
    const other = await signedIn('owner@b.example');
    await other.open(link);
    assert.match(other.text, /Sign in and join/);
    assert.equal((await other.send(link)).status, 401);
    const someone = await signedIn('joins@x.example');
    await someone.open(link);
    assert.match(someone.text, /<button>Join<\/button>/);
    assert.equal(await roleOf('joins@x.example'), null, 'opening it does nothing');
    await someone.send(link);
    assert.deepEqual([someone.path, await roleOf('joins@x.example')], ['/console/inbox', 'moderator']);
  });

  test('with codes on, the password alone lets nobody join', long, async () => {
    const email = await known('codes@x.example');
    const someone = await signedIn(email);
    await someone.open('/console/settings/sign-in/codes');
    const secret = /name="secret" value="(\w+)"/.exec(someone.text)![1]!;
    const at = () => codeAt(secret, service.clock.now);
    await someone.send('/console/settings/sign-in/codes/on', { secret, password, code: at() });
    const link = await invite(email);
    const again = await open(link);
    assert.match(again.text, /Code/);
    assert.equal((await again.send(link, { password })).status, 401);
    service.clock.advance(60_000);
    await again.send(link, { password, code: at() });
    assert.equal(await roleOf(email), 'moderator');
  });

  test(
    'a link ends after 72 hours, when it is withdrawn, and when there is a newer one; guesses are slowed',
    long,
    async () => {
      const link = await invite('late@x.example');
      service.clock.advance(72 * HOUR - 1_000);
      assert.equal((await open(link)).status, 200);
      service.clock.advance(2_000);
      assert.deepEqual([(await open(link)).status, (await browser().send(link, { new: chosen })).status], [404, 404]);

      const first = await invite('twice@x.example', 'owner');
      const second = await invite('twice@x.example');
      assert.deepEqual([(await open(first)).status, (await open(second)).status], [404, 200]);
      const someone = await signedIn();
      await someone.open(TEAM);
      assert.equal(someone.text.match(/twice@x\.example<\/bdi>/g)?.length, 1);
      const id = /twice@x\.example.*?name="id" value="(\w+)"/s.exec(someone.text)![1]!;
      const stranger = await signedIn('owner@b.example');
      await stranger.send('/console/business', { business: await businessOf('b.example') });
      assert.equal((await stranger.send(`${TEAM}/withdraw`, { id })).status, 404, 'of another shop');
      await someone.send(`${TEAM}/withdraw`, { id });
      assert.match(someone.text, /The invitation no longer works/);
      assert.equal((await open(second)).status, 404);
      const statuses: number[] = [];
      for (let guess = 0; guess < 12; guess++) statuses.push((await open(`/console/invitation/${guess}`)).status);
      assert.equal(statuses.at(-1), 429);
      service.clock.advance(600_000);
      assert.equal((await open('/console/invitation/none')).status, 404);
    },
  );

  const businessOf = (shop: string) =>
    service.withDatabase(async (db) => {
      const row = await db.selectFrom('business').select('id').where('domain', '=', shop).executeTakeFirstOrThrow();
      return String(row.id);
    });

  test(
    'an invitation wants an address, of nobody in the team, the password, and a form of the console',
    long,
    async () => {
      const someone = await signedIn();
      const form = { email: 'x@x.example', role: 'moderator', password };
      for (const [given, status, said] of [
        [{ ...form, email: 'x' }, 400, /no e-mail address/],
        [{ ...form, email: 'a@x.example\nb@x.example' }, 400, /no e-mail address/],
        [{ ...form, email: proxyEmail }, 400, /no e-mail address/],
        [{ ...form, email: owner }, 409, /in the team already/],
        [{ ...form, password: 'wrong' }, 401, /not your password/],
      ] as const) {
        await someone.send(`${TEAM}/invite`, given);
        assert.deepEqual([someone.status, said.test(someone.text)], [status, true], given.email);
      }
      const link = await invite('forged@x.example');
      for (const path of [`${TEAM}/invite`, link]) {
        await someone.send(path, { ...form, new: chosen }, { headers: { 'sec-fetch-site': 'cross-site' } });
        assert.equal(someone.status, 403, path);
      }
      assert.equal(await roleOf('forged@x.example'), null);
      await service.withDatabase(async (db) => {
        const rows = await db.selectFrom('team_invitation').select('email').execute();
        assert.deepEqual(rows, [{ email: 'forged@x.example' }]);
      });
    },
  );

  test('of two who use one link at once, one is let in', async () => {
    const link = await invite('both@x.example');
    const both = [browser(), browser()];
    await Promise.all(both.map((one) => one.send(link, { new: chosen }, { follow: false })));
    assert.equal(both.filter(({ location }) => location === '/console').length, 1);
    assert.equal(both.filter(({ cookies }) => cookies.size > 0).length, 1);
  });

  test('a role is changed with the password, and holds at once for pages and tokens', long, async () => {
    const email = await member('changes@x.example');
    const token = await service.logIn(email);
    const page = await signedIn(email);
    await page.send('/console/business', { business: await businessOf('a.example') });
    assert.equal((await page.open(TEAM)).status, 200);
    const someone = await signedIn();
    const path = `${TEAM}/${await idOf(email)}`;
    await someone.send(`${path}/role`, { role: 'moderator', password: 'wrong' });
    assert.deepEqual([someone.status, await roleOf(email)], [401, 'owner']);
    await someone.send(`${path}/role`, { role: 'moderator', password });
    assert.deepEqual([someone.status, await roleOf(email)], [200, 'moderator']);
    assert.match(someone.text, /The role is changed/);
    assert.equal((await page.open(TEAM)).status, 403);
    await service.refused('addProduct', 'a.example', { token, form: { sku: 'X' } }, 308, 403);
    await someone.send(`${path}/role`, { role: 'owner', password });
    assert.equal((await page.open(TEAM)).status, 200);
  });

  test(
    'who is removed is out at once here, and goes on at another shop, where no open page acts by mistake',
    long,
    async () => {
      const email = await member('leaves@x.example');
      await service.withDatabase((db) => giveRole(db, 'b.example', { email, role: 'owner' }));
      const token = await service.logIn(email);
      const [here, there] = [await signedIn(email), await signedIn(email)];
      await here.send('/console/business', { business: await businessOf('a.example') });
      await there.send('/console/business', { business: await businessOf('b.example') });
      await here.open('/console/reviews/1');
      assert.match(here.text, /Of a\.example/);
      const revision = /name="revision" value="([^"]*)"/.exec(here.text)![1]!;
      const someone = await signedIn();
      const path = `${TEAM}/${await idOf(email)}`;
      assert.equal((await someone.open(path)).status, 200);
      await someone.send(`${path}/remove`, { password });
      assert.match(someone.text, /no longer in the team/);
      assert.equal((await someone.open(path)).status, 404);
      for (const page of ['/console/reviews/1', '/console/inbox', TEAM])
        assert.match((await here.open(page)).path, /^\/console\/sign-in/, page);
      await here.send('/console/reviews/1/hide', { revision, reason: 'spam' }, { follow: false });
      assert.match(here.location!, /sign-in/);
      assert.match((await there.open('/console/reviews/1')).text, /Of b\.example/);
      await service.refused('getBusiness', 'a.example', { token }, 308, 403);
      await service.ok('getTransparency', 'b.example', { token });

      const stranger = await signedIn('owner@b.example');
      await stranger.send('/console/business', { business: await businessOf('b.example') });
      const foreign = await idOf(owner);
      for (const action of ['role', 'remove'])
        assert.equal(
          (await stranger.send(`${TEAM}/${foreign}/${action}`, { role: 'moderator', password })).status,
          404,
        );
    },
  );

  test('a session stays at its shop, whatever shops its account gets and loses', long, async () => {
    const email = await known('stays@x.example');
    const page = await signedIn(email);
    const shown = () => /<bdi class="name">([^<]*)</.exec(page.text)?.[1];
    assert.equal(shown(), 'own.example');
    // The oldest shop: where somebody begins who has not chosen.
    await service.withDatabase((db) => giveRole(db, 'a.example', { email, role: 'owner' }));
    await page.open('/console/reviews');
    assert.equal(shown(), 'own.example');
    await page.send('/console/business', { business: await businessOf('b.example') });
    assert.equal(page.status, 404, 'not one of theirs');
    await page.send('/console/business', { business: await businessOf('a.example') });
    assert.equal(shown(), 'a.example');
    const someone = await signedIn();
    await someone.send(`${TEAM}/${await idOf(email)}/remove`, { password });
    await page.open('/console/reviews');
    assert.deepEqual([shown(), page.path.startsWith('/console/sign-in')], [undefined, true]);
    await page.signIn(email);
    assert.equal(shown(), 'own.example');
  });

  test('who loses their only shop loses their tokens with it, and can be invited again', async () => {
    const link = await invite('only@x.example');
    await browser().send(link, { new: chosen });
    const { token } = await service.ok('login', '', {
      form: { email: 'only@x.example', password: chosen },
      token: null,
    });
    await service.ok('getTransparency', 'a.example', { token });
    const someone = await signedIn();
    await someone.send(`${TEAM}/${await idOf('only@x.example')}/remove`, { password });
    await service.refused('getTransparency', 'a.example', { token }, 204, 401);
    const nowhere = await browser().signIn('only@x.example', chosen);
    assert.deepEqual([nowhere.status, nowhere.cookies.size], [403, 0]);
    assert.match(nowhere.text, /in the team of no shop any more/);
    const again = await invite('only@x.example');
    await browser().send(again, { password: chosen });
    assert.equal(await roleOf('only@x.example'), 'moderator');
  });

  test('of two owners who remove each other at once, one stays; the last one can do neither', async () => {
    for (let round = 0; round < 2; round++) {
      const shop = `race-${round}.example`;
      const two = [`one@${shop}`, `two@${shop}`];
      for (const email of two) await service.account(shop, email);
      const pages = await Promise.all(two.map((email) => signedIn(email)));
      const ids = await Promise.all(two.map(idOf));
      await Promise.all(
        pages.map((page, at) => page.send(`${TEAM}/${ids[1 - at]!}/remove`, { password }, { follow: false })),
      );
      const roles = await Promise.all(two.map((email) => roleOf(email, shop)));
      assert.equal(roles.filter((role) => role === 'owner').length, 1, shop);
      assert.ok(roles.includes(null), shop);
      const left = roles[0] === 'owner' ? 0 : 1;
      for (const action of ['remove', 'role']) {
        await pages[left]!.send(`${TEAM}/${ids[left]!}/${action}`, { role: 'moderator', password });
        assert.deepEqual([pages[left]!.status, /This is the only owner/.test(pages[left]!.text)], [409, true]);
      }
    }
  });

  test('an owner who is kept out, and the proxy, are not the other owner', long, async () => {
    const shop = 'kept-out.example';
    await service.account(shop, `one@${shop}`);
    await service.account(shop, `two@${shop}`);
    await service.withDatabase(async (db) => {
      await letProxyIn(db, { clientToken: 'p'.repeat(20), password: 'p'.repeat(20) }, [shop]);
      await db.updateTable('account').set({ disabled_at: 1 }).where('email', '=', `two@${shop}`).execute();
    });
    const someone = await signedIn(`one@${shop}`);
    await someone.send(`${TEAM}/${await idOf(`one@${shop}`)}/remove`, { password });
    assert.equal(someone.status, 409);
  });
});

/** RFC 6238. */
function codeAt(secret: string, now: number): string {
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
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  return String((mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}
