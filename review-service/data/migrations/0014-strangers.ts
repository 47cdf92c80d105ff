import type { Kysely } from 'kysely';

/** New tables, and a column that may stay empty, which programs without this migration do not need. */
export const olderPrograms = 'all';

/**
 * Recent writes of strangers, and where sign-ins fail. Programs without this migration go on counting in
 * `login_failure`.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('recent_write')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('business', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('product', 'text')
    .addColumn('sketch', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  const index = (name: string, columns: readonly string[]) =>
    db.schema
      .createIndex(`recent_write_${name}`)
      .on('recent_write')
      .columns([...columns])
      .execute();
  await index('address', ['address', 'created_at']);
  await index('business', ['business', 'created_at']);
  await index('product', ['business', 'product', 'created_at']);
  await index('created', ['created_at']);

  await db.schema
    .createTable('failed_login')
    .addColumn('source_hash', 'text', (column) => column.notNull())
    .addColumn('email_hash', 'text', (column) => column.notNull())
    .addColumn('failures', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('failed_login_key', ['source_hash', 'email_hash'] as never)
    .execute();
  await db.schema
    .createIndex('failed_login_email')
    .on('failed_login')
    .columns(['email_hash', 'last_at'] as never)
    .execute();
  await db.schema.createIndex('failed_login_last').on('failed_login').column('last_at').execute();
  await db.schema.alterTable('user_token').addColumn('source_hash', 'text').execute();
}
