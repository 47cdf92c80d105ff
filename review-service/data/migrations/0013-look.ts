import type { Kysely } from 'kysely';

/** A new table alone, which programs without this migration do not need. */
export const olderPrograms = 'all';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('shop_look')
    .addColumn('business_id', 'bigint', (column) => column.primaryKey().references('business.id').onDelete('cascade'))
    .addColumn('logo_key', 'text')
    .addColumn('logo_width', 'bigint')
    .addColumn('logo_height', 'bigint')
    .addColumn('logo_needs_light', 'bigint')
    .addColumn('accent', 'text')
    .addColumn('background', 'text')
    .addColumn('font', 'text')
    .addColumn('locale', 'text')
    .execute();
}
