/** Who may call: client tokens, logging in, user tokens, rights. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { endpoints, type EndpointName } from '../../contract/endpoints/endpoints.ts';
import { addAccount } from '../../review-service/people/accounts/accounts.ts';
import { createClient, revokeClients } from '../../review-service/people/accounts/clients.ts';
import {
  changePassword,
  createAccount,
  disableAccount,
  enableAccount,
  revokeTokens,
} from '../../review-service/people/accounts/manage.ts';
import { hashPassword } from '../../review-service/people/accounts/passwords.ts';
import { hashSecret } from '../../review-service/people/accounts/secrets.ts';
import { issueToken } from '../../review-service/people/accounts/user-tokens.ts';
import { assertRefusal, onSqliteFirst, password, TestService } from '../support/review-service.ts';

const DAY = 86_400_000;
const SIX_MONTHS = 181 * DAY;

onSqliteFirst((place) => {
  let service: TestService;
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account('a.example');
    await service.account('b.example');
  });
  after(() => service.stop());

  test('every operation wants a client token: missing or unknown is 101, revoked is 102', async () => {
    const revoked = await service.withDatabase(async (db) => {
      const token = await createClient(db, 'old', 1);
      await revokeClients(db, 'old', 2);
      return token;
    });
    for (const name of Object.keys(endpoints) as EndpointName[]) {
      await service.refused(name, 'a.example', { client: null }, 101, 401, /client_token/);
      await service.refused(name, 'a.example', { client: 'guess' }, 101, 401);
      await service.refused(name, 'a.example', { client: revoked }, 102, 401);
    }
    const twice = await fetch(
      `${service.url}/v1/businesses/a.example?client_token=${service.clientToken}&client_token=x`,
      { headers: { user_token: service.token! } },
    );
    await assertRefusal(twice, 101, 401);
  });

  test('every operation but login wants a user token: missing or unknown is 203', async () => {
    for (const name of Object.keys(endpoints) as EndpointName[]) {
      if (name === 'login') continue;
      await service.refused(name, 'a.example', { token: null }, 203, 401, /user_token/);
      await service.refused(name, 'a.example', { token: 'guess' }, 203, 401);
    }
  });

  test('a login answers a token for six months, which then is 207', async () => {
    const { token, expire, user } = await service.ok('login', '', {
      form: { email: 'OWNER@A.example ', password },
      token: null,
    });
    const lifetime = Date.parse(`${expire.replace(' ', 'T')}Z`) - service.clock.now;
    assert.ok(lifetime >= SIX_MONTHS - 1_000 && lifetime < SIX_MONTHS + 5 * 86_400_000, expire);
    assert.equal(user.email, null);
    await service.ok('getBusiness', 'a.example', { token });
    const then = service.clock.now;
    service.clock.advance(lifetime);
    await service.refused('getBusiness', 'a.example', { token }, 207, 401);
    service.clock.now = then;
  });

  test('neither tokens nor passwords are stored as they are', async () => {
    const { token } = await service.ok('login', '', { form: { email: 'owner@a.example', password }, token: null });
    await service.withDatabase(async (db) => {
      await createAccount(db, { business: 'made.example', email: 'owner@made.example', password });
      const stored = JSON.stringify([
        await db.selectFrom('user_token').selectAll().execute(),
        await db.selectFrom('api_client').selectAll().execute(),
        await db.selectFrom('account').selectAll().execute(),
      ]);
      for (const secret of [token, service.clientToken, password]) assert.ok(!stored.includes(secret));
      assert.ok(stored.includes(hashSecret(token)));
      assert.match(stored, /argon2id\$19456\$2\$1\$/);
    });
  });

  test('a wrong password and an unknown e-mail answer alike, and take alike', async () => {
    const hashes = async () => {
      const text = await (await fetch(`${service.url}/metrics`)).text();
      return Number(/^plaudit_service_password_hashes (\d+)$/m.exec(text)![1]);
    };
    const attempt = async (email: string) => {
      const before = await hashes();
      const response = await service.call('login', '', { form: { email, password: 'wrong' }, token: null });
      return { answer: `${response.status} ${await response.text()}`, hashes: (await hashes()) - before };
    };
    const known = await attempt('owner@a.example');
    assert.match(known.answer, /^401 .*"errorCode":201/);
    // A hash is what takes time.
    assert.equal(known.hashes, 1);
    assert.deepEqual(await attempt('nobody@a.example'), known);
    service.clock.advance(DAY);
  });

  test('a disabled user is 202, at login and with a token; without the password nothing is said of it', async () => {
    const token = await service.account('c.example');
    await service.withDatabase((db) => disableAccount(db, 'owner@c.example', 1));
    await service.refused('login', '', { form: { email: 'owner@c.example', password }, token: null }, 202, 401);
    await service.refused(
      'login',
      '',
      { form: { email: 'owner@c.example', password: 'wrong' }, token: null },
      201,
      401,
    );
    await service.refused('getBusiness', 'c.example', { token }, 202, 401);
  });

  test('login wants both its parameters', async () => {
    await service.refused('login', '', { form: { password }, token: null }, 302, 400, /email/);
    await service.refused('login', '', { form: { email: 'owner@a.example' }, token: null }, 302, 400, /password/);
    await service.refused('login', '', { token: null }, 302, 400);
  });

  test('failed logins slow down whoever fails, also across a restart; a success forgets them', async () => {
    service.clock.advance(DAY);
    const wrong = { form: { email: 'victim@a.example', password: 'wrong' }, token: null, still: true };
    for (let failures = 0; failures < 5; failures++) await service.refused('login', '', wrong, 201, 401);
    await service.refused('login', '', wrong, 429, 429);
    service.clock.advance(1_000);
    await service.refused('login', '', wrong, 201, 401);
    service.clock.advance(1_000);
    const response = await service.refused('login', '', wrong, 429, 429);
    assert.equal(response.headers.get('retry-after'), '1');
    await service.restart();
    await service.refused('login', '', wrong, 429, 429);
    service.clock.advance(60_000);
    await service.withDatabase(async (db) =>
      addAccount(db, {
        business: 'a.example',
        email: 'victim@a.example',
        passwordHash: await hashPassword(password),
        now: 1,
      }),
    );
    await service.logIn('victim@a.example');
    await service.refused('login', '', wrong, 201, 401);
  });

  test('many guesses at once are counted as many', async () => {
    service.clock.advance(DAY);
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () =>
        service.call('login', '', { form: { email: 'crowd@a.example', password: 'guess' }, token: null, still: true }),
      ),
    );
    assert.equal(guesses.filter(({ status }) => status === 401).length, 5);
    assert.equal(guesses.filter(({ status }) => status === 429).length, 7);
    service.clock.advance(DAY);
  });

  test('a login leaves earlier tokens valid, up to 100; then the oldest goes', async () => {
    const first = await service.account('many.example');
    const second = await service.logIn('owner@many.example');
    // 98 logins without their passwords, which take their time.
    await service.withDatabase(async (db) => {
      const { id } = await db
        .selectFrom('account')
        .select('id')
        .where('email', '=', 'owner@many.example')
        .executeTakeFirstOrThrow();
      for (let logins = 2; logins < 100; logins++) await issueToken(db, id, service.clock.now + logins);
    });
    service.clock.advance(1_000);
    await service.ok('getBusiness', 'many.example', { token: first });
    await service.logIn('owner@many.example');
    await service.refused('getBusiness', 'many.example', { token: first }, 203, 401);
    await service.ok('getBusiness', 'many.example', { token: second });
  });

  test('what is taken away behind the back of a running service holds for the next call, and so does what is given', async () => {
    const [shop, other] = ['behind.example', 'behind-other.example'];
    const token = await service.account(shop);
    await service.account(other);
    const client = await service.withDatabase((db) => createClient(db, 'behind', 1));
    const change = (work: Parameters<typeof service.withDatabase>[0]) => service.withDatabase(work);
    const given = { token, client };
    for (const _ of [1, 2]) await service.ok('getBusiness', shop, given);
    await service.refused('getBusiness', other, given, 308, 403);
    await change((db) => createAccount(db, { business: other, email: `owner@${shop}`, password }));
    for (const _ of [1, 2]) await service.ok('getBusiness', other, given);
    await change((db) =>
      db
        .deleteFrom('account_business')
        .where('business_id', '=', (all) => all.selectFrom('business').select('id').where('domain', '=', other))
        .execute(),
    );
    await service.refused('getBusiness', other, given, 308, 403);
    await change((db) => disableAccount(db, `owner@${shop}`, 1));
    await service.refused('getBusiness', shop, given, 202, 401);
    await change((db) => enableAccount(db, `owner@${shop}`));
    await service.ok('getBusiness', shop, given);
    await change((db) => revokeClients(db, 'behind', 2));
    await service.refused('getBusiness', shop, given, 102, 401);
    await service.ok('getBusiness', shop, { token });
    await change((db) => revokeTokens(db, `owner@${shop}`, service.clock.now));
    await service.refused('getBusiness', shop, { token }, 204, 401);
  });

  test("another's business is 308 and no business is 301, for every operation on one", async () => {
    for (const name of Object.keys(endpoints) as EndpointName[]) {
      if (!endpoints[name].path.includes('{business}')) continue;
      await service.refused(name, 'b.example', {}, 308, 403);
      await service.refused(name, 'nowhere.example', {}, 301, 404);
    }
    for (const odd of ['../../admin', '%', 'a example', "a'--", 'a\0', '.', 'x'.repeat(299)])
      await service.refused('getBusiness', odd, {}, 301, 404);
    await service.ok('getBusiness', 'A.Example');
  });

  test('who has an account and knows its password is given another business', async () => {
    const { clientToken } = await service.withDatabase((db) =>
      createAccount(db, { business: 'second.example', email: 'Owner@A.example', password }),
    );
    for (const business of ['a.example', 'second.example'])
      await service.ok('getBusiness', business, { client: clientToken });
    await service.refused('getBusiness', 'b.example', {}, 308, 403);
    const { urls } = await service.ok('getBusinesses', '', {
      query: { businesses: JSON.stringify(['a.example', 'second.example']) },
    });
    assert.equal(urls.length, 2);
  });

  test('a user who is enabled again may log in, and go on with the token from before', async () => {
    const token = await service.account('back.example');
    await service.withDatabase((db) => disableAccount(db, 'owner@back.example'));
    await service.refused('getBusiness', 'back.example', { token }, 202, 401);
    await service.withDatabase((db) => enableAccount(db, 'Owner@back.example'));
    await service.ok('getBusiness', 'back.example', { token });
  });

  test('tokens that were revoked, or that a new password ended, are 204', async () => {
    const email = 'owner@ended.example';
    const first = await service.account('ended.example');
    const second = await service.logIn(email);
    assert.equal(await service.withDatabase((db) => revokeTokens(db, email, service.clock.now)), 2);
    for (const token of [first, second])
      await service.refused('getBusiness', 'ended.example', { token }, 204, 401, /log in again/);
    const third = await service.logIn(email);
    await service.ok('getBusiness', 'ended.example', { token: third });
    const wrong = { form: { email, password: 'new password' }, token: null, still: true };
    for (let failures = 0; failures < 5; failures++) await service.refused('login', '', wrong, 201, 401);
    await service.withDatabase((db) => changePassword(db, { email, password: 'new password' }, service.clock.now));
    await service.refused('getBusiness', 'ended.example', { token: third }, 204, 401);
    // The failures of before are forgotten too.
    await service.ok('login', '', wrong);
    await service.refused('login', '', { ...wrong, form: { email, password } }, 201, 401);
  });

  test('logins of one user at once leave 100 tokens, on both databases', async () => {
    await service.account('crowded.example');
    await service.withDatabase(async (db) => {
      const { id } = await db
        .selectFrom('account')
        .select('id')
        .where('email', '=', 'owner@crowded.example')
        .executeTakeFirstOrThrow();
      for (let logins = 0; logins < 110; logins += 10)
        await Promise.all(Array.from({ length: 10 }, () => issueToken(db, id, service.clock.now)));
      assert.equal(
        (await db.selectFrom('user_token').select('token_hash').where('account_id', '=', id).execute()).length,
        100,
      );
    });
  });

  test('client tokens are revoked by how they begin, where that is one, or all of a label', async () => {
    await service.withDatabase(async (db) => {
      const now = service.clock.now;
      for (const [label, token] of [
        ['old shop', 'aaaa1111-x'],
        ['old shop', 'bbbb2222-x'],
        ['new shop', 'aaaa3333-x'],
      ] as const)
        await createClient(db, label, now, token);
      await assert.rejects(revokeClients(db, 'aaaa', now), /2 client tokens begin with aaaa/);
      await assert.rejects(revokeClients(db, 'zzzz', now), /No valid client token/);
      assert.deepEqual(await revokeClients(db, 'aaaa3', now), [{ prefix: 'aaaa3333', label: 'new shop' }]);
      assert.deepEqual((await revokeClients(db, 'old shop', now)).map(({ prefix }) => prefix).sort(), [
        'aaaa1111',
        'bbbb2222',
      ]);
    });
    for (const client of ['aaaa1111-x', 'bbbb2222-x', 'aaaa3333-x'])
      await service.refused('getBusiness', 'a.example', { client }, 102, 401);
  });

  test('an account is not made twice with another password, and not without an e-mail or a password', async () => {
    await service.withDatabase(async (db) => {
      await assert.rejects(
        createAccount(db, { business: 'd.example', email: 'Owner@A.example', password: 'another' }),
        { code: 304 },
      );
      await assert.rejects(createAccount(db, { business: 'd.example', email: 'no address', password }), { code: 306 });
      await assert.rejects(createAccount(db, { business: 'd.example', email: 'd@d.example', password: ' ' }), {
        code: 302,
      });
    });
    await service.refused('getBusiness', 'd.example', {}, 301, 404);
  });
});
