import type { CreateTableBuilder, Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('message')
    .addColumn('business_id', 'bigint', (column) => column.notNull().references('business.id').onDelete('cascade'))
    .addColumn('id', 'bigint', required)
    .addColumn('author_id', 'bigint', required)
    .addColumn('review_id', 'bigint')
    .addColumn('sent', 'bigint', required)
    .addColumn('subject', 'text', required)
    .addColumn('body', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('message_key', ['business_id', 'id'] as never)
    .execute();
  await db.schema
    .createIndex('message_newest')
    .on('message')
    .columns(['business_id', 'sent', 'created_at', 'id'])
    .execute();
  await db.schema.createIndex('message_author').on('message').columns(['business_id', 'author_id']).execute();
}

type Column = Parameters<NonNullable<Parameters<CreateTableBuilder<string>['addColumn']>[2]>>[0];
const required = (column: Column) => column.notNull();
