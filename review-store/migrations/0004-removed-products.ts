import { sql, type Kysely } from 'kysely';

/** Few products are removed, and each listing leaves out what was said of them. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createIndex('product_removed')
    .on('product')
    .columns(['business_id', 'id'])
    .where(sql<boolean>`removed_at is not null`)
    .execute();
}
