import type { Kysely } from 'kysely';

/** A new table, and columns with a default or without a value, which older programs do not need. */
export const olderPrograms = 'all';

/** Reports of product reviews, votes that can be taken back, and who is to be told of questions and answers. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('review_flag')
    .addColumn('of_product', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('product_review_vote').addColumn('vote', 'text').execute();

  await db.schema
    .createTable('question_notice')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('business_id', 'bigint', (column) => column.notNull().references('business.id').onDelete('cascade'))
    .addColumn('question_id', 'bigint', (column) => column.notNull())
    .addColumn('answer_id', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('question_notice_created_at')
    .on('question_notice')
    .columns(['business_id', 'created_at'])
    .execute();
}
