import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { sql, type Kysely } from 'kysely';
import { ensureBusiness } from '../../review-store/content/businesses.ts';
import { openDatabase } from '../../review-store/open.ts';
import { StoreBusy } from '../../review-store/databases/errors.ts';
import type { StoreTables } from '../../review-store/tables.ts';

let directory: string;
let db: Kysely<StoreTables>;
let shell: DatabaseSync;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-sqlite-'));
  db = await openDatabase({ directory, name: 'data' });
  shell = new DatabaseSync(join(directory, 'data.sqlite'));
  await ensureBusiness(db, 'a.example');
});
after(async () => {
  shell.close();
  await db.destroy();
  rmSync(directory, { recursive: true, force: true });
});

const rename = (on: Kysely<StoreTables>, name: string) =>
  on.updateTable('business').set({ name }).where('domain', '=', 'a.example').execute();
const nameOf = async (on: Kysely<StoreTables>) =>
  (await on.selectFrom('business').select('name').where('domain', '=', 'a.example').executeTakeFirstOrThrow()).name;

test('a read waits for no transaction, and sees what is committed', async () => {
  await rename(db, 'before');
  const opened = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const writing = db.transaction().execute(async (transaction) => {
    await rename(transaction, 'within');
    assert.equal(await nameOf(transaction), 'within');
    opened.resolve();
    await goOn.promise;
  });
  await opened.promise;
  assert.equal(await nameOf(db), 'before');
  goOn.resolve();
  await writing;
  assert.equal(await nameOf(db), 'within');
});

test('a transaction that reads stays at its moment, takes no lock, and cannot write', async () => {
  await rename(db, 'one');
  await db
    .transaction()
    .setAccessMode('read only')
    .execute(async (transaction) => {
      assert.equal(await nameOf(transaction), 'one');
      await rename(db, 'two');
      shell.exec('begin immediate; commit');
      assert.equal(await nameOf(transaction), 'one');
      await assert.rejects(rename(transaction, 'three'), /readonly/);
    });
  assert.equal(await nameOf(db), 'two');
});

test('writes go on in the order in which they came, once the lock of another program is gone', async () => {
  shell.exec('begin immediate');
  const order: number[] = [];
  const writes = [1, 2, 3].map(async (one) => {
    await rename(db, `write ${one}`);
    order.push(one);
  });
  assert.notEqual(await nameOf(db), 'write 1');
  shell.exec('commit');
  await Promise.all(writes);
  assert.deepEqual([order, await nameOf(db)], [[1, 2, 3], 'write 3']);
});

test('a transaction that is opened by hand keeps its connection to its end', async () => {
  await db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection);
    await rename(connection, 'taken back');
    assert.equal(await nameOf(connection), 'taken back');
    const other = rename(db, 'after it');
    await sql`rollback`.execute(connection);
    await other;
  });
  assert.equal(await nameOf(db), 'after it');
  // Left open, it is rolled back, and holds up nobody.
  await db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection);
    await rename(connection, 'left open');
  });
  await ensureBusiness(db, 'b.example');
  assert.equal(await nameOf(db), 'after it');
});

test('what SQLite has rolled back by itself is not written on by halves', async () => {
  await rename(db, 'whole');
  const lost = db.transaction().execute(async (transaction) => {
    await rename(transaction, 'half');
    // As where the disk is full.
    await sql`insert or rollback into business select * from business`.execute(transaction).catch(() => {});
    await rename(transaction, 'other half');
  });
  await assert.rejects(lost, StoreBusy);
  assert.equal(await nameOf(db), 'whole');
  await rename(db, 'goes on');
});
