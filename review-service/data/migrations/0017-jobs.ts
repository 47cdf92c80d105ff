import { sql, type Kysely } from 'kysely';

/** Mails that wait, and when feeds are due, move to the jobs of the store. */
export async function up(db: Kysely<never>): Promise<void> {
  const columns = sql`id, kind, key, payload, created_at, due_at, attempts`;
  await sql`
    insert into job (${columns})
    select id, 'mail', cast(business_id as text) || ' ' || recipient, message, created_at, due_at, attempts
    from outbox_mail`.execute(db);
  await sql`
    insert into job (${columns})
    select 'feed ' || cast(business_id as text), 'feed', cast(business_id as text), '', due_at, due_at, 0
    from product_feed`.execute(db);
  await db.schema.dropTable('outbox_mail').execute();
  await db.schema.dropIndex('product_feed_due_at').execute();
  await db.schema.alterTable('product_feed').dropColumn('due_at').execute();
}
