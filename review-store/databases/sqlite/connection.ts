/**
 * Connections to a SQLite file, on Node's own `node:sqlite`. Statements are prepared once per text and kept, since
 * preparing costs more than most of them take to run.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import { named } from './errors.ts';

/** How long opening a file waits for another process that has it; nothing is served yet. */
const OPENING_PATIENCE_MS = 10_000;
/** How long a reader waits where a file is being recovered or closed by another process; it blocks this one. */
const READER_PATIENCE_MS = 100;
const MOST_STATEMENTS = 500;

type Run = (values: readonly unknown[]) => QueryResult<object>;

export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #prepared = new LRUCache<string, Run>({ max: MOST_STATEMENTS });

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  run<Row = object>(sql: string, values: readonly unknown[] = []): QueryResult<Row> {
    try {
      let run = this.#prepared.get(sql);
      if (!run) {
        run = prepare(this.#database.prepare(sql));
        this.#prepared.set(sql, run);
      }
      return run(values) as QueryResult<Row>;
    } catch (error) {
      throw named(error);
    }
  }

  close(): void {
    this.#database.close();
  }
}

/**
 * Opens a file for writing, and makes it where it is not there. Every acknowledged commit is on the disk
 * (`synchronous=FULL`), and what is deleted is overwritten (`secure_delete`), as erasing a person demands. A lock of
 * another process is never waited for inside SQLite, which would stop this process: see driver.ts. The log may grow to
 * 256 MB before it is copied to the file: pages of indexes, which every commit of a fill or an import writes again, are
 * copied once instead of every time. Erasing copies and empties it at once.
 */
export function openWriting(file: string): SqliteConnection {
  const database = new DatabaseSync(file);
  database.exec(`
    pragma busy_timeout = ${OPENING_PATIENCE_MS};
    pragma journal_mode = WAL;
    pragma synchronous = FULL;
    pragma foreign_keys = ON;
    pragma secure_delete = ON;
    pragma cache_size = -16384;
    pragma wal_autocheckpoint = 65536;
    pragma temp_store = MEMORY;
    pragma busy_timeout = 0;
  `);
  return new SqliteConnection(database);
}

/**
 * Opens a file for reading alone, which no lock of a writer hinders.
 * @param file - exists, and is in WAL mode.
 */
export function openReading(file: string, cacheKilobytes: number): SqliteConnection {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    database.exec(`
      pragma busy_timeout = ${READER_PATIENCE_MS};
      pragma cache_size = -${cacheKilobytes};
      pragma temp_store = MEMORY;
    `);
    return new SqliteConnection(database);
  } catch (error) {
    throw named(error);
  }
}

function prepare(statement: StatementSync): Run {
  if (statement.columns().length > 0) return readRows(statement);
  return (given) => {
    const { changes, lastInsertRowid } = statement.run(...(given as SQLInputValue[]));
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  };
}

/**
 * Rows as objects. The statement is told to give arrays: for objects Node makes the names of all columns anew with
 * every row, which for a page of reviews costs as much as finding them.
 */
function readRows(statement: StatementSync): Run {
  const names = statement.columns().map(({ name }) => name);
  statement.setReturnArrays(true);
  return (given) => {
    const rows = (statement.all(...(given as SQLInputValue[])) as unknown as unknown[][]).map((row) => {
      const named: Record<string, unknown> = {};
      for (let column = 0; column < names.length; column++) named[names[column]!] = row[column];
      return named;
    });
    return { rows };
  };
}
