import { sql, type Kysely } from 'kysely';

/** Columns that may stay empty, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** Why a review was taken from view, and numbers by which holders of a copy learn of changes. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('business')
    .addColumn('last_change', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  for (const table of ['product_review', 'review']) {
    await db.schema.alterTable(table).addColumn('hidden_for', 'text').execute();
    await db.schema.alterTable(table).addColumn('change_number', 'bigint').execute();
    await db.schema
      .createIndex(`${table}_changed`)
      .on(table)
      .columns(['business_id', 'change_number'])
      .where(sql<boolean>`change_number is not null`)
      .execute();
  }
  // Holds all that is counted of each review, so that counting a hundred thousand does not read them.
  await db.schema
    .createIndex('review_counted')
    .on('review')
    .columns(['business_id', 'datasource', 'state', 'source', 'order_id'])
    .execute();
}
