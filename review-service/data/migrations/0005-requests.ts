import type { CreateTableBuilder, Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('review_request')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('business_id', 'bigint', ofBusiness)
    .addColumn('kind', 'text', required)
    .addColumn('recipient', 'text', required)
    .addColumn('order_id', 'text', required)
    .addColumn('order_date', 'bigint', required)
    .addColumn('email', 'text')
    .addColumn('phone', 'text')
    .addColumn('first_name', 'text', required)
    .addColumn('last_name', 'text', required)
    .addColumn('location', 'text')
    .addColumn('language', 'text')
    .addColumn('labels', 'text', required)
    .addColumn('mail_id', 'text')
    .addColumn('review_no', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .addUniqueConstraint('review_request_order', ['business_id', 'kind', 'recipient', 'order_id'] as never)
    .execute();

  await db.schema
    .createTable('review_request_product')
    .addColumn('request_id', 'text', ofRequest)
    .addColumn('sku', 'text', required)
    .addColumn('position', 'bigint', required)
    .addColumn('review_id', 'bigint')
    .addPrimaryKeyConstraint('review_request_product_key', ['request_id', 'sku'] as never)
    .execute();

  await db.schema
    .createTable('page_link')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('business_id', 'bigint', ofBusiness)
    .addColumn('purpose', 'text', required)
    .addColumn('request_id', 'text', (column) => column.references('review_request.id').onDelete('cascade'))
    .addColumn('email', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('page_link_request_id').on('page_link').column('request_id').execute();
  await db.schema.createIndex('page_link_email').on('page_link').columns(['business_id', 'email']).execute();
  await db.schema.createIndex('page_link_expires_at').on('page_link').column('expires_at').execute();

  await db.schema
    .createTable('mail_stop')
    .addColumn('business_id', 'bigint', ofBusiness)
    .addColumn('email_hash', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('mail_stop_key', ['business_id', 'email_hash'] as never)
    .execute();

  await db.schema
    .createTable('edit_code')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('business_id', 'bigint', ofBusiness)
    .addColumn('email', 'text', required)
    .addColumn('code_hash', 'text', required)
    .addColumn('wrong', 'bigint', required)
    .addColumn('entered_at', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('edit_code_email').on('edit_code').columns(['business_id', 'email']).execute();
}

type Column = Parameters<NonNullable<Parameters<CreateTableBuilder<string>['addColumn']>[2]>>[0];
const required = (column: Column) => column.notNull();
const ofBusiness = (column: Column) => column.notNull().references('business.id').onDelete('cascade');
const ofRequest = (column: Column) => column.notNull().references('review_request.id').onDelete('cascade');
