/** The account commands, as an operator uses them on a service that runs. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createAccount } from '../../review-service/people/accounts/manage.ts';
import { hashPassword } from '../../review-service/people/accounts/passwords.ts';
import { ConsoleBrowser } from '../support/console.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';
import { runProgram, type Outcome } from '../support/program.ts';

const shop = 'shop.example';
const email = 'me@shop.example';

onSqliteFirst((place) => {
  let service: TestService;
  let flags: string[];
  before(async () => {
    service = await new TestService(await place()).start();
    flags =
      'directory' in service.location
        ? ['--data', service.location.directory]
        : ['--database-url', service.location.databaseUrl];
  });
  after(() => service.stop());

  const account = (command: string, args: string[] = [], input = ''): Promise<Outcome> =>
    runProgram(['account', command, ...args, ...flags], { input });
  const ok = async (command: string, args: string[] = [], input = ''): Promise<string> => {
    const { status, out, err } = await account(command, args, input);
    assert.deepEqual([status, err], [0, '']);
    return out;
  };
  const fails = async (command: string, args: string[], message: RegExp, input = ''): Promise<void> => {
    const { status, out, err } = await account(command, args, input);
    assert.deepEqual([status, out, err.trim().split('\n').length], [1, '', 1], err);
    assert.match(err, message);
  };
  const create = (business: string, password: string) =>
    ok('create', ['--business', business, '--email', email, '--password-stdin'], `${password}\n`);
  const logIn = async (client: string, password: string) => {
    const response = await service.call('login', '', { client, token: null, form: { email, password } });
    const { token, errorCode } = (await response.json()) as { token?: string; errorCode?: number };
    return token ?? errorCode;
  };

  test('from a new account to a revoked one, while the service runs', async () => {
    const client = (await create(shop, 'first password')).trim();
    const token = await logIn(client, 'first password');
    assert.ok(typeof token === 'string');
    const call = (business = shop) => service.call('getBusiness', business, { client, token });
    assert.equal((await call()).status, 200);

    const other = (await create('other.example', 'first password')).trim();
    assert.notEqual(other, client);
    assert.equal((await call('other.example')).status, 200);
    await fails(
      'create',
      ['--business', 'third.example', '--email', email, '--password-stdin'],
      /exists already/,
      'guess\n',
    );

    const listing = await ok('list');
    assert.match(listing, /Businesses\n {2}other\.example +publishes new reviews\n {2}shop\.example/);
    assert.match(listing, /Users\n {2}me@shop\.example {2}other\.example, shop\.example {2}1 session\n/);
    assert.match(listing, new RegExp(`${client.slice(0, 8).replaceAll('-', '\\-')}… +shop\\.example +since 20`));
    for (const secret of [client, other, token]) assert.ok(!listing.includes(secret));

    await ok('set', ['--business', shop, '--hold', 'on']);
    assert.match(await ok('list'), /shop\.example +holds new reviews/);
    await ok('set', ['--business', shop, '--hold', 'off']);

    assert.match(
      await ok('set', ['--business', shop, '--address', ' 1 High Street,\n London ']),
      /is at 1 High Street, London/,
    );
    assert.match(await ok('set', ['--business', shop, '--address', 'off']), /gives no postal address/);

    await ok('disable', ['--email', email]);
    assert.match(await ok('list'), /me@shop\.example .* disabled 20/);
    assert.equal(await logIn(client, 'first password'), 202);
    await ok('enable', ['--email', email]);
    assert.equal((await call()).status, 200);

    assert.match(await ok('revoke', ['--email', email]), /1 token of me@shop\.example revoked/);
    assert.equal(((await (await call()).json()) as { errorCode: number }).errorCode, 204);

    await ok('password', ['--email', email, '--password-stdin'], 'second password\n');
    assert.equal(await logIn(client, 'first password'), 201);
    assert.ok(typeof (await logIn(client, 'second password')) === 'string');

    assert.match(await ok('revoke', ['--client', client.slice(0, 8)]), /\(shop\.example\) revoked/);
    assert.equal(await logIn(client, 'second password'), 102);
    await ok('revoke', ['--client', 'other.example']);
    assert.equal(await logIn(other, 'second password'), 102);
  });

  test('an owner who has lost the password gets a link from whoever runs the service', async () => {
    await ok(
      'create',
      ['--business', 'lost.example', '--email', 'lost@shop.example', '--password-stdin'],
      'lost password\n',
    );
    await fails(
      'recover',
      ['--email', 'nobody@shop.example'],
      /No account has the e-mail address nobody@shop\.example/,
    );
    const said = await ok('recover', ['--email', 'LOST@shop.example']);
    assert.match(said, new RegExp(`^${service.url}/console/password/[\\w-]{43}\n$`));
    const owner = new ConsoleBrowser(service.url);
    const link = new URL(said.trim()).pathname;
    await owner.send(link, { new: 'found another one' });
    assert.equal((await owner.open(link)).status, 404);
    assert.equal((await owner.signIn('lost@shop.example', 'found another one')).status, 200);
  });

  test('a password that is guessed before any other is refused, and one that is there goes on working', async () => {
    const owner = ['--business', 'weak.example', '--email', 'weak@shop.example', '--password-stdin'];
    await fails(
      'create',
      owner,
      /^plaudit: The password is too short: it must have at least 10 characters\n$/,
      'tiny\n',
    );
    await fails(
      'create',
      owner,
      /^plaudit: The password is one of the most common: choose one that nobody else has\n$/,
      'qwertyuiop\n',
    );
    for (const weak of ['123456789', 'nine char', '\u{1F511}'.repeat(9), 'PASSWORD123', '1234567890', 'basketball']) {
      await service.withDatabase((db) =>
        assert.rejects(createAccount(db, { business: 'weak.example', email: 'weak@shop.example', password: weak }), {
          code: 306,
        }),
      );
    }
    await ok('create', owner, 'demo-password\n');
    await fails('password', ['--email', 'weak@shop.example', '--password-stdin'], /most common/, 'basketball\n');

    // As an account of an earlier version.
    await service.withDatabase(async (db) =>
      db
        .updateTable('account')
        .set({ password_hash: await hashPassword('password') })
        .where('email', '=', 'weak@shop.example')
        .execute(),
    );
    const { clientToken: client } = await service.withDatabase((db) =>
      createAccount(db, { business: 'more.example', email: 'weak@shop.example', password: 'password' }),
    );
    const login = await service.call('login', '', {
      client,
      token: null,
      form: { email: 'weak@shop.example', password: 'password' },
    });
    assert.equal(login.status, 200);
  });

  test('what is not there is one clear line and status 1', async () => {
    for (const command of ['disable', 'enable', 'revoke'])
      await fails(
        command,
        ['--email', 'nobody@shop.example'],
        /No account has the e-mail address nobody@shop\.example/,
      );
    await fails('password', ['--email', 'nobody@shop.example', '--password-stdin'], /No account/, 'x\n');
    await fails(
      'set',
      ['--business', 'nowhere.example', '--hold', 'on'],
      /No business has the site domain nowhere\.example/,
    );
    await fails('revoke', ['--client', 'nothing'], /No valid client token/);
  });

  test('a mistyped directory is not taken for a service without accounts', async () => {
    const typo = join(import.meta.dirname, 'no-such-data');
    const { status, err } = await runProgram(['account', 'list', '--data', typo]);
    assert.equal(status, 1);
    assert.match(err, /holds no data of a review service/);
    assert.ok(!existsSync(typo));
  });

  test('a business is named in any script on the command line', async () => {
    const named = ['--business', 'MÜNCHEN.example', '--email', 'owner@shop.example', '--password-stdin'];
    await ok('create', named, 'a password\n');
    await ok('set', ['--business', 'münchen.example', '--hold', 'on']);
    assert.match(await ok('list'), /xn--mnchen-3ya\.example/);
  });

  test('an e-mail address is one account in both spellings of its domain', async () => {
    const given = ['--business', 'shop.example', '--email', 'owner@münchen.example', '--password-stdin'];
    await ok('create', given, 'a password\n');
    await ok('disable', ['--email', 'owner@xn--mnchen-3ya.example']);
  });
});
