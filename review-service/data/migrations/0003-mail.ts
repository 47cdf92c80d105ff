import type { Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('outbox_mail')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('business_id', 'bigint', (column) => column.notNull().references('business.id').onDelete('cascade'))
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('outbox_mail_due_at').on('outbox_mail').column('due_at').execute();
  await db.schema
    .createIndex('outbox_mail_recipient')
    .on('outbox_mail')
    .columns(['business_id', 'recipient'])
    .execute();
}
