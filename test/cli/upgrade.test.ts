/** `plaudit upgrade --check`: what this version would do to the data of another one. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { openServiceDatabase } from '../../review-service/database.ts';
import { firstMissing, makeEarlier, makeEarlierFile } from '../support/earlier-data.ts';
import { withPlainPostgres } from '../support/plain-database.ts';
import { runProgram } from '../support/program.ts';
import { freshDatabase, usePostgres } from '../support/use-postgres.ts';

let directory: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-upgrade-'));
});
after(() => rmSync(directory, { recursive: true, force: true }));

const check = (data: string) => runProgram(['upgrade', '--check', '--data', data]);

/** Names of all files with their content. */
const filesIn = (place: string) =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${join(parentPath, name)} ${readFileSync(join(parentPath, name), 'base64')}`)
    .toSorted();

test('it says of both programs what would change, what is copied first and who can go on, and changes nothing', async () => {
  const data = join(directory, 'earlier');
  for (const program of ['service', 'proxy'] as const) await makeEarlierFile(join(data, program), program);
  const files = filesIn(data);
  const { status, out, err } = await check(data);
  assert.deepEqual([status, err], [0, '']);
  const lines = out.split('\n');
  assert.match(
    out,
    /^Data of the review service in .*service\n {2}changes: store 0004-removed-products, .*service 0004-/m,
  );
  assert.match(out, /^Data of the proxy in .*proxy\n {2}changes: store 0004.*, proxy 0008-assets, .*mirror 0002-/m);
  assert.equal(lines.filter((line) => line.includes(`.before-${firstMissing}.sqlite: `)).length, 2, out);
  assert.equal(lines.filter((line) => line === '  the version before can use only the copy').length, 2, out);
  assert.deepEqual(filesIn(data), files);
});

test('data of this version stays as it is; of a newer one it is refused in one line', async () => {
  const data = join(directory, 'present');
  await (await openServiceDatabase({ directory: data })).destroy();
  const files = filesIn(data);
  const present = await check(data);
  assert.deepEqual([present.status, present.out], [0, `Data of the review service in ${data}\n  stays as it is\n`]);
  assert.deepEqual(filesIn(data), files);

  const file = new DatabaseSync(join(data, 'reviews.sqlite'));
  file.exec(`insert into service_migration values ('9998-wider', '2030-01-01');
    create table if not exists reach_of_migration (migration text primary key, older_programs text);
    insert into reach_of_migration values ('service 9998-wider', 'all')`);
  assert.match((await check(data)).out, /newer version \(service 9998-wider\); this one can go on with it\n {2}stays/);
  file.exec(`insert into service_migration values ('9999-narrower', '2030-01-01')`);
  file.close();
  const { status, out, err } = await check(data);
  assert.deepEqual([status, out], [1, '']);
  assert.match(err, /^plaudit: The database was written by a newer version .*service 9999-narrower.*\n$/);
});

test('what is asked of it wrongly is one line', async () => {
  const without = await runProgram(['upgrade', '--data', directory]);
  assert.deepEqual([without.status, without.err.match(/\n/g)?.length], [2, 1]);
  assert.match(without.err, /--check is missing/);
  const nothing = await check(join(directory, 'nothing'));
  assert.deepEqual([nothing.status, nothing.out], [1, '']);
  assert.match(nothing.err, /^plaudit: .*nothing holds no data of a review service or a proxy\n$/);
});

test('on PostgreSQL it says that instances have to stop and that a backup is up to the operator, as the start does', async () => {
  const postgres = await usePostgres();
  try {
    const url = await freshDatabase(postgres.url);
    await withPlainPostgres(url, (db) => makeEarlier(db, 'service'));
    const { status, out } = await runProgram(['upgrade', '--check', '--database-url', url]);
    assert.equal(status, 0);
    assert.match(
      out,
      /^Data of the review service in this database\n {2}changes: store 0004-.*\n {2}stop all instances/,
    );
    assert.match(out, /make a backup with pg_dump, then start once with --no-copy\n$/);
    const list = await runProgram(['account', 'list', '--database-url', url]);
    assert.equal(list.status, 1);
    assert.match(list.err, /^plaudit: The version before cannot use .*stop all instances.*--no-copy\n$/);
    assert.equal((await runProgram(['upgrade', '--check', '--database-url', url])).out, out, 'nothing was changed');
  } finally {
    await postgres.stop();
  }
});
