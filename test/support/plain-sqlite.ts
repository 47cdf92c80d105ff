/** A SQLite file for Kysely as simply as can be, for tests that make data of an earlier version. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, SqliteDialect, type SqliteDatabase } from 'kysely';

export function openPlainSqlite<Tables>(file: string): Kysely<Tables> {
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
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapted }) });
}
