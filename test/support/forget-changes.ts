/** Takes out of a service's data what notes changes, as in those of a version that noted none. */
import { sql } from 'kysely';
import type { Database } from '../../review-service/data/tables.ts';
import { isPostgres } from './is-postgres.ts';

export async function forgetChanges(db: Database): Promise<void> {
  const isOnPostgres = isPostgres(db);
  const { rows } = await (
    isOnPostgres
      ? sql<{ name: string }>`
          select oid::regprocedure::text as name from pg_proc where prorettype = 'trigger'::regtype and proname like '%change%'`
      : sql<{ name: string }>`select name from sqlite_schema where type = 'trigger' and name like '%change%'`
  ).execute(db);
  for (const { name } of rows)
    await sql.raw(isOnPostgres ? `drop function ${name} cascade` : `drop trigger ${name}`).execute(db);
  await sql`drop view change_horizon`.execute(db);
  for (const name of ['change', 'change_epoch']) await sql`drop table ${sql.table(name)}`.execute(db);
  await (isOnPostgres ? sql`drop sequence change_number` : sql`drop table change_counter`).execute(db);
}
