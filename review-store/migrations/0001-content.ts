import { PostgresAdapter, sql, type CreateTableBuilder, type Kysely, type RawBuilder } from 'kysely';

/**
 * The published content of businesses: profiles with their ratings, products, reviews, questions.
 * `bigint` is INTEGER to SQLite and reads back as a number from both databases.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const create = (table: string) => db.schema.createTable(table);
  /** Every listing and filter has an index that ends with its order. */
  const index = (table: string, name: string, columns: string[], where?: RawBuilder<boolean>) => {
    const built = db.schema.createIndex(`${table}_${name}`).on(table).columns(columns);
    return (where ? built.where(() => where) : built).execute();
  };
  /** SQLite's search index names rows by a number that must outlive a VACUUM; only a declared one does. */
  const searched = (table: string) => (onPostgres ? identified(create(table), table) : numbered(create(table), table));

  await create('id_sequence')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('last', 'bigint', (column) => column.notNull())
    .execute();

  await create('business')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('domain', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', required)
    .addColumn('url_address', 'text', required)
    .addColumn('profile_page', 'text', required)
    .addColumn('phone', 'text')
    .addColumn('email', 'text')
    .addColumn('address', 'text')
    .addColumn('hold_reviews', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', required)
    .execute();

  await stars(
    owned(create('business_rating'))
      .addColumn('datasource', 'text', required)
      .addColumn('aspect', 'text', required)
      .addColumn('ratings', 'bigint', zero)
      .addColumn('sum', 'bigint', zero),
  )
    .addPrimaryKeyConstraint('business_rating_key', ['business_id', 'datasource', 'aspect'] as never)
    .execute();

  await identified(create('author'), 'author')
    .addColumn('username', 'text')
    .addColumn('first_name', 'text', required)
    .addColumn('last_name', 'text', required)
    .addColumn('thumbnail', 'text', required)
    .addColumn('profile_page', 'text', required)
    .addColumn('email', 'text')
    .addColumn('num_reviews', 'bigint', zero)
    .addColumn('num_helpful_votes', 'bigint', zero)
    .addUniqueConstraint('author_username', ['business_id', 'username'] as never)
    .execute();
  await index('author', 'email', ['business_id', 'email']);

  await stars(
    searched('product')
      .addColumn('sku', 'text', required)
      .addColumn('item_group', 'text')
      .addColumn('gtin', 'text')
      .addColumn('mpn', 'text')
      .addColumn('brand', 'text')
      .addColumn('title', 'text')
      .addColumn('description', 'text')
      .addColumn('categories', 'text', required)
      .addColumn('price', 'double precision')
      .addColumn('retail_price', 'double precision')
      .addColumn('currency', 'text')
      .addColumn('product_link', 'text')
      .addColumn('images', 'text', required)
      .addColumn('attributes', 'text', required)
      .addColumn('search_text', 'text', required)
      .addColumn('created_at', 'bigint')
      .addColumn('removed_at', 'bigint')
      .addColumn('num_reviews', 'bigint', zero)
      .addColumn('rating_sum', 'bigint', zero),
  )
    .addUniqueConstraint('product_sku', ['business_id', 'sku'] as never)
    .execute();
  await index('product', 'item_group', ['business_id', 'item_group', 'id']);
  await index('product', 'gtin', ['business_id', 'gtin', 'id']);
  await index('product', 'mpn', ['business_id', 'mpn', 'id']);
  await index('product', 'brand', ['business_id', 'brand', 'id']);
  await index('product', 'price', ['business_id', 'price']);
  await index('product', 'num_reviews', ['business_id', 'num_reviews']);

  await stars(
    owned(create('product_rating'))
      .addColumn('scope', 'text', required)
      .addColumn('num_reviews', 'bigint', zero)
      .addColumn('rating_sum', 'bigint', zero),
  )
    .addPrimaryKeyConstraint('product_rating_key', ['business_id', 'scope'] as never)
    .execute();

  await owned(create('product_category'))
    .addColumn('product_id', 'bigint', required)
    .addColumn('name', 'text', required)
    .addColumn('score', 'double precision')
    .addPrimaryKeyConstraint('product_category_key', ['business_id', 'name', 'product_id'] as never)
    .execute();
  await index('product_category', 'product', ['business_id', 'product_id']);
  await index('product_category', 'best', ['business_id', 'name', 'score', 'product_id'], sql`score is not null`);

  await searched('product_review')
    .addColumn('product_id', 'bigint', required)
    .addColumn('author_id', 'bigint')
    .addColumn('state', 'bigint', required)
    .addColumn('title', 'text', required)
    .addColumn('content', 'text', required)
    .addColumn('rating', 'bigint', required)
    .addColumn('order_id', 'text')
    .addColumn('user_location', 'text')
    .addColumn('attributes', 'text', required)
    .addColumn('images', 'text', required)
    .addColumn('has_photos', 'bigint', zero)
    .addColumn('solicited', 'bigint', zero)
    .addColumn('positive_votes', 'bigint', zero)
    .addColumn('negative_votes', 'bigint', zero)
    .addColumn('relevance', 'bigint', zero)
    .addColumn('search_text', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('published_at', 'bigint')
    .addColumn('removed_at', 'bigint')
    .execute();
  await index('product_review', 'newest', ['business_id', 'state', 'created_at', 'id']);
  await index('product_review', 'relevant', ['business_id', 'state', 'relevance', 'id']);
  await index('product_review', 'newest_of_product', ['business_id', 'product_id', 'state', 'created_at', 'id']);
  await index('product_review', 'relevant_of_product', ['business_id', 'product_id', 'state', 'relevance', 'id']);
  await index('product_review', 'by_stars', ['business_id', 'state', 'rating', 'created_at', 'id']);
  await index('product_review', 'by_stars_of_product', [
    'business_id',
    'product_id',
    'state',
    'rating',
    'created_at',
    'id',
  ]);
  await index('product_review', 'with_photos', ['business_id', 'state', 'created_at', 'id'], sql`has_photos = 1`);
  await index(
    'product_review',
    'with_photos_of_product',
    ['business_id', 'product_id', 'state', 'created_at', 'id'],
    sql`has_photos = 1`,
  );

  await searched('review')
    .addColumn('author_id', 'bigint')
    .addColumn('state', 'bigint', required)
    .addColumn('title', 'text', required)
    .addColumn('content', 'text', required)
    .addColumn('tip', 'text')
    .addColumn('order_id', 'text')
    .addColumn('ratings', 'text', required)
    .addColumn('images', 'text', required)
    .addColumn('positive_votes', 'bigint', zero)
    .addColumn('negative_votes', 'bigint', zero)
    .addColumn('updated_for', 'text')
    .addColumn('source', 'text')
    .addColumn('datasource', 'text', required)
    .addColumn('labels', 'text', required)
    .addColumn('search_text', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('published_at', 'bigint')
    .addColumn('edited_at', 'bigint')
    .addColumn('removed_at', 'bigint')
    .execute();
  await index('review', 'newest', ['business_id', 'datasource', 'state', 'created_at', 'id']);
  await index('review', 'newest_of_all', ['business_id', 'created_at', 'id']);
  await index('review', 'updated', ['business_id', 'created_at', 'id'], sql`updated_for is not null`);
  await index('review', 'solicited', ['business_id', 'created_at', 'id'], sql`source is not null`);
  await index('review', 'unsolicited', ['business_id', 'created_at', 'id'], sql`source is null`);

  await owned(create('review_label'))
    .addColumn('review_id', 'bigint', required)
    .addColumn('name', 'text', required)
    .addPrimaryKeyConstraint('review_label_key', ['business_id', 'name', 'review_id'] as never)
    .addForeignKeyConstraint(
      'review_label_review',
      ['business_id', 'review_id'] as never,
      'review',
      ['business_id', 'id'] as never,
      (key) => key.onDelete('cascade'),
    )
    .execute();
  await index('review_label', 'review', ['business_id', 'review_id']);

  await identified(create('comment'), 'comment')
    .addColumn('review_id', 'bigint', required)
    .addColumn('author_id', 'bigint')
    .addColumn('content', 'text', required)
    .addColumn('num_votes', 'bigint', zero)
    .addColumn('activated', 'bigint', required)
    .addColumn('datasource', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('modified_at', 'bigint')
    .addColumn('published_at', 'bigint')
    .addColumn('removed_at', 'bigint')
    .execute();
  await index('comment', 'of_review', ['business_id', 'review_id', 'created_at', 'id']);
  await index('comment', 'newest', ['business_id', 'datasource', 'created_at', 'id']);
  await index('comment', 'newest_of_all', ['business_id', 'created_at', 'id']);
  await index('comment', 'updated', ['business_id', 'created_at', 'id'], sql`modified_at is not null`);
  await index('comment', 'removed', ['business_id', 'created_at', 'id'], sql`removed_at is not null`);

  for (const table of ['product_question', 'question']) {
    await identified(create(table), table)
      .addColumn('product_id', 'bigint')
      .addColumn('author_id', 'bigint')
      .addColumn('state', 'bigint', required)
      .addColumn('content', 'text', required)
      .addColumn('slug', 'text', required)
      .addColumn('num_answers', 'bigint', zero)
      .addColumn('sum_votes', 'bigint', zero)
      .addColumn('answers', 'text', required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('published_at', 'bigint')
      .execute();
    await index(table, 'newest', ['business_id', 'state', 'created_at', 'id']);
  }
  await index('product_question', 'newest_of_all', ['business_id', 'created_at', 'id']);
  await index('product_question', 'newest_of_product', ['business_id', 'product_id', 'created_at', 'id']);
  await index('product_question', 'of_product', ['business_id', 'product_id', 'state', 'created_at', 'id']);
}

type Build = NonNullable<Parameters<CreateTableBuilder<string>['addColumn']>[2]>;

const required: Build = (column) => column.notNull();
const zero: Build = (column) => column.notNull().defaultTo(0);

/** A table whose rows belong to a business. */
function owned(table: CreateTableBuilder<string>): CreateTableBuilder<string> {
  return table.addColumn('business_id', 'bigint', (column) =>
    column.notNull().references('business.id').onDelete('cascade'),
  );
}

/** Rows that the API knows by a number; the number is unique in the business. */
function identified(table: CreateTableBuilder<string>, name: string): CreateTableBuilder<string> {
  return owned(table)
    .addColumn('id', 'bigint', required)
    .addPrimaryKeyConstraint(`${name}_key`, ['business_id', 'id'] as never);
}

/** The same, with a number of the row's own. */
function numbered(table: CreateTableBuilder<string>, name: string): CreateTableBuilder<string> {
  return owned(table.addColumn('row_id', 'integer', (column) => column.primaryKey()))
    .addColumn('id', 'bigint', required)
    .addUniqueConstraint(`${name}_key`, ['business_id', 'id'] as never);
}

function stars(table: CreateTableBuilder<string>): CreateTableBuilder<string> {
  return ['one', 'two', 'three', 'four', 'five'].reduce((built, star) => built.addColumn(star, 'bigint', zero), table);
}
