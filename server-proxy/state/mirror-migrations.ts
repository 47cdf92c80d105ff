import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Changes of the tables that the mirror keeps itself by, in the order in which they run. */
export const mirrorMigrations: Record<string, Migration & { readonly olderPrograms?: string }> = {
  '0001-mirror': {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('proxy_lease')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('holder', 'text', (column) => column.notNull())
        .addColumn('held_until', 'bigint', (column) => column.notNull())
        .execute();

      await db.schema
        .createTable('mirror_walk')
        .addColumn('business', 'text', (column) => column.notNull())
        .addColumn('part', 'text', (column) => column.notNull())
        .addColumn('sweep', 'bigint', (column) => column.notNull())
        .addColumn('next_start', 'bigint', (column) => column.notNull())
        .addColumn('previous_ids', 'text', (column) => column.notNull())
        .addColumn('gaps', 'bigint', (column) => column.notNull())
        .addColumn('size', 'bigint', (column) => column.notNull())
        .addColumn('mirrored_at', 'bigint')
        .addColumn('head_read_at', 'bigint')
        .addColumn('swept_at', 'bigint')
        .addPrimaryKeyConstraint('mirror_walk_key', ['business', 'part'] as never)
        .execute();

      await db.schema
        .createTable('mirror_item')
        .addColumn('business', 'text', (column) => column.notNull())
        .addColumn('part', 'text', (column) => column.notNull())
        .addColumn('item_id', 'bigint', (column) => column.notNull())
        .addColumn('sweep', 'bigint', (column) => column.notNull())
        .addColumn('print', 'text', (column) => column.notNull())
        .addColumn('missed_at', 'bigint')
        .addPrimaryKeyConstraint('mirror_item_key', ['business', 'part', 'item_id'] as never)
        .execute();
      await db.schema
        .createIndex('mirror_item_sweep')
        .on('mirror_item')
        .columns(['business', 'part', 'sweep'])
        .execute();

      await db.schema
        .createTable('mirror_product')
        .addColumn('business', 'text', (column) => column.notNull())
        .addColumn('sku', 'text', (column) => column.notNull())
        .addColumn('total', 'bigint', (column) => column.notNull())
        .addColumn('average_rating', 'double precision', (column) => column.notNull())
        .addPrimaryKeyConstraint('mirror_product_key', ['business', 'sku'] as never)
        .execute();

      await db.schema
        .createTable('mirror_look')
        .addColumn('business', 'text', (column) => column.notNull())
        .addColumn('sku', 'text', (column) => column.notNull())
        .addColumn('looked_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('mirror_look_key', ['business', 'sku'] as never)
        .execute();

      await createHolds(db);
    },
  },
  '0002-business-figures': {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('mirror_business')
        .addColumn('business', 'text', (column) => column.primaryKey())
        .addColumn('figures', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '0003-removals': {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .alterTable('mirror_item')
        .addColumn('misses', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
      await sql`update mirror_item set misses = 1 where missed_at is not null`.execute(db);
      await db.schema
        .createTable('mirror_removal')
        .addColumn('business', 'text', (column) => column.notNull())
        .addColumn('part', 'text', (column) => column.notNull())
        .addColumn('missing', 'bigint', (column) => column.notNull())
        .addColumn('known', 'bigint', (column) => column.notNull())
        .addColumn('since', 'bigint', (column) => column.notNull())
        .addColumn('accepted_at', 'bigint')
        .addPrimaryKeyConstraint('mirror_removal_key', ['business', 'part'] as never)
        .execute();
    },
  },
  '0004-gists': {
    olderPrograms: 'all',
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('mirror_gist_due')
        .addColumn('business_id', 'bigint', (column) => column.notNull().references('business.id').onDelete('cascade'))
        .addColumn('part', 'text', (column) => column.notNull())
        .addColumn('review_id', 'bigint', (column) => column.notNull())
        .addColumn('marks', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('mirror_gist_due_key', ['business_id', 'part', 'review_id'] as never)
        .execute();
      await gists(db, 'mirror_product_gist', 'product_review')
        .addColumn('product_id', 'bigint', (column) => column.notNull())
        .addColumn('terms', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('mirror_product_gist_of_product')
        .on('mirror_product_gist')
        .columns(['business_id', 'product_id', 'review_id'])
        .execute();
      await gists(db, 'mirror_review_gist', 'review').addColumn('rating', 'bigint').execute();
      await db.schema
        .createTable('mirror_term_counts')
        .addColumn('business_id', 'bigint', (column) => column.notNull().references('business.id').onDelete('cascade'))
        .addColumn('language', 'text', (column) => column.notNull())
        .addColumn('reviews', 'bigint', (column) => column.notNull())
        .addColumn('counts', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('mirror_term_counts_key', ['business_id', 'language'] as never)
        .execute();
      await db.schema
        .createTable('mirror_gist_state')
        .addColumn('business_id', 'bigint', (column) =>
          column.primaryKey().references('business.id').onDelete('cascade'),
        )
        .addColumn('complete', 'bigint', (column) => column.notNull())
        .addColumn('changes', 'bigint', (column) => column.notNull())
        .addColumn('gists', 'bigint', (column) => column.notNull())
        .addColumn('counted_at', 'bigint')
        .execute();
    },
  },
  '0005-translations': {
    olderPrograms: 'all',
    // An older program changes a review and keeps its translation: its hash then says that it is of another text.
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('mirror_translation')
        .addColumn('business_id', 'bigint', (column) => column.notNull())
        .addColumn('review_id', 'bigint', (column) => column.notNull())
        .addColumn('language', 'text', (column) => column.notNull())
        .addColumn('text_hash', 'text', (column) => column.notNull())
        .addColumn('title', 'text')
        .addColumn('content', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('mirror_translation_key', ['business_id', 'review_id', 'language'] as never)
        .addForeignKeyConstraint(
          'mirror_translation_review',
          ['business_id', 'review_id'] as never,
          'product_review',
          ['business_id', 'id'] as never,
          (key) => key.onDelete('cascade'),
        )
        .execute();
    },
  },
  '0006-summaries': {
    olderPrograms: 'all',
    // An older program changes a review and keeps what was written of it: the hashes say that it is of other texts.
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('mirror_summary')
        .addColumn('business_id', 'bigint', (column) => column.notNull().references('business.id').onDelete('cascade'))
        .addColumn('product_id', 'bigint', (column) => column.notNull())
        .addColumn('language', 'text', (column) => column.notNull())
        .addColumn('model', 'text', (column) => column.notNull())
        .addColumn('reviews', 'bigint', (column) => column.notNull())
        .addColumn('low', 'bigint', (column) => column.notNull())
        .addColumn('high', 'bigint', (column) => column.notNull())
        .addColumn('reviews_read', 'bigint', (column) => column.notNull())
        .addColumn('sentences', 'bigint', (column) => column.notNull())
        .addColumn('made_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('mirror_summary_key', ['business_id', 'product_id', 'language'] as never)
        .execute();
      await createSummarySentences(db);
    },
  },
  // The tables from before stay for programs of the version before, and are empty.
  '0007-insights': { olderPrograms: 'all', up: createInsights },
  '0008-positions': {
    olderPrograms: 'all',
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('mirror_position')
        .addColumn('business', 'text', (column) => column.primaryKey())
        .addColumn('cursor', 'text')
        .addColumn('filling', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('mirror_comment')
        .addColumn('business', 'text', (column) => column.notNull())
        .addColumn('number', 'bigint', (column) => column.notNull())
        .addColumn('item_id', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('mirror_comment_key', ['business', 'number'] as never)
        .execute();
      await db.schema
        .createIndex('mirror_comment_item')
        .on('mirror_comment')
        .columns(['business', 'item_id'])
        .unique()
        .execute();
    },
  },
};

/** An insight, and the reviews that it rests on. */
async function createInsights(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('mirror_insight')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('business_id', 'bigint', (column) => column.notNull().references('business.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'bigint', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('title', 'text')
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('grounds', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('mirror_insight_subject')
    .on('mirror_insight')
    .columns(['business_id', 'kind', 'subject'])
    .execute();
  await db.schema
    .createTable('mirror_insight_ground')
    .addColumn('insight', 'text', (column) => column.notNull().references('mirror_insight.id').onDelete('cascade'))
    .addColumn('business_id', 'bigint', (column) => column.notNull())
    .addColumn('review_id', 'bigint', (column) => column.notNull())
    .addColumn('text_hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('mirror_insight_ground_key', ['insight', 'review_id'] as never)
    .addForeignKeyConstraint(
      'mirror_insight_ground_review',
      ['business_id', 'review_id'] as never,
      'product_review',
      ['business_id', 'id'] as never,
      (key) => key.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('mirror_insight_ground_review')
    .on('mirror_insight_ground')
    .columns(['business_id', 'review_id'])
    .execute();
  await moveInsights(db);
}

async function moveInsights(db: Kysely<never>): Promise<void> {
  const translation = sql`'translation ' || business_id || ' ' || review_id || ' ' || language || ' 0'`;
  await sql`
    insert into mirror_insight (id, business_id, kind, subject, language, position, title, text, grounds)
    select ${translation}, business_id, 'translation', review_id, language, 0, title, content, 1
    from mirror_translation`.execute(db);
  await sql`
    insert into mirror_insight_ground (insight, business_id, review_id, text_hash)
    select ${translation}, business_id, review_id, text_hash from mirror_translation`.execute(db);
  const sentence = sql`'sentence ' || business_id || ' ' || product_id || ' ' || language || ' ' || position`;
  await sql`
    insert into mirror_insight (id, business_id, kind, subject, language, position, text, grounds)
    select ${sentence}, business_id, 'sentence', product_id, language, position, text,
      1 + case when review_2 is null then 0 else 1 end + case when review_3 is null then 0 else 1 end
      + case when review_4 is null then 0 else 1 end + case when review_5 is null then 0 else 1 end
    from mirror_summary_sentence`.execute(db);
  for (const [index, column] of ['review_1', 'review_2', 'review_3', 'review_4', 'review_5'].entries())
    // Each hash in the JSON array has 43 characters.
    await sql`
      insert into mirror_insight_ground (insight, business_id, review_id, text_hash)
      select ${sentence}, business_id, ${sql.ref(column)}, substr(text_hashes, ${sql.lit(3 + 46 * index)}, 43)
      from mirror_summary_sentence where ${sql.ref(column)} is not null`.execute(db);
  await sql`delete from mirror_translation`.execute(db);
  await sql`delete from mirror_summary_sentence`.execute(db);
}

/** A column for each review, so that a sentence goes with whichever of its reviews goes first. */
async function createSummarySentences(db: Kysely<never>): Promise<void> {
  const table = 'mirror_summary_sentence';
  const columns = [1, 2, 3, 4, 5].map((place) => `review_${place}`);
  let sentences = db.schema
    .createTable(table)
    .addColumn('business_id', 'bigint', (column) => column.notNull())
    .addColumn('product_id', 'bigint', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('text_hashes', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${table}_key`, ['business_id', 'product_id', 'language', 'position'] as never);
  for (const review of columns)
    sentences = sentences
      .addColumn(review, 'bigint', (column) => (review === 'review_1' ? column.notNull() : column))
      .addForeignKeyConstraint(
        `${table}_${review}`,
        ['business_id', review] as never,
        'product_review',
        ['business_id', 'id'] as never,
        (key) => key.onDelete('cascade'),
      );
  await sentences.execute();
  for (const review of columns)
    await db.schema.createIndex(`${table}_by_${review}`).on(table).columns(['business_id', review]).execute();
}

/** A gist goes with its review. */
function gists(db: Kysely<never>, table: string, reviews: string) {
  return db.schema
    .createTable(table)
    .addColumn('business_id', 'bigint', (column) => column.notNull())
    .addColumn('review_id', 'bigint', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${table}_key`, ['business_id', 'review_id'] as never)
    .addForeignKeyConstraint(
      `${table}_review`,
      ['business_id', 'review_id'] as never,
      reviews,
      ['business_id', 'id'] as never,
      (key) => key.onDelete('cascade'),
    );
}

async function createHolds(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('mirror_hold')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('business', 'text', (column) => column.notNull())
    .addColumn('review_id', 'bigint', (column) => column.notNull())
    .addColumn('held_until', 'bigint', (column) => column.notNull())
    .addColumn('released_at', 'bigint')
    .addColumn('released_turn', 'bigint')
    .execute();
  await db.schema.createIndex('mirror_hold_review').on('mirror_hold').columns(['business', 'review_id']).execute();
}
