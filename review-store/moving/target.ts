/** The tables of a PostgreSQL database that is being moved to, in the transaction that does it. */
import { sql, type Kysely } from 'kysely';
import type { MovedRow } from '../databases/location.ts';

export type Target = Kysely<Record<string, Record<string, unknown>>>;

export interface TargetTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** All but those that tell which migrations have run; none comes before one that its rows refer to. */
export async function listTables(db: Target): Promise<TargetTable[]> {
  const { rows } = await sql<{ name: string; column: string }>`
    select table_name as name, column_name as column from information_schema.columns
    where table_schema = current_schema() and table_name not like '%\\_migration'
    order by table_name, ordinal_position`.execute(db);
  const columns = Map.groupBy(rows, ({ name }) => name);
  const { rows: keys } = await sql<{ child: string; parent: string }>`
    select child.relname as child, parent.relname as parent from pg_constraint
    join pg_class as child on child.oid = conrelid join pg_class as parent on parent.oid = confrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(db);
  const parentsFirst: string[] = [];
  const visit = (name: string): void => {
    if (parentsFirst.includes(name)) return;
    for (const { child, parent } of keys) if (child === name && parent !== name) visit(parent);
    parentsFirst.push(name);
  };
  for (const name of columns.keys()) visit(name);
  return parentsFirst.map((name) => ({ name, columns: columns.get(name)!.map(({ column }) => column) }));
}

/** For one statement: PostgreSQL counts parameters in 16 bits, and a picture may take megabytes. */
const MOST_PARAMETERS = 60_000;
const MOST_BYTES = 4_000_000;

/** Adds rows, some hundred at a time. */
export class Batches {
  readonly #db: Target;
  readonly #table: TargetTable;
  #rows: MovedRow[] = [];
  #bytes = 0;

  constructor(db: Target, table: TargetTable) {
    this.#db = db;
    this.#table = table;
  }

  async add(row: MovedRow): Promise<void> {
    this.#rows.push(row);
    for (const value of Object.values(row))
      this.#bytes += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
    if (this.#bytes > MOST_BYTES || (this.#rows.length + 1) * this.#table.columns.length > MOST_PARAMETERS)
      await this.end();
  }

  async end(): Promise<void> {
    if (this.#rows.length > 0) await this.#db.insertInto(this.#table.name).values(this.#rows).execute();
    this.#rows = [];
    this.#bytes = 0;
  }
}

const ROWS_AT_ONCE = 200;

/** All rows, some at a time. */
export async function* readRows(db: Target, { name, columns }: TargetTable): AsyncGenerator<MovedRow> {
  const rows = db.selectFrom(name).select([...columns]);
  await sql`declare moved no scroll cursor for ${rows}`.execute(db);
  for (;;) {
    const read = (await sql<MovedRow>`fetch ${sql.lit(ROWS_AT_ONCE)} from moved`.execute(db)).rows;
    if (read.length === 0) break;
    yield* read;
  }
  await sql`close moved`.execute(db);
}
