import type { Kysely } from 'kysely';

/** Pictures that several things show, which no one of them takes with it when it goes. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('image_file')
    .addColumn('shared', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
