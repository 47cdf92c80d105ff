import { sql, type Kysely } from 'kysely';

/** A table and a column that may stay empty, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** Earlier skus of products, and numbers by which the holders of a copy learn of them. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('earlier_sku')
    .addColumn('business_id', 'bigint', (column) => column.notNull().references('business.id').onDelete('cascade'))
    .addColumn('sku', 'text', (column) => column.notNull())
    .addColumn('product_id', 'bigint', (column) => column.notNull())
    .addColumn('undo', 'text')
    .addPrimaryKeyConstraint('earlier_sku_key', ['business_id', 'sku'] as never)
    .execute();
  await db.schema.createIndex('earlier_sku_product').on('earlier_sku').columns(['business_id', 'product_id']).execute();
  await db.schema.alterTable('product').addColumn('change_number', 'bigint').execute();
  await db.schema
    .createIndex('product_changed')
    .on('product')
    .columns(['business_id', 'change_number'])
    .where(sql<boolean>`change_number is not null`)
    .execute();
}
