import type { Kysely } from 'kysely';

/** Changes are numbered by the service alone, beside the rows that change. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['review', 'product_review', 'product']) {
    await db.schema.dropIndex(`${table}_changed`).execute();
    await db.schema.alterTable(table).dropColumn('change_number').execute();
  }
  await db.schema.alterTable('business').dropColumn('last_change').execute();
}
