import { sql, type Expression, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { StoreError } from '../store-error.ts';
import type { SearchTerms } from '../text.ts';
import type { Engine, SearchedTable, Writer } from '../engine.ts';
import type { PostgresPool } from './pool.ts';
import { matching } from './search.ts';

/** The lock that earlier versions took as well. */
const UPGRADE_LOCK = 3853314791062309107n;

/** Deleted rows, and what is known of the size of tables, PostgreSQL looks after by itself (autovacuum). */
export class PostgresEngine implements Engine {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  forUpdate<Tables, Table extends keyof Tables, Row>(query: SelectQueryBuilder<Tables, Table, Row>) {
    return query.forUpdate();
  }

  async lock<Tables>(transaction: Kysely<Tables>, ...names: readonly string[]): Promise<void> {
    await sql`
      select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(
      transaction,
    );
  }

  /** How long an upgrade takes is up to the data, whatever a statement may take in service. */
  async lockForUpgrade<Tables>(transaction: Kysely<Tables>, patienceMs: number): Promise<void> {
    const patience = `${patienceMs}ms`;
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`select set_config('lock_timeout', ${patience}, true)`.execute(transaction);
    await sql`select pg_advisory_xact_lock(${sql.lit(UPGRADE_LOCK)})`.execute(transaction);
  }

  /**
   * Operators of PostgreSQL have backups of their own, and PostgreSQL undoes a migration that fails. But other
   * instances may be running, and nobody can go back without a backup: where it comes to that, the operator decides.
   */
  async keepCopy(before: string, olderGoOn: boolean): Promise<void> {
    if (olderGoOn) return;
    throw new StoreError(
      `The version before cannot use this database once it is upgraded (${before}), and nothing was changed: ` +
        'stop all instances, make a backup with pg_dump, and start once with --no-copy',
    );
  }

  async planCopy(): Promise<null> {
    return null;
  }

  async deleteCopies(): Promise<number> {
    return 0;
  }

  beginService(): void {
    this.#pool.patience.isEndless = false;
  }

  async matching<Tables>(_db: Kysely<Tables>, table: SearchedTable, terms: SearchTerms): Promise<RawBuilder<boolean>> {
    return matching(table, terms);
  }

  common(column: string): RawBuilder<unknown> {
    return sql.ref(column);
  }

  holds(text: Expression<unknown>, part: string): RawBuilder<boolean> {
    return sql`strpos(${text}, ${part}) > 0`;
  }

  /** As one value: to read thousands of parameters takes PostgreSQL, and the driver, longer than JSON. */
  async insert<Tables>(db: Kysely<Tables>, table: string, rows: readonly object[]): Promise<void> {
    if (rows.length === 0) return;
    const columns = sql.join(Object.keys(rows[0]!).map((column) => sql.id(column)));
    await sql`
      insert into ${sql.id(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.id(table)}, ${jsonOf(rows)})`.execute(db);
  }

  elements(items: readonly object[]): RawBuilder<unknown> {
    return sql`json_array_elements(${jsonOf(items)})`;
  }

  async hasTable<Tables>(db: Kysely<Tables>, name: string): Promise<boolean> {
    return (await sql`select 1 where to_regclass(${name}) is not null`.execute(db)).rows.length > 0;
  }

  async gatherStatistics(): Promise<void> {}

  async shredDeleted(): Promise<true> {
    return true;
  }

  shredLater(): void {}

  isShreddingLeft(): false {
    return false;
  }

  async clock<Tables>(db: Kysely<Tables>): Promise<number> {
    const now = sql<{ now: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`;
    return (await now.execute(db)).rows[0]!.now;
  }

  async oldWriter<Tables>(db: Kysely<Tables>, ageMs: number): Promise<Writer | null> {
    const { rows } = await sql<Writer>`
      select pid, application, (extract(epoch from since) * 1000)::float8 as since from (
        select pid, application_name as application, xact_start as since from pg_stat_activity
        where backend_xid is not null
        union all select null, gid, prepared from pg_prepared_xacts
      ) as writer
      where since < clock_timestamp() - ${ageMs} * interval '1 millisecond' order by since limit 1`.execute(db);
    return rows[0] ?? null;
  }

  storage<Tables>(db: Kysely<Tables>) {
    return this.#pool.watch.state(() => writeTemporary(db));
  }
}

/** PostgreSQL refuses half a character in JSON; as a parameter it becomes U+FFFD. */
function jsonOf(rows: readonly object[]): string {
  const json = JSON.stringify(rows);
  const wellFormed = (_key: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value);
  return /\\ud[89a-f]/i.test(json) ? JSON.stringify(rows, wellFormed) : json;
}

/** Its disk is elsewhere: nothing else tells whether it is full. */
async function writeTemporary<Tables>(db: Kysely<Tables>): Promise<void> {
  const lines = sql`select repeat(md5(line::text), 32) as filling from generate_series(1, 1000) as line`;
  await db
    .transaction()
    .execute((transaction) => sql`create temporary table room on commit drop as ${lines}`.execute(transaction));
}
