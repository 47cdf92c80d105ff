/** The commands for the people of a shop. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { letProxyIn, proxyEmail } from '../../review-service/people/accounts/proxy-account.ts';
import { ConsoleBrowser } from '../support/console.ts';
import { runProgram } from '../support/program.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';

const shop = 'a.example';

onSqliteFirst((place) => {
  let service: TestService;
  let flags: string[];
  before(async () => {
    service = new TestService(await place());
    service.clock.now = Date.now();
    await service.start();
    service.token = await service.account(shop);
    await service.account('b.example', 'other@b.example');
    await service.withDatabase((db) =>
      letProxyIn(db, { clientToken: 'p'.repeat(20), password: 'p'.repeat(20) }, [shop]),
    );
    const { location } = service;
    flags = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
  });
  after(() => service.stop());
  const team = (...args: string[]) => runProgram(['team', ...args, '--business', shop, ...flags]);

  test('it lists who works at a shop, without the account of the proxy', async () => {
    const { status, out, err } = await team('list', '--json');
    assert.deepEqual([status, err], [0, '']);
    const owner = { email: 'owner@a.example', role: 'owner', invited: null, last_seen: null };
    assert.deepEqual(JSON.parse(out), [owner]);
    await new ConsoleBrowser(service.url).signIn('owner@a.example');
    const [seen] = JSON.parse((await team('list', '--json')).out) as { last_seen: string }[];
    assert.match(seen!.last_seen, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    assert.match((await team('list')).out, /^owner@a\.example\towner\t-\t\d{4}-.*\n$/);
  });

  test('somebody with an account is given a role, and the only owner stays one', async () => {
    const given = await team('set', '--email', 'Other@b.example', '--role', 'moderator');
    assert.deepEqual([given.status, given.out], [0, 'Other@b.example is a moderator of a.example\n']);
    const token = await service.logIn('other@b.example');
    await service.refused('accessPersonalData', shop, { token, query: { email: 'x@x.example' } }, 308, 403);
    await service.ok('accessPersonalData', 'b.example', { token, query: { email: 'x@x.example' } });
    assert.equal((await team('set', '--email', 'other@b.example', '--role', 'owner')).status, 0);
    await service.ok('accessPersonalData', shop, { token, query: { email: 'x@x.example' } });
    assert.equal((await team('set', '--email', 'other@b.example', '--role', 'moderator')).status, 0);
    for (const [email, role, status, said] of [
      ['owner@a.example', 'moderator', 1, /only owner/],
      [proxyEmail, 'owner', 1, /account of the proxy/],
      ['nobody@a.example', 'owner', 1, /No account has/],
      ['other@b.example', 'king', 2, /--role must be one of owner, moderator/],
    ] as const) {
      const refused = await team('set', '--email', email, '--role', role);
      assert.deepEqual([refused.status, refused.out], [status, ''], email);
      assert.match(refused.err, said);
    }
  });

  test('an owner sees at the console what was done by command', async () => {
    const set = ['account', 'set', '--business', shop, '--address', '1 High Street', ...flags];
    assert.equal((await runProgram(set)).status, 0);
    const owner = await new ConsoleBrowser(service.url).signIn('owner@a.example');
    await owner.open('/console/settings/who-did-what?person=command');
    const shown = owner.text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    assert.match(shown, /settings changed the command line .*joined the team other@b\.example as a moderator/);
  });
});
