import type { Kysely } from 'kysely';

/** A new table alone, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** Work that outlives its process; see jobs/jobs.ts. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('job')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('leased_by', 'text')
    .addColumn('leased_until', 'bigint')
    .execute();
  await db.schema.createIndex('job_due_at').on('job').column('due_at').execute();
  await db.schema.createIndex('job_key').on('job').columns(['kind', 'key']).execute();
}
