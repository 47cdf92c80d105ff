/**
 * A second connection to a SQLite file, that reads alone and past Kysely: for what every call of the API asks. It sees
 * what is committed, as a read outside of a transaction does, but waits for no transaction that is open here, and
 * is spared the way through Kysely, which costs more than most of them take.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { BUSY_TIMEOUT, readRows } from './sqlite.ts';

export class SqliteReader {
  readonly #database: DatabaseSync;
  /** By the text of the query, of which there are as many as the program has. */
  readonly #prepared = new Map<string, (values: readonly unknown[]) => object[]>();
  readonly #version: StatementSync;

  /** @param file - exists, and is in WAL mode. */
  constructor(file: string) {
    this.#database = new DatabaseSync(file, { readOnly: true });
    this.#database.exec(`
      pragma busy_timeout = ${BUSY_TIMEOUT};
      pragma cache_size = -65536;
      pragma temp_store = MEMORY;
    `);
    this.#version = this.#database.prepare('pragma data_version');
  }

  all(sql: string, values: readonly unknown[]): object[] {
    let read = this.#prepared.get(sql);
    if (!read) {
      read = readRows(this.#database.prepare(sql));
      this.#prepared.set(sql, read);
    }
    return read(values);
  }

  /** Another number after every commit, whether of this process or of another. */
  version(): number {
    return (this.#version.get() as { data_version: number }).data_version;
  }

  close(): void {
    this.#database.close();
  }
}

const readers = new WeakMap<object, SqliteReader>();

export function setReader(db: object, reader: SqliteReader): void {
  readers.set(db, reader);
}

/** None for PostgreSQL, and none inside a transaction, which must see its own changes. */
export const readerOf = (db: object): SqliteReader | undefined => readers.get(db);
