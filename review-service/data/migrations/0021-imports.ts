import type { Kysely } from 'kysely';

/** New tables alone, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** Reviews that came from files: each import, what it brought, and what it takes to undo it. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('review_import')
    .addColumn('business_id', 'bigint', (column) => column.notNull().references('business.id').onDelete('cascade'))
    .addColumn('id', 'bigint', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('run_by', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('written_at', 'bigint', (column) => column.notNull())
    .addColumn('expected', 'bigint', (column) => column.notNull())
    .addColumn('added', 'bigint', (column) => column.notNull())
    .addColumn('changed', 'bigint', (column) => column.notNull())
    .addColumn('already', 'bigint', (column) => column.notNull())
    .addColumn('refused', 'bigint', (column) => column.notNull())
    .addColumn('audit', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('review_import_key', ['business_id', 'id'] as never)
    .execute();

  await db.schema
    .createTable('import_refusal')
    .addColumn('business_id', 'bigint', (column) => column.notNull().references('business.id').onDelete('cascade'))
    .addColumn('import_id', 'bigint', (column) => column.notNull())
    .addColumn('line', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('import_refusal_line')
    .on('import_refusal')
    .columns(['business_id', 'import_id', 'line'])
    .execute();

  await db.schema
    .createTable('import_product')
    .addColumn('business_id', 'bigint', (column) => column.notNull().references('business.id').onDelete('cascade'))
    .addColumn('import_id', 'bigint', (column) => column.notNull())
    .addColumn('product_id', 'bigint', (column) => column.notNull())
    .addColumn('is_made', 'bigint', (column) => column.notNull())
    .addColumn('reviews_before', 'bigint', (column) => column.notNull())
    .addColumn('sum_before', 'bigint', (column) => column.notNull())
    .addColumn('reviews_after', 'bigint')
    .addColumn('sum_after', 'bigint')
    .addPrimaryKeyConstraint('import_product_key', ['business_id', 'import_id', 'product_id'] as never)
    .execute();

  await db.schema
    .createTable('imported_review')
    .addColumn('business_id', 'bigint', (column) => column.notNull().references('business.id').onDelete('cascade'))
    .addColumn('key_hash', 'text', (column) => column.notNull())
    .addColumn('of_product', 'bigint', (column) => column.notNull())
    .addColumn('review_id', 'bigint', (column) => column.notNull())
    .addColumn('import_id', 'bigint', (column) => column.notNull())
    .addColumn('vendor', 'text', (column) => column.notNull())
    .addColumn('vendor_id', 'text')
    .addColumn('words_hash', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reply_hash', 'text', (column) => column.notNull())
    .addColumn('votes', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('imported_review_key', ['business_id', 'key_hash'] as never)
    .execute();
  await db.schema
    .createIndex('imported_review_review')
    .on('imported_review')
    .columns(['business_id', 'of_product', 'review_id'])
    .execute();
  await db.schema
    .createIndex('imported_review_import')
    .on('imported_review')
    .columns(['business_id', 'import_id'])
    .execute();

  await db.schema
    .createTable('import_copy')
    .addColumn('business_id', 'bigint', (column) => column.notNull().references('business.id').onDelete('cascade'))
    .addColumn('import_id', 'bigint', (column) => column.notNull())
    .addColumn('of_product', 'bigint', (column) => column.notNull())
    .addColumn('review_id', 'bigint', (column) => column.notNull())
    .addColumn('author_id', 'bigint')
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('import_copy_key', ['business_id', 'import_id', 'of_product', 'review_id'] as never)
    .execute();
  await db.schema
    .createIndex('import_copy_review')
    .on('import_copy')
    .columns(['business_id', 'of_product', 'review_id'])
    .execute();
  await db.schema.createIndex('import_copy_author').on('import_copy').columns(['business_id', 'author_id']).execute();

  await db.schema
    .createTable('import_photo')
    .addColumn('business_id', 'bigint', (column) => column.notNull().references('business.id').onDelete('cascade'))
    .addColumn('import_id', 'bigint', (column) => column.notNull())
    .addColumn('of_product', 'bigint', (column) => column.notNull())
    .addColumn('review_id', 'bigint', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('image_id', 'bigint')
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('import_photo_key', ['business_id', 'of_product', 'review_id', 'position'] as never)
    .execute();
  await db.schema
    .createIndex('import_photo_state')
    .on('import_photo')
    .columns(['business_id', 'import_id', 'state'])
    .execute();

  await db.schema
    .createTable('import_map')
    .addColumn('business_id', 'bigint', (column) => column.notNull().references('business.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('map', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('import_map_key', ['business_id', 'name'] as never)
    .execute();
}
