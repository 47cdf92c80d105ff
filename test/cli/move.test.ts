/** `plaudit move`: everything is in PostgreSQL as it was in SQLite, or nothing is. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { findAccount } from '../../review-service/people/accounts/accounts.ts';
import { verifyPassword } from '../../review-service/people/accounts/passwords.ts';
import { moveService, openServiceDatabase } from '../../review-service/database.ts';
import { demoAccess, loadDemoData } from '../../review-service/demo-shop/demo.ts';
import { SoleUse } from '../../review-store/databases/location.ts';
import { keyOf } from '../../review-store/secrets/data-key.ts';
import { ensureBusiness } from '../../review-store/content/businesses.ts';
import { openProxyDatabase, storeOf } from '../../server-proxy/state/open.ts';
import { until } from '../server-proxy/harness.ts';
import { freePort } from '../support/ports.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { RunningProgram } from '../support/running-program.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';

const secret = 'seals-the-keys-of-this-test';
let postgres: UsedPostgres;
let data: string;
/** A database with everything. */
let moved: string;
/** What was printed to start next. */
let commands: readonly string[];
before(async () => {
  postgres = await usePostgres();
  data = mkdtempSync(join(tmpdir(), 'plaudit-move-'));
  const service = await openServiceDatabase({ directory: join(data, 'service') });
  await loadDemoData(service, pino({ level: 'silent' }), makeNoise);
  await service.destroy();
  const proxy = await openProxyDatabase({ directory: join(data, 'proxy') });
  await ensureBusiness(storeOf(proxy), 'shop.example');
  await proxy.insertInto('proxy_outbox').values(waitingReview).execute();
  await proxy.insertInto('proxy_outbox_file').values(photo).execute();
  await proxy.destroy();
});
after(async () => {
  await postgres?.stop();
  rmSync(data, { recursive: true, force: true });
});

/** As large as pictures are, and all different. */
async function makeNoise() {
  const pictures = Array.from({ length: 40 }, (_none, at) => {
    const [original, normal, large, small] = [40_000, 20_000, 30_000, 5_000].map((size) => randomBytes(size));
    const sizes = {
      contentType: 'image/jpeg',
      original: original!,
      normal: normal!,
      large: large!,
      small: small!,
    } as const;
    return [`picture ${at}`, { key: `key-${at}`, sizes }] as const;
  });
  return new Map(pictures);
}

const waitingReview = {
  id: 'one',
  business: 'shop.example',
  operation: 'addProductReview',
  fields: JSON.stringify({ title: 'Emoji 🫖 and “quotes”' }),
  bytes: 3,
  state: 'waiting',
  attempts: 1,
  created_at: 1_795_000_000_000,
} as const;
const photo = {
  outbox_id: 'one',
  position: 0,
  field: 'image1',
  type: 'image/png',
  name: 'a.png',
  bytes: new Uint8Array([0, 255, 92]),
};

const inProxySchema = (url: string) => `${url}?options=-csearch_path%3Dplaudit_proxy`;
const move = (to: string) => runProgram(['move', '--data', data, '--to', to], { env: { PLAUDIT_SECRET: secret } });

const variables = {
  PLAUDIT_PORT: '0',
  PLAUDIT_SECRET: secret,
  PGPASSWORD: 'never-shown',
  PLAUDIT_CLIENT_TOKEN: demoAccess.clientToken,
  PLAUDIT_EMAIL: demoAccess.owner,
  PLAUDIT_PASSWORD: demoAccess.password,
};

/** Runs the programs as printed, with the variables that they have had. */
async function runPrinted(): Promise<void> {
  for (const command of commands) {
    const words = command.split(' ').map((word) => word.replace(/^'(.*)'$/, '$1'));
    const child = startProgram(words, variables);
    const gone = once(child, 'exit');
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => void (said += chunk.toString()));
    await until('it is ready', () => /is ready: .*\n/.test(said) || child.exitCode !== null);
    child.kill('SIGTERM');
    assert.deepEqual(await gone, [0, null], `${command}\n${said}`);
  }
}

/** Rows of all tables that a program made, except those about migrations. */
async function rowsIn(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'plaudit_proxy') and tablename not like '%_migration'`,
  );
  let all = 0;
  for (const { name } of tables)
    all += Number((await client.query<{ count: string }>(`select count(*) from ${name}`)).rows[0]!.count);
  await client.end();
  return all;
}

test('a program that runs alone keeps what it was started with, beside its data', async () => {
  const upstream = ['--upstream', 'http://127.0.0.1:9/v1', '--business', 'shop.example', '--strict'];
  for (const args of [
    ['service', '--max-connections', '77'],
    ['proxy', ...upstream],
  ]) {
    const running = await RunningProgram.start([...args, '--data', data], { ...variables, PGPASSWORD: '' });
    assert.equal(await running.stop(), 0);
  }
});

test('a program that cannot keep what it was started with says so, and runs all the same', async () => {
  const place = join(data, 'unkept');
  // Where a disk is full, or the directory is somebody else's.
  mkdirSync(join(place, 'started.json.partial'), { recursive: true });
  const child = startProgram(['service', '--data', place], variables);
  const gone = once(child, 'exit');
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (said += chunk.toString()));
  const isReady = () => /cannot be written: .*\n/.test(said) && /is ready: .*\n/.test(said);
  await until('it has said both, or ended', () => isReady() || child.exitCode !== null);
  child.kill('SIGTERM');
  assert.deepEqual(await gone, [0, null], said);
  rmSync(place, { recursive: true });
});

test('everything is there, and the programs find it with the key that it was made with', async () => {
  const url = await freshDatabase(postgres.url);
  const withPassword = Object.assign(new URL(url), { password: 'never-shown' }).href;
  const { status, out, err } = await move(withPassword);
  assert.equal(err, '');
  assert.equal(status, 0);
  assert.match(out, /^The data of the service is moved: \d+ tables with \d+ rows, all counted and compared\n/);
  assert.match(out, /\nThe data of the proxy is moved: \d+ tables with \d+ rows, all counted and compared\n/);
  const [, heading, ...printed] = /\n(Start next, .*):\n {2}plaudit (service .*)\n {2}plaudit (proxy .*)\n$/.exec(out)!;
  assert.equal(
    heading,
    'Start next, with PGPASSWORD and the same PLAUDIT_SECRET, and with the variables that each has had',
  );
  const [ofService, ofProxy] = printed;
  assert.match(ofService!, /^service .*--max-connections 77 --data /);
  assert.match(ofProxy!, / --business shop\.example .*--strict --data /);
  commands = printed;
  assert.ok(!out.includes('never-shown'));

  const source = await openServiceDatabase({ directory: join(data, 'service') });
  const service = await openServiceDatabase({ databaseUrl: url, secret });
  assert.deepEqual(keyOf(service).bytes, keyOf(source).bytes);
  assert.equal(keyOf(service).isBesideData, false);
  const owner = await findAccount(service, demoAccess.owner);
  assert.ok(await verifyPassword(demoAccess.password, owner!.password_hash));
  for (const table of ['product_review', 'image_file', 'review_label'] as const) {
    const count = sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`;
    const { rows } = (await count.execute(service)).rows[0]!;
    assert.equal(rows, (await count.execute(source)).rows[0]!.rows);
    const known = sql<{ rows: number }>`select reltuples as rows from pg_class where oid = ${table}::regclass`;
    assert.equal((await known.execute(service)).rows[0]!.rows, rows, 'PostgreSQL knows how many rows there are');
  }
  const picture = { columns: ['key', 'size', 'bytes'] as const };
  const first = (db: typeof service) =>
    db.selectFrom('image_file').select(picture.columns).orderBy('created_at').limit(1).executeTakeFirstOrThrow();
  const picked = await first(service);
  const { bytes } = await source
    .selectFrom('image_file')
    .select('bytes')
    .where('key', '=', picked.key)
    .where('size', '=', picked.size)
    .executeTakeFirstOrThrow();
  assert.ok(Buffer.from(bytes).equals(Buffer.from(picked.bytes)));
  await service.destroy();
  await source.destroy();

  const proxy = await openProxyDatabase({ databaseUrl: inProxySchema(url), secret });
  assert.deepEqual(await proxy.selectFrom('proxy_outbox').select(['id', 'fields']).execute(), [
    { id: 'one', fields: waitingReview.fields },
  ]);
  const file = await proxy.selectFrom('proxy_outbox_file').select('bytes').executeTakeFirstOrThrow();
  assert.deepEqual([...file.bytes], [0, 255, 92]);
  await proxy.destroy();
  moved = url;
});

test('a file that takes longer to read than PostgreSQL waits in a transaction is found to be the same', async (t) => {
  const read = (file: SoleUse, ...args: Parameters<SoleUse['rows']>) => rows.apply(file, args);
  const { rows } = SoleUse.prototype;
  const large = 'product_review';
  const slow = new Int32Array(new SharedArrayBuffer(4));
  t.mock.method(SoleUse.prototype, 'rows', function* (this: SoleUse, ...[table, columns]: Parameters<SoleUse['rows']>) {
    const isLarge = table === large;
    const count = isLarge ? [...read(this, table, ['id'])].length : 0;
    assert.ok(!isLarge || count > 1_000);
    for (const row of read(this, table, columns)) {
      if (isLarge) Atomics.wait(slow, 0, 0, 4_500 / count);
      yield row;
    }
  });
  assert.equal((await moveService(join(data, 'service'), moved, secret)).wasThere, true);
});

test('what was moved is not moved again, and what has changed since is not overwritten', async () => {
  const url = moved;
  const rows = await rowsIn(url);
  const again = await move(url);
  assert.equal(again.status, 0, again.err);
  assert.match(again.out, /The data of the service had been moved before, and is the same: /);
  assert.equal(await rowsIn(url), rows);

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('delete from message where id = (select min(id) from message)');
  await client.query(`update product_review set title = 'Another' where id = (select min(id) from product_review)`);
  await client.end();
  const refused = await move(url);
  assert.deepEqual(
    [refused.status, refused.out, refused.err],
    [1, '', 'plaudit: The database holds data already, and it is not overwritten: choose an empty one\n'],
  );
});

test('the commands that the move prints start both programs as printed', runPrinted);

test('data that were moved are used by nobody who leaves the database out, until somebody says so', async () => {
  const proxy = ['proxy', '--upstream', 'http://127.0.0.1:9/v1', '--business', 'shop.example'];
  for (const place of [data, join(data, 'service')])
    for (const args of [['doctor'], ['reviews', 'list'], ['backup', '--to', join(data, 'backup')], ['service']]) {
      const { status, out, err } = await runProgram([...args, '--data', place], { env: variables });
      assert.equal(status, 1, args.join(' '));
      assert.match(out + err, /The data of \S+ are in postgres:\/\/test@\S+: give --database-url; .* delete \S+\.json/);
    }
  for (const args of [['start', '--port', String(await freePort(2))], proxy]) {
    const { status, err } = await runProgram([...args, '--data', data], { env: variables });
    assert.equal(status, 1, args.join(' '));
    assert.match(err, /^plaudit: The data of \S+ are in postgres:\/\/test@\S+: give --database-url; /);
    assert.ok(!err.includes('never-shown'));
  }
  rmSync(join(data, 'started.json'));
  rmSync(join(data, 'service', 'started.json'));
  const { status, err } = await runProgram(['account', 'list', '--data', data]);
  assert.deepEqual([status, err], [0, '']);
});

test('a move that fails has moved nothing, and can be made again', async () => {
  const url = await freshDatabase(postgres.url);
  const file = new DatabaseSync(join(data, 'service', 'reviews.sqlite'));
  // PostgreSQL keeps no text with a NUL character.
  file.exec(`insert into service_setting (name, value) values ('odd', 'a' || char(0) || 'b')`);
  file.close();
  const failed = await move(url);
  assert.equal(failed.status, 1);
  assert.match(failed.err, /^plaudit: Table service_setting cannot be moved, and nothing was: .*\n$/);
  assert.equal(await rowsIn(url), 0);
  const mended = new DatabaseSync(join(data, 'service', 'reviews.sqlite'));
  mended.exec(`delete from service_setting where name = 'odd'`);
  mended.close();
  assert.equal((await move(url)).status, 0);
});

test('data that is there twice is not moved before somebody says which', async () => {
  const beside = await openServiceDatabase({ directory: data });
  await beside.destroy();
  const { status, out, err } = await move(await freshDatabase(postgres.url));
  rmSync(join(data, 'reviews.sqlite'));
  rmSync(join(data, 'reviews.key'));
  assert.deepEqual([status, out], [1, '']);
  assert.match(err, /^plaudit: What is to be moved is not clear: .*service\/reviews\.sqlite is used, and .* is not: /);
});

test('data that a program runs on is not moved', async () => {
  const url = await freshDatabase(postgres.url);
  const running = await openServiceDatabase({ directory: join(data, 'service') });
  try {
    const { status, err } = await move(url);
    const file = join(data, 'service', 'reviews.sqlite');
    assert.deepEqual([status, err], [1, `plaudit: ${file} cannot be moved: a program runs on it: stop that first\n`]);
  } finally {
    await running.destroy();
  }
});

test('an empty directory, or no address, is one line', async () => {
  const nothing = join(data, 'nothing');
  const missing = await runProgram(['move', '--data', nothing, '--to', postgres.url]);
  assert.deepEqual(
    [missing.status, missing.err],
    [1, `plaudit: ${nothing} holds no data of a review service or a proxy\n`],
  );
  assert.ok(!existsSync(nothing));
  const { status, err } = await runProgram(['move', '--data', data, '--to', 'mysql://x']);
  assert.deepEqual([status, err], [2, 'plaudit: --to must be an address such as postgres://user@host/database\n']);
});
