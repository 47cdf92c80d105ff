import type { Kysely } from 'kysely';

/** New tables alone, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** A business's way with unknown products, and the feed that its products are read from. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('catalogue_setting')
    .addColumn('business_id', 'bigint', (column) => column.primaryKey().references('business.id').onDelete('cascade'))
    .addColumn('accepts_unknown', 'bigint', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('product_feed')
    .addColumn('business_id', 'bigint', (column) => column.primaryKey().references('business.id').onDelete('cascade'))
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('every_ms', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('etag', 'text')
    .addColumn('last_modified', 'text')
    .addColumn('reads', 'bigint', (column) => column.notNull())
    .addColumn('good_at', 'bigint')
    .addColumn('products', 'bigint')
    .addColumn('refused', 'bigint')
    .addColumn('failed_at', 'bigint')
    .addColumn('failure', 'text')
    .execute();
  await db.schema.createIndex('product_feed_due_at').on('product_feed').column('due_at').execute();

  await db.schema
    .createTable('product_feed_item')
    .addColumn('business_id', 'bigint', (column) =>
      column.notNull().references('product_feed.business_id').onDelete('cascade'),
    )
    .addColumn('sku', 'text', (column) => column.notNull())
    .addColumn('seen_in_read', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('product_feed_item_key', ['business_id', 'sku'] as never)
    .execute();
  await db.schema
    .createIndex('product_feed_item_seen')
    .on('product_feed_item')
    .columns(['business_id', 'seen_in_read'])
    .execute();
}
