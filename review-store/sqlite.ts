/**
 * SQLite for Kysely, on Node's own `node:sqlite`. Statements are prepared once per text and kept, since preparing
 * costs more than most of them take to run.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';

/** How long a statement waits for another process that writes, in milliseconds. */
const BUSY_TIMEOUT = 10_000;

/**
 * Opens a database file; every acknowledged commit is on the disk (`synchronous=FULL`), and what is deleted is
 * overwritten (`secure_delete`), as erasing a person demands.
 */
export function openSqlite(file: string): SqliteDatabase {
  const database = new DatabaseSync(file);
  database.exec(`
    pragma busy_timeout = ${BUSY_TIMEOUT};
    pragma journal_mode = WAL;
    pragma synchronous = FULL;
    pragma foreign_keys = ON;
    pragma secure_delete = ON;
    pragma cache_size = -65536;
    pragma temp_store = MEMORY;
  `);
  const prepared = new LRUCache<string, SqliteStatement>({ max: 500 });
  return {
    close: () => database.close(),
    prepare(text) {
      // A transaction that reads before it writes would be refused outright if another process wrote in between.
      const sql = text === 'begin' ? 'begin immediate' : text;
      let statement = prepared.get(sql);
      if (!statement) {
        statement = adapt(database.prepare(sql));
        prepared.set(sql, statement);
      }
      return statement;
    },
  };
}

function adapt(statement: StatementSync): SqliteStatement {
  const values = (given: readonly unknown[]) => given as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (given) => statement.all(...values(given)),
    run: (given) => {
      const { changes, lastInsertRowid } = statement.run(...values(given));
      return { changes, lastInsertRowid };
    },
    iterate: (given) => statement.iterate(...values(given)) as IterableIterator<unknown>,
  };
}
