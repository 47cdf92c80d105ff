import type { Kysely } from 'kysely';

/** A column that programs without this migration do not need to fill. */
export const olderPrograms = 'all';

/** Pictures of reviews that were taken from view: kept, and not served. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('image_file')
    .addColumn('hidden', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
