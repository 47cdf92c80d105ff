/**
 * Data of an earlier version, as it left them: the first migrations alone, a few thousand rows, and the row of a lock
 * that a killed process held. Their tables are written by hand, since the functions of today know those of today.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { isPostgres } from './is-postgres.ts';
import { withPlainSqlite } from './plain-database.ts';
import { applyChange } from '../../review-store/databases/migrate.ts';
import { migrationSets, type Program } from './schemas.ts';

/** The last migration of each set that the earlier version had. */
const lastOnes: Readonly<Record<string, string>> = {
  store: '0003-search',
  service: '0003-mail',
  proxy: '0003-outbox',
  mirror: '0001-mirror',
};
/** For both programs. */
export const firstMissing = 'store-0004-removed-products';
export const fileNames = { service: 'reviews', proxy: 'proxy' } as const satisfies Record<Program, string>;
const ROWS = 3_000;

/** @param filled - whether there is anything in it. */
export async function makeEarlierFile(directory: string, program: Program, filled = true): Promise<void> {
  mkdirSync(directory, { recursive: true });
  await withPlainSqlite(join(directory, `${fileNames[program]}.sqlite`), async (db) => {
    await sql`pragma journal_mode = WAL`.execute(db);
    await makeEarlier(db, program, filled);
  });
}

export async function makeEarlier(db: Kysely<never>, program: Program, filled = true): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const { name, migrations } of migrationSets[program]) {
      await makeTablesOfKysely(transaction, name);
      for (const key of Object.keys(migrations).toSorted()) {
        if (key > lastOnes[name]!) break;
        await applyChange(transaction, migrations[key]!);
        await sql`insert into ${sql.table(`${name}_migration`)} values (${key}, '2026-01-01T00:00:00.000Z')`.execute(
          transaction,
        );
      }
    }
    if (filled) await fill(transaction, program);
  });
}

async function makeTablesOfKysely(db: Kysely<never>, set: string): Promise<void> {
  const lock = `${set}_migration_lock`;
  await sql`create table ${sql.table(`${set}_migration`)}
    (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(db);
  await sql`create table ${sql.table(lock)}
    (id varchar(255) not null primary key, is_locked integer default 0 not null)`.execute(db);
  await sql`insert into ${sql.table(lock)} values ('migration_lock', 1)`.execute(db);
}

async function fill(db: Kysely<never>, program: Program): Promise<void> {
  const numbers = isPostgres(db)
    ? sql`generate_series(1, ${sql.lit(ROWS)}) as number(n)`
    : sql`(with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${sql.lit(ROWS)})
        select n from counted) as number`;
  await sql`insert into business (id, domain, name, url_address, profile_page, created_at)
    values (1, 'shop.example', 'Shop', 'https://shop.example', '', 0)`.execute(db);
  await sql`insert into product (business_id, id, sku, title, categories, images, attributes, search_text)
    select 1, n, 'SKU-' || n, 'Thing ' || n, '[]', '[]', '[]', 'thing ' || n from ${numbers}`.execute(db);
  await sql`insert into product_review
      (business_id, id, product_id, state, title, content, rating, attributes, images, search_text, created_at)
    select 1, n, n, 1, 'Title ' || n, 'What review ' || n || ' says.', 1 + n % 5, '[]', '[]', 'title ' || n, n
    from ${numbers}`.execute(db);
  if (program === 'service') {
    await sql`insert into api_client (token_hash, label, created_at)
      select 'hash ' || n, 'client', n from ${numbers}`.execute(db);
  } else {
    await sql`insert into proxy_vote
        (id, business, review_id, voter, address, vote, state, created_at, next_attempt_at, in_doubt)
      select 'vote ' || n, 'shop.example', n, 'voter', '203.0.113.1', 'positive', 'waiting', n, n, n % 2
      from ${numbers}`.execute(db);
  }
}

/** Database files, and all that SQLite or a copy that was broken off may have left beside them. */
export function databasesIn(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => name.includes('.sqlite'))
    .toSorted();
}

/** The rows that any version must still have, of every table that was filled. */
export async function countRows(db: Kysely<never>, program: Program): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(filledRows(program))) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
    counts[table] = Number(rows[0]!.n);
  }
  return counts;
}

export function filledRows(program: Program): Record<string, number> {
  const own = program === 'service' ? 'api_client' : 'proxy_vote';
  return { business: 1, product: ROWS, product_review: ROWS, [own]: ROWS };
}
