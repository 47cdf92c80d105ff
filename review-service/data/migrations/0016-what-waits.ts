import { sql, type Kysely } from 'kysely';

/** Indexes alone, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** Reviews that wait are few among many, and counted each time that Prometheus asks. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['review', 'product_review'])
    await db.schema
      .createIndex(`${table}_waiting`)
      .on(table)
      .column('created_at')
      .where(sql<boolean>`state = 0`)
      .execute();
}
