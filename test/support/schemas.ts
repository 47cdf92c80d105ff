/** What migrations make of a database, as text that can be kept and compared. */
import { sql, type Kysely } from 'kysely';
import { applyChange, type TableChange } from '../../review-store/databases/migrate.ts';
import { isPostgres } from './is-postgres.ts';
import { storeMigrations } from '../../review-store/migrations/index.ts';
import { serviceMigrations } from '../../review-service/data/migrations/index.ts';
import { mirrorMigrations } from '../../server-proxy/state/mirror-migrations.ts';
import { proxyMigrations } from '../../server-proxy/state/migrations.ts';

/** The migrations of each program, in the order in which they run. */
export const migrationSets = {
  service: [{ name: 'store', migrations: storeMigrations }, serviceMigrations],
  proxy: [
    { name: 'store', migrations: storeMigrations },
    { name: 'proxy', migrations: proxyMigrations },
    { name: 'mirror', migrations: mirrorMigrations },
  ],
} as const;

export type Program = keyof typeof migrationSets;

/** Objects of a database by name: the text that makes each. */
export type Schema = ReadonlyMap<string, string>;

/** What one migration has changed. */
export interface Step {
  readonly change: TableChange;
  readonly before: Schema;
  readonly after: Schema;
}

/** Runs every migration of a program on an empty database; answers what each made of it, by `set name`. */
export async function runStepByStep(db: Kysely<never>, program: Program): Promise<Map<string, Step>> {
  const steps = new Map<string, Step>();
  let before = await readSchema(db);
  for (const { name, migrations } of migrationSets[program]) {
    for (const key of Object.keys(migrations).toSorted()) {
      const change: TableChange = migrations[key]!;
      await applyChange(db, change);
      const after = await readSchema(db);
      steps.set(`${name} ${key}`, { change, before, after });
      before = after;
    }
  }
  return steps;
}

/** What a migration made, changed or took away, as text. */
export function describeStep({ before, after }: Step): string {
  const changed = [...after].filter(([object, text]) => before.get(object) !== text).map(([, text]) => text);
  const gone = [...before.keys()].filter((object) => !after.has(object)).map((object) => `gone: ${object}`);
  return [...changed, ...gone].join('\n');
}

/**
 * What of a step on PostgreSQL may hinder a program that does not know it: tables that it uses may get columns that it
 * need not fill, and indexes that refuse nothing. New tables it does not see.
 */
export function narrowingsOf({ before, after }: Pick<Step, 'before' | 'after'>): string[] {
  const tables = new Set([...before.keys()].map((name) => /^column (\w+)\./.exec(name)?.[1]));
  const isHarmless = (name: string, text: string): boolean => {
    const table = /^(?:column|constraint) (\w+)\./.exec(name)?.[1] ?? / ON public\.(\w+) /.exec(text)?.[1];
    const earlier = before.get(name);
    // An index that is not unique may go over other rows: that is a matter of speed alone.
    if (earlier !== undefined)
      return earlier === text || [earlier, text].every((made) => made.startsWith('CREATE INDEX'));
    if (table === undefined) return false;
    if (!tables.has(table)) return true;
    if (name.startsWith('column')) return / nullable: YES| default ./.test(text);
    return name.startsWith('index') && !text.startsWith('CREATE UNIQUE');
  };
  const gone = [...before.keys()].filter((name) => !after.has(name));
  return [...gone, ...[...after].filter(([name, text]) => !isHarmless(name, text)).map(([name]) => name)];
}

/** Every table, index, trigger and function, as the database says it was made. */
export async function readSchema(db: Kysely<never>): Promise<Schema> {
  const { rows } = await (isPostgres(db) ? postgresObjects : sqliteObjects).execute(db);
  return new Map(rows.map(({ name, text }) => [name, text]));
}

interface SchemaObject {
  readonly name: string;
  readonly text: string;
}

/** Without what SQLite makes by itself, such as the tables that a search index is kept in. */
const sqliteObjects = sql<SchemaObject>`
  select type || ' ' || name as name, sql || ';' as text from sqlite_schema
  where sql is not null and name not in (select name from pragma_table_list where type = 'shadow') order by 1`;

const postgresObjects = sql<SchemaObject>`
  select 'column ' || table_name || '.' || column_name as name,
    concat_ws(' ', 'column', table_name || '.' || column_name, data_type, 'nullable: ' || is_nullable,
      'default ' || column_default) as text
  from information_schema.columns where table_schema = 'public'
  union all
  select 'constraint ' || conrelid::regclass || '.' || conname,
    concat_ws(' ', 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid))
  from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  union all
  select 'index ' || indexname, indexdef from pg_indexes where schemaname = 'public'
  union all
  select 'function ' || oid::regprocedure, pg_get_functiondef(oid)
  from pg_proc where pronamespace = 'public'::regnamespace
  order by 1`;
