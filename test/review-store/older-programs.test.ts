/** Programs of two versions on one database: which of them goes on once the other has changed the tables. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql, type Kysely } from 'kysely';
import type { Location } from '../../review-store/databases/location.ts';
import type { MigrationSet, TableChange } from '../../review-store/databases/migrate.ts';
import { openDatabase, planUpgrade } from '../../review-store/open.ts';
import { StoreError } from '../../review-store/databases/store-error.ts';
import type { StoreTables } from '../../review-store/tables.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';

const change = (statement: string, olderPrograms?: string): TableChange => ({
  ...(olderPrograms === undefined ? {} : { olderPrograms }),
  up: async (db) => void (await sql.raw(statement).execute(db)),
});

/** The migrations of a shop's program, version after version: first a new column, later without the one it replaces. */
const history = {
  '0001-first': change('create table thing (old_name text)'),
  '0002-wider': change('alter table thing add column name text', 'all'),
  '0003-narrower': change('alter table thing drop column old_name', '0002-wider'),
  '0004-other': change('create table other (name text)'),
};

/** A program that knows so many of them. */
const version = (count: number): readonly MigrationSet[] => [
  { name: 'shop', migrations: Object.fromEntries(Object.entries(history).slice(0, count)) },
];

async function use(location: Location, known: number, work: (db: Kysely<StoreTables>) => Promise<unknown>) {
  const db = await openDatabase(location, version(known));
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}

const insert = (column: string) => (db: Kysely<StoreTables>) =>
  sql`insert into thing (${sql.ref(column)}) values ('a name')`.execute(db);
const start = (location: Location, known: number) => use(location, known, async () => {});
const refuses = (location: Location, known: number, reason: RegExp) =>
  assert.rejects(start(location, known), (error) => error instanceof StoreError && reason.test(error.message));
const tooNew = (migration: string) => new RegExp(`newer version of Plaudit .it holds shop ${migration}.*nothing was`);

let directory: string;
let postgres: UsedPostgres;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-older-'));
  postgres = await usePostgres();
});
after(async () => {
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
});

const places: Readonly<Record<string, () => Promise<Location>>> = {
  SQLite: async () => ({ directory: mkdtempSync(join(directory, 'data-')), name: 'shop' }),
  PostgreSQL: async () => ({ databaseUrl: await freshDatabase(postgres.url) }),
};

for (const [database, make] of Object.entries(places)) {
  describe(database, () => {
    test('a table that became wider is used by the version before, which says what it does not know', async () => {
      const location = await make();
      await use(location, 1, async (running) => {
        await insert('old_name')(running);
        await use(location, 2, insert('name'));
        const { rows } = await sql`select * from thing`.execute(running);
        assert.equal(rows.length, 2);
        await insert('old_name')(running);
      });
      await use(location, 1, insert('old_name'));
      const { missing, newer, olderGoOn } = await planUpgrade(location, version(1));
      assert.deepEqual([missing, newer, olderGoOn], [[], ['shop 0002-wider'], true]);
      await use(location, 2, insert('name'));
    });

    test('a table that became narrower is used by programs that had stopped using the rest, and by no other', async () => {
      const location = await make();
      await use(location, 2, insert('name'));
      assert.equal((await planUpgrade(location, version(3))).olderGoOn, true);
      await use(location, 3, insert('name'));
      await use(location, 2, insert('name'));
      await refuses(location, 1, tooNew('0003-narrower'));
    });

    test('where a migration says nothing of older programs, none goes on, and the next upgrade is theirs again', async () => {
      const location = { ...(await make()), keepCopy: false };
      await start(location, 3);
      assert.equal((await planUpgrade(location, version(4))).olderGoOn, false);
      await start(location, 4);
      await refuses(location, 3, tooNew('0004-other'));
      await assert.rejects(planUpgrade(location, version(3)), StoreError);
      await start(location, 4);
    });
  });
}

test('on PostgreSQL an upgrade that others cannot go on with waits for a backup, and one that they can does not', async () => {
  const location = await places['PostgreSQL']!();
  await use(location, 2, insert('name'));
  await start(location, 3);
  await refuses(location, 4, /shop-0004-other.*nothing was changed: stop all instances.*pg_dump.*--no-copy$/);
  await use(location, 3, insert('name'));
  await start({ ...location, keepCopy: false }, 4);
});

test('on SQLite there is a copy before either', async () => {
  const location = (await places['SQLite']!()) as { directory: string; name: string };
  await use(location, 1, insert('old_name'));
  const { copy } = await planUpgrade(location, version(4));
  assert.equal(copy?.file, join(location.directory, 'shop.before-shop-0002-wider.sqlite'));
  assert.ok(copy.bytes > 0 && copy.freeBytes > 0);
  await start(location, 2);
  assert.ok(readdirSync(location.directory).includes('shop.before-shop-0002-wider.sqlite'));
});
