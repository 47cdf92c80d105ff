import { StorageWatch } from '../storage-watch.ts';
import { openReading, openWriting, type SqliteConnection } from './connection.ts';

const READER_CACHE_KILOBYTES = 16_384;

/** A SQLite file with the connections that stay open as long as it is in use. */
export class SqliteFile {
  readonly path: string;
  readonly writer: SqliteConnection;
  /**
   * Reads alone, for what is asked outside of transactions. It sees what is committed, and waits for no transaction
   * that is open here or elsewhere.
   */
  readonly reader: SqliteConnection;
  readonly watch = new StorageWatch();

  constructor(path: string) {
    this.path = path;
    this.writer = openWriting(path);
    this.reader = openReading(path, READER_CACHE_KILOBYTES);
  }

  close(): void {
    this.reader.close();
    // Last: the process that closes a file last tidies up beside it.
    this.writer.close();
  }
}
