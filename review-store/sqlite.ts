/**
 * SQLite for Kysely, on Node's own `node:sqlite`. Statements are prepared once per text and kept, since preparing
 * costs more than most of them take to run.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { SqliteDialect, SqliteQueryCompiler, type LimitNode, type SqliteDatabase, type SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';

/** How long a statement waits for another process that writes, in milliseconds. */
export const BUSY_TIMEOUT = 10_000;

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

/** Kysely's dialect, on what `openSqlite` opened. */
export class PreparedSqliteDialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new PreparedSqliteCompiler();
  }
}

/**
 * SQLite looks at the value that is bound to a LIMIT when it chooses a plan, and so makes a prepared statement anew
 * each time one is bound: for a page of reviews that takes as long as reading it. Into a sum it does not look.
 */
class PreparedSqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node);
    this.append(' + 0');
  }
}

function adapt(statement: StatementSync): SqliteStatement {
  const values = (given: readonly unknown[]) => given as SQLInputValue[];
  const reader = statement.columns().length > 0;
  const all = reader ? readRows(statement) : () => [];
  return {
    reader,
    all,
    run: (given) => {
      const { changes, lastInsertRowid } = statement.run(...values(given));
      return { changes, lastInsertRowid };
    },
    iterate: (given) => all(given).values(),
  };
}

/**
 * Runs a statement and answers its rows as objects. It is told to give arrays: for objects Node makes the names of all
 * columns anew with every row, which for a page of reviews costs as much as finding them.
 */
export function readRows(statement: StatementSync): (given: readonly unknown[]) => object[] {
  const names = statement.columns().map(({ name }) => name);
  statement.setReturnArrays(true);
  return (given) =>
    (statement.all(...(given as SQLInputValue[])) as unknown as unknown[][]).map((row) => {
      const named: Record<string, unknown> = {};
      for (let column = 0; column < names.length; column++) named[names[column]!] = row[column];
      return named;
    });
}
