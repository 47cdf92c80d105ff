/**
 * Opens the database that a review store lives in: a SQLite file, or PostgreSQL when several instances share it.
 * Migrations run first, forward only; a database that is newer than this program is refused, untouched.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';
import { isPostgres } from './dialect.ts';
import { storeMigrations } from './migrations/index.ts';
import { setReader, SqliteReader } from './reader.ts';
import { openSqlite, PreparedSqliteDialect } from './sqlite.ts';
import { StoreError } from './store-error.ts';
import type { StoreTables } from './tables.ts';

export type Location =
  | {
      /** The data directory; made where it does not exist. */
      readonly directory: string;
      /** The file is `{name}.sqlite`. */
      readonly name: string;
    }
  | { readonly databaseUrl: string };

/** Tables of the program that opens the store, beside the store's own. */
export interface MigrationSet {
  readonly name: string;
  readonly migrations: Readonly<Record<string, Migration>>;
}

const INT8 = 20;

/** @throws StoreError where the location cannot be opened or holds newer data. */
export async function openDatabase<Tables extends StoreTables = StoreTables>(
  location: Location,
  sets: readonly MigrationSet[] = [],
): Promise<Kysely<Tables>> {
  const db = connect<Tables>(location);
  try {
    for (const set of [{ name: 'store', migrations: storeMigrations }, ...sets]) await migrate(db, set);
    await gatherStatistics(db);
    return db;
  } catch (error) {
    await db.destroy().catch(() => {});
    if (error instanceof StoreError) throw error;
    throw new StoreError(`The database cannot be opened: ${reason(error)}`, { cause: error });
  }
}

/**
 * Tells SQLite how many rows its tables hold, by which it chooses indexes; PostgreSQL looks after that by itself. To be
 * repeated now and then while data grows. Only tables that changed much are looked at, and a part of them at most.
 */
export async function gatherStatistics<Tables>(db: Kysely<Tables>): Promise<void> {
  if (!isPostgres(db)) await sql`pragma optimize = 0x10002`.execute(db);
}

function connect<Tables>(location: Location): Kysely<Tables> {
  if ('databaseUrl' in location) {
    const types = { getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')) };
    const pool = new pg.Pool({ connectionString: location.databaseUrl, max: 10, connectionTimeoutMillis: 5_000, types: types as never });
    // A connection that breaks fails the query that uses it and is replaced at the next use. Without listeners one that
    // breaks between two queries, in the pool or in a transaction, would end the process.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  }
  const file = join(location.directory, `${location.name}.sqlite`);
  try {
    mkdirSync(location.directory, { recursive: true });
    return connectSqlite(file);
  } catch (error) {
    throw new StoreError(`The data directory ${location.directory} cannot be used: ${reason(error)}`, { cause: error });
  }
}

function connectSqlite<Tables>(file: string): Kysely<Tables> {
  const database = openSqlite(file);
  const reader = new SqliteReader(file);
  const close = () => {
    reader.close();
    database.close();
  };
  const db = new Kysely<Tables>({ dialect: new PreparedSqliteDialect({ database: { ...database, close } }) });
  setReader(db, reader);
  return db;
}

async function migrate<Tables>(db: Kysely<Tables>, { name, migrations }: MigrationSet): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: `${name}_migration`,
    migrationLockTableName: `${name}_migration_lock`,
  });
  await refuseNewer(db, name, migrations);
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** A migration that ran and is not known here was written by a newer version. */
async function refuseNewer<Tables>(db: Kysely<Tables>, name: string, migrations: MigrationSet['migrations']): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === `${name}_migration`)) return;
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(`${name}_migration`)}`.execute(db);
  const unknown = rows.find((row) => !Object.hasOwn(migrations, row.name));
  if (unknown) throw new StoreError(`The database was written by a newer version of Plaudit (it holds ${unknown.name}): update this one`);
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const nested = error instanceof AggregateError ? error.errors.map(reason).join(', ') : '';
  return (error.message || nested || error.name).replace(/\s+/g, ' ');
}

