/**
 * A second connection to a SQLite file, that reads alone: for what is asked outside of transactions. It sees what is
 * committed, and waits for no transaction that is open here or elsewhere. What every call of the API asks goes to it
 * past Kysely, whose way costs more than most of those reads take.
 */
import type { QueryResult } from 'kysely';
import { openReading, type SqliteConnection } from './sqlite.ts';

const CACHE_KILOBYTES = 65_536;

export class SqliteReader {
  readonly #connection: SqliteConnection;

  /** @param file - exists, and is in WAL mode. */
  constructor(file: string) {
    this.#connection = openReading(file, CACHE_KILOBYTES);
  }

  run(sql: string, values: readonly unknown[]): QueryResult<object> {
    return this.#connection.run(sql, values);
  }

  /** Another number after every commit, whether of this process or of another. */
  version(): number {
    return (this.#connection.run('pragma data_version').rows[0] as { data_version: number }).data_version;
  }

  close(): void {
    this.#connection.close();
  }
}

const readers = new WeakMap<object, SqliteReader>();

export function setReader(db: object, reader: SqliteReader): void {
  readers.set(db, reader);
}

/** None for PostgreSQL, and none inside a transaction, which must see its own changes. */
export const readerOf = (db: object): SqliteReader | undefined => readers.get(db);
