import type {
  DialectAdapter,
  Expression,
  Insertable,
  Kysely,
  QueryExecutorProvider,
  RawBuilder,
  SelectQueryBuilder,
} from 'kysely';
import type { SearchTerms } from './text.ts';
import type { Storage } from './storage-watch.ts';

export type SearchedTable = 'product' | 'product_review' | 'review';

/** A copy of the data from before an upgrade. Sizes are in bytes. */
export interface CopyPlan {
  readonly file: string;
  readonly bytes: number;
  /** On the disk that it is written to. */
  readonly freeBytes: number;
}

/** A transaction that is under way, as its operator can find it. */
export interface Writer {
  /** Of the process of the database server; null for a transaction that was prepared and left. */
  readonly pid: number | null;
  /** As the program calls itself; for a prepared transaction, how that is called. */
  readonly application: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Everything that SQLite and PostgreSQL do in ways of their own. All else is the same SQL on both. */
export interface Engine {
  /** Rows of this query stay as they are until the transaction ends. */
  forUpdate<Tables, Table extends keyof Tables, Row>(
    query: SelectQueryBuilder<Tables, Table, Row>,
  ): SelectQueryBuilder<Tables, Table, Row>;
  /** Only one transaction at a time holds the lock of each name, until it ends. They are taken in this order. */
  lock<Tables>(transaction: Kysely<Tables>, ...names: readonly string[]): Promise<void>;
  /** True where a row of the table holds these words. */
  matching<Tables>(db: Kysely<Tables>, table: SearchedTable, terms: SearchTerms): Promise<RawBuilder<boolean>>;
  /** A column that most rows have the same value in: SQLite chooses no index for its sake. PostgreSQL counts values. */
  common(column: string): RawBuilder<unknown>;
  /** True where the text holds this part, letter by letter. */
  holds(text: Expression<unknown>, part: string): RawBuilder<boolean>;
  /** Adds rows that have the same columns. */
  insert<Tables, Table extends keyof Tables & string>(
    db: Kysely<Tables>,
    table: Table,
    rows: readonly Insertable<Tables[Table]>[],
  ): Promise<void>;
  /** A table of these, for statements whose text is the same however many they are: each is JSON in its `value`. */
  elements(items: readonly object[]): RawBuilder<unknown>;
  hasTable<Tables>(db: Kysely<Tables>, name: string): Promise<boolean>;
  /**
   * Keeps other processes from upgrading until the transaction ends.
   * @throws StoreBusy after so long.
   */
  lockForUpgrade<Tables>(transaction: Kysely<Tables>, patienceMs: number): Promise<void>;
  /**
   * Copies the data beside it before an upgrade, where operators have no better means of going back.
   * @param before - the first migration that the copy does not hold.
   * @param olderGoOn - whether the version before can use the data afterwards as well.
   * @throws StoreError if there is no room, or if the operator has to make the copy; nothing was changed then.
   */
  keepCopy(before: string, olderGoOn: boolean): Promise<void>;
  /** The plan of `keepCopy`; null where it copies nothing. */
  planCopy(before: string): Promise<CopyPlan | null>;
  /**
   * Deletes the copies that were made before this moment (milliseconds since 1970).
   * @returns how many there were.
   */
  deleteCopies(madeBefore: number): Promise<number>;
  /** The upgrade is done: from here on a statement has a deadline. */
  beginService(): void;
  /** Brings what is known of the size of tables up to date, where the database does not do so by itself. */
  gatherStatistics<Tables>(db: Kysely<Tables>): Promise<void>;
  /**
   * Leaves nothing on the disk of what was deleted, where the database does not see to that by itself.
   * @returns false where somebody reads it still: `isShreddingLeft` from then on, until it is done.
   */
  shredDeleted<Tables>(db: Kysely<Tables>): Promise<boolean>;
  /** For a transaction that deletes: a server shreds it within seconds of its end. */
  shredLater(): void;
  isShreddingLeft(): boolean;
  /** The time of the machine that the database runs on, in milliseconds since 1970; null if it is this one. */
  clock<Tables>(db: Kysely<Tables>): Promise<number | null>;
  /** The oldest transaction that writes, of whatever program, if it began so long ago; null where none did. */
  oldWriter<Tables>(db: Kysely<Tables>, ageMs: number): Promise<Writer | null>;
  /** @throws where not even that can be found out. */
  storage<Tables>(db: Kysely<Tables>): Promise<Storage>;
}

/** A database and its transactions have one adapter. */
const engines = new WeakMap<DialectAdapter, Engine>();

export function withEngine<Adapter extends DialectAdapter>(adapter: Adapter, engine: Engine): Adapter {
  engines.set(adapter, engine);
  return adapter;
}

/** The engine of the database that this is, or is a transaction of. */
export function engineOf<Tables>(db: Kysely<Tables>): Engine {
  const engine = engines.get(db.getExecutor().adapter);
  if (!engine) throw new Error('The database was opened by other means than openDatabase');
  return engine;
}

/** The same database, seen as one with these tables. It may have others, which no type says. */
export const viewOf = <Tables>(db: QueryExecutorProvider): Kysely<Tables> => db as unknown as Kysely<Tables>;
