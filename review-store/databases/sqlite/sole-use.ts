/** A SQLite file that nobody else has open, nor can open until it is closed here. */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { reasonOf, StoreError } from '../store-error.ts';

export type MovedValue = string | number | null | Uint8Array;
export type MovedRow = Readonly<Record<string, MovedValue>>;

/** With SQLite's own tables for a search index, and without those that list the migrations. */
const TABLES = `
  select name from pragma_table_list
  where schema = 'main' and type = 'table' and name not like 'sqlite_%' and name not like '%\\_migration' escape '\\'`;

/** In this mode SQLite wants the file to itself with the first transaction, and keeps it. */
const WANT_ALONE = 'pragma locking_mode = exclusive; begin immediate; commit';

export class SoleUse {
  readonly #data: DatabaseSync;

  /** @throws StoreError if there is no such file, or another process has it open. */
  constructor(file: string) {
    if (!existsSync(file)) throw new StoreError(`There is no file ${file}`);
    this.#data = new DatabaseSync(file);
    try {
      this.#data.exec(WANT_ALONE);
    } catch (error) {
      this.#data.close();
      const isInUse = (error as { errcode?: number }).errcode === SQLITE_BUSY;
      const why = isInUse ? 'a program runs on it: stop that first' : reasonOf(error);
      throw new StoreError(`${file} cannot be moved: ${why}`, { cause: error });
    }
  }

  get tables(): string[] {
    return this.#data
      .prepare(TABLES)
      .all()
      .map(({ name }) => String(name));
  }

  columns(table: string): string[] {
    return this.#data
      .prepare('select name from pragma_table_info(?)')
      .all(table)
      .map(({ name }) => String(name));
  }

  /** All rows, one after another; only the current one is in memory. */
  *rows(table: string, columns: readonly string[]): Generator<MovedRow> {
    const names = columns.map((name) => `"${name}"`).join(', ');
    yield* this.#data.prepare(`select ${names} from "${table}"`).iterate() as Iterable<MovedRow>;
  }

  [Symbol.dispose](): void {
    this.#data.close();
  }
}

const SQLITE_BUSY = 5;

/** Whether a program has it open. */
export function isInUse(file: string): boolean {
  using data = new DatabaseSync(file);
  try {
    data.exec(WANT_ALONE);
    return false;
  } catch (error) {
    return (error as { errcode?: number }).errcode === SQLITE_BUSY;
  }
}
