/** Where commands find data: where there is none they say so, and make none. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import pg from 'pg';
import { createAccount } from '../../review-service/people/accounts/manage.ts';
import { openServiceDatabase, type ServiceLocation } from '../../review-service/database.ts';
import { storeOf as serviceStoreOf } from '../../review-service/data/tables.ts';
import { ensureBusiness } from '../../review-store/content/businesses.ts';
import { openProxyDatabase, storeOf } from '../../server-proxy/state/open.ts';
import { until } from '../server-proxy/harness.ts';
import { freePort } from '../support/ports.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { freshDatabase, usePostgres } from '../support/use-postgres.ts';

const person = ['--business', 'shop.example', '--email', 'jane@customers.example'];

async function tablesIn(location: ServiceLocation): Promise<string[]> {
  if ('directory' in location) return existsSync(location.directory) ? readdirSync(location.directory) : [];
  const client = new pg.Client({ connectionString: location.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  await client.end();
  return rows.map(({ name }) => name);
}

test('a command for existing data makes none', async (t) => {
  const postgres = await usePostgres();
  t.after(() => postgres.stop());
  for (const location of [{ directory: emptyDirectory(t) }, { databaseUrl: await freshDatabase(postgres.url) }]) {
    const [flag, value, name] =
      'directory' in location
        ? ['--data', location.directory, location.directory]
        : ['--database-url', location.databaseUrl, 'this database'];
    for (const [command, said] of [
      [['account', 'list'], `${name} holds no data of a review service`],
      [['proxy', 'status'], `No proxy keeps its data in ${name}`],
      [['privacy', 'remove', ...person], `${name} holds no data of a review service or a proxy`],
    ] as const) {
      const { status, out, err } = await runProgram([...command, flag, value]);
      assert.deepEqual([status, out, err], [1, '', `plaudit: ${said}\n`]);
    }
    assert.deepEqual(await tablesIn(location), []);
  }
});

test('a database that does not answer is one line', async () => {
  const nowhere = 'postgres://me@127.0.0.1:1/shop';
  const { status, err } = await runProgram(['privacy', 'remove', ...person, '--database-url', nowhere]);
  assert.equal(status, 1);
  assert.match(err, /^plaudit: The database cannot be opened: .*ECONNREFUSED.*\n$/);
});

const shop = 'shop.example';

/** Data of both programs, in the directories that are named. */
async function makeData(service: string, proxy: string): Promise<void> {
  const database = await openServiceDatabase({ directory: service });
  await createAccount(database, { business: shop, email: 'owner@shop.example', password: 'a-long-password' });
  await database.destroy();
  const mirror = await openProxyDatabase({ directory: proxy });
  await ensureBusiness(storeOf(mirror), shop);
  await mirror.destroy();
}

function emptyDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-places-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** The directories below it, and the databases in it. */
const namesIn = (directory: string): string[] =>
  readdirSync(directory).filter((name) => name.endsWith('.sqlite') || ['service', 'proxy'].includes(name));

test('one directory means the same to every command, whichever layout its data has', async (t) => {
  const directory = emptyDirectory(t);
  const [apart, together] = [join(directory, 'apart'), join(directory, 'together')];
  await makeData(join(apart, 'service'), join(apart, 'proxy'));
  await makeData(together, together);
  for (const data of [apart, together]) {
    const on = (...command: string[]) => runProgram([...command, '--data', data]);
    assert.match((await on('account', 'list')).out, /owner@shop\.example/);
    assert.match((await on('products', 'list', '--business', shop)).err, /^$/);
    assert.match((await on('proxy', 'status')).out, /^shop\.example\n/);
    assert.equal((await on('proxy', 'queue', 'list', '--business', shop)).out, '0 in the queue\n');
    assert.match((await on('upgrade', '--check')).out, /of the review service in .*\n.*\nData of the proxy in /);
    assert.match((await on('privacy', 'remove', ...person)).out, /from the review service.*\nErased from the proxy/);
    const backup = await on('backup', '--to', join(directory, `${basename(data)}.sqlite`));
    assert.equal(backup.status, 0, backup.err);
  }
  // Also where only the part of one program is named.
  assert.match((await runProgram(['account', 'list', '--data', join(apart, 'service')])).out, /owner@shop\.example/);
  assert.match((await runProgram(['proxy', 'status', '--data', join(apart, 'proxy')])).out, /^shop\.example\n/);
});

test('without --data every command means ./data', async (t) => {
  const cwd = emptyDirectory(t);
  const create = ['account', 'create', '--business', shop, '--email', 'owner@shop.example', '--password-stdin'];
  const { status, err } = await runProgram(create, { cwd, input: 'a-long-password' });
  assert.equal(status, 0, err);
  assert.deepEqual(namesIn(join(cwd, 'data')), ['reviews.sqlite']);
  assert.match((await runProgram(['account', 'list'], { cwd })).out, /owner@shop\.example/);
  assert.deepEqual(await runProgram(['proxy', 'status'], { cwd }), {
    status: 1,
    out: '',
    err: 'plaudit: No proxy keeps its data in data\n',
  });
});

test('where there is one business, no command needs its name; where there are several, one line names them', async (t) => {
  const data = emptyDirectory(t);
  await makeData(data, data);
  const commands = [
    ['products', 'list'],
    ['products', 'import', '-'],
    ['questions', 'list'],
    ['reviews', 'list'],
    ['reports', 'list'],
    ['account', 'set', '--hold', 'on'],
    ['account', 'create', '--email', 'owner@shop.example', '--password-stdin'],
    ['proxy', 'queue', 'list'],
  ];
  for (const command of commands) {
    const input = command.includes('import') ? 'sku,title\nTEA-1,Tea\n' : 'a-long-password';
    const { status, err } = await runProgram([...command, '--data', data], { input });
    assert.deepEqual([status, err], [0, ''], command.join(' '));
  }
  const nobody = await runProgram(['privacy', 'remove', '--email', 'jane@customers.example', '--data', data]);
  assert.match(nobody.out, /^Nobody is known to shop\.example /m);
  const database = await openServiceDatabase({ directory: data });
  await ensureBusiness(serviceStoreOf(database), 'other.example');
  await database.destroy();
  assert.deepEqual(await runProgram(['products', 'list', '--data', data]), {
    status: 2,
    out: '',
    err: `plaudit: Flag --business is missing, and there are several: give one of ${shop}, other.example\n`,
  });
});

/** Runs `plaudit start` until it is ready, and stops it. */
async function startOnce(data: string): Promise<{ out: string; err: string }> {
  const child = startProgram(['start', '--port', String(await freePort(2)), '--data', data]);
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => void (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (said.err += chunk.toString()));
  const gone = once(child, 'exit');
  await until('it is ready', () => /ready: .*\n/.test(said.out) || child.exitCode !== null);
  child.kill('SIGTERM');
  assert.deepEqual(await gone, [0, null], said.err);
  return said;
}

test('start goes on with the data of a service that ran alone, where it is', async (t) => {
  const data = emptyDirectory(t);
  await makeData(data, data);
  const { out } = await startOnce(data);
  assert.doesNotMatch(out, /Set it up/);
  assert.deepEqual(namesIn(data).toSorted(), ['calls.sqlite', 'proxy.sqlite', 'reviews.sqlite']);
});

test('start says what it found beside what it uses', async (t) => {
  const data = emptyDirectory(t);
  await makeData(join(data, 'service'), join(data, 'proxy'));
  assert.equal((await startOnce(data)).err, '');
  const alone = await openServiceDatabase({ directory: data });
  await alone.destroy();
  const unused =
    `${join(data, 'service', 'reviews.sqlite')} is used, and ${join(data, 'reviews.sqlite')} is not: ` +
    'move away what is not wanted';
  const { out, err } = await startOnce(data);
  assert.deepEqual([err, /Set it up/.test(out)], [`plaudit: ${unused}\n`, false]);
  assert.ok((await runProgram(['doctor', '--data', data])).out.includes(`warn  data: ${unused}\n`));
});
