/** Databases for Kysely as simply as can be, for tests that make data of an earlier version and look into them. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, PostgresDialect, SqliteDialect, type SqliteDatabase } from 'kysely';
import pg from 'pg';

type Work<Result> = (db: Kysely<never>) => Promise<Result>;

export function withPlainSqlite<Result>(file: string, work: Work<Result>): Promise<Result> {
  return withDatabase(openPlainSqlite(file), work);
}

export function withPlainPostgres<Result>(url: string, work: Work<Result>): Promise<Result> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  return withDatabase(new Kysely<never>({ dialect: new PostgresDialect({ pool }) }), work);
}

async function withDatabase<Result>(db: Kysely<never>, work: Work<Result>): Promise<Result> {
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

function openPlainSqlite(file: string): Kysely<never> {
  const database = new DatabaseSync(file);
  const adapted: SqliteDatabase = {
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql);
      const values = (given: readonly unknown[]) => given as SQLInputValue[];
      return {
        reader: statement.columns().length > 0,
        all: (given) => statement.all(...values(given)),
        run: (given) => statement.run(...values(given)),
        iterate: (given) => statement.iterate(...values(given)),
      };
    },
  };
  return new Kysely<never>({ dialect: new SqliteDialect({ database: adapted }) });
}
