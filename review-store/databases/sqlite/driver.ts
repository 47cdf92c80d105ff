/**
 * SQLite for Kysely. `node:sqlite` works while the process waits, so that nothing here may wait inside SQLite: a lock
 * of another program (a backup, a shell) would stop the process with all its readers. Writes take turns on one
 * connection, and ask again and again for the lock of the file; reads have connections of their own, and wait for
 * nobody. Connections, and what runs on which:
 *
 *   the writer     statements that write, and transactions, from their first statement (`begin immediate`): one that
 *                  reads before it writes would be refused outright if another process wrote in between
 *   the reader     selects outside of transactions
 *   the snapshots  transactions that only read, each on a connection of its own, of the moment of its first read
 */
import { setTimeout as wait } from 'node:timers/promises';
import {
  SelectQueryNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { StoreBusy } from '../errors.ts';
import { currentPatience, type Patience } from '../patience.ts';
import { openReading, type SqliteConnection } from './connection.ts';
import type { SqliteFile } from './file.ts';
import { Turns } from './turns.ts';

const SHORTEST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 10;
/** Each step of a reading transaction is one of the process: more of them at once would only hold more memory. */
const MOST_SNAPSHOTS = 4;
const SNAPSHOT_CACHE_KILOBYTES = 16_384;

export class SqliteDriver implements Driver {
  readonly #file: SqliteFile;
  readonly #writing = new Turns(1);
  readonly #snapshots: Snapshots;

  constructor(file: SqliteFile) {
    this.#file = file;
    this.#snapshots = new Snapshots(file.path);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Session(this.#file, this.#writing, this.#snapshots);
  }

  beginTransaction(session: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    return (session as Session).begin(accessMode === 'read only');
  }

  commitTransaction(session: DatabaseConnection): Promise<void> {
    return (session as Session).end('commit');
  }

  rollbackTransaction(session: DatabaseConnection): Promise<void> {
    return (session as Session).end('rollback');
  }

  async releaseConnection(session: DatabaseConnection): Promise<void> {
    (session as Session).release();
  }

  async destroy(): Promise<void> {
    this.#snapshots.close();
    this.#file.close();
  }
}

/** A connection as Kysely sees it: it has one of the real ones as far as its statements need it. */
class Session implements DatabaseConnection {
  readonly #file: SqliteFile;
  readonly #writing: Turns;
  readonly #snapshots: Snapshots;
  #hasTurn = false;
  /** SQLite ended the transaction by itself, as it does where the disk is full; what follows must not stand alone. */
  #isLost = false;
  #snapshot: SqliteConnection | null = null;

  constructor(file: SqliteFile, writing: Turns, snapshots: Snapshots) {
    this.#file = file;
    this.#writing = writing;
    this.#snapshots = snapshots;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query;
    if (this.#snapshot) return this.#snapshot.run(sql, parameters);
    if (!this.#hasTurn && !this.#isLost && isRead(query)) return this.#file.reader.run(sql, parameters);
    return this.#write(sql, parameters);
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Rows of SQLite are read at once, not streamed');
  }

  async begin(toRead: boolean): Promise<void> {
    if (!toRead) return void (await this.#write('begin immediate', []));
    this.#snapshot = await this.#snapshots.take();
    this.#snapshot.run('begin');
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (this.#snapshot) return this.#endSnapshot();
    // A statement that SQLite has rolled back needs it no more.
    if (how === 'rollback' && !this.#hasTurn) this.#isLost = false;
    else await this.#write(how, []);
  }

  release(): void {
    this.#endSnapshot();
    if (!this.#hasTurn) return;
    if (this.#file.writer.isInTransaction) this.#file.writer.run('rollback');
    this.#giveTurn();
  }

  /** Keeps the writer for as long as any transaction is open on it. */
  async #write<Row>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<Row>> {
    if (this.#isLost) throw new StoreBusy('The database has ended this transaction');
    const { writer } = this.#file;
    const patience = currentPatience();
    if (!this.#hasTurn) {
      await this.#writing.take(patience);
      this.#hasTurn = true;
    }
    const wasOpen = writer.isInTransaction;
    try {
      return wasOpen
        ? writer.run<Row>(sql, parameters)
        : await patiently(patience, () => writer.run<Row>(sql, parameters));
    } catch (error) {
      this.#isLost = wasOpen && !writer.isInTransaction;
      this.#file.watch.noteFailure(error);
      throw error;
    } finally {
      if (!writer.isInTransaction) this.#giveTurn();
    }
  }

  #giveTurn(): void {
    this.#hasTurn = false;
    this.#writing.give();
  }

  #endSnapshot(): void {
    if (!this.#snapshot) return;
    const snapshot = this.#snapshot;
    this.#snapshot = null;
    this.#snapshots.give(snapshot);
  }
}

class Snapshots {
  readonly #file: string;
  readonly #turns = new Turns(MOST_SNAPSHOTS);
  readonly #idle: SqliteConnection[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  async take(): Promise<SqliteConnection> {
    await this.#turns.take(currentPatience());
    try {
      return this.#idle.pop() ?? openReading(this.#file, SNAPSHOT_CACHE_KILOBYTES);
    } catch (error) {
      this.#turns.give();
      throw error;
    }
  }

  give(snapshot: SqliteConnection): void {
    if (snapshot.isInTransaction) snapshot.run('commit');
    this.#idle.push(snapshot);
    this.#turns.give();
  }

  close(): void {
    for (const snapshot of this.#idle.splice(0)) snapshot.close();
  }
}

/** Tries again for as long as another program holds the lock of the file; everything else goes on meanwhile. */
async function patiently<Result>(patience: Patience, attempt: () => Result): Promise<Result> {
  for (let pause = SHORTEST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return attempt();
    } catch (error) {
      if (!(error instanceof StoreBusy) || pause > patience.leftMs) throw error;
      await patience.spend(() => wait(pause));
    }
  }
}

/** Of handwritten SQL, only what is plainly a select: `with` and `insert … returning` may do anything. */
const isRead = ({ query, sql }: CompiledQuery): boolean =>
  SelectQueryNode.is(query) || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql));
