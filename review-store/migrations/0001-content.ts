import { PostgresAdapter, type Kysely } from 'kysely';

const stars = ['one', 'two', 'three', 'four', 'five'].map((star) => `${star} bigint default 0 not null`).join(', ');

const business = `
  create table id_sequence (name text primary key, last bigint not null);
  create table business (
    id bigint primary key, domain text not null unique, name text not null, url_address text not null,
    profile_page text not null, phone text, email text, address text, hold_reviews bigint default 0 not null,
    created_at bigint not null
  );
  create table business_rating (
    business_id bigint not null references business (id) on delete cascade, datasource text not null,
    aspect text not null, ratings bigint default 0 not null, sum bigint default 0 not null, ${stars},
    constraint business_rating_key primary key (business_id, datasource, aspect)
  );
  create table author (
    business_id bigint not null references business (id) on delete cascade, id bigint not null, username text,
    first_name text not null, last_name text not null, thumbnail text not null, profile_page text not null,
    email text, num_reviews bigint default 0 not null, num_helpful_votes bigint default 0 not null,
    constraint author_key primary key (business_id, id), constraint author_username unique (business_id, username)
  );
  create index author_email on author (business_id, email);
`;

/** How the rows are numbered that a search finds. */
interface Numbering {
  readonly row: string;
  readonly key: string;
}

const products = ({ row, key }: Numbering): string => `
  create table product (
    ${row}business_id bigint not null references business (id) on delete cascade, id bigint not null,
    sku text not null, item_group text, gtin text, mpn text, brand text, title text, description text,
    categories text not null, price double precision, retail_price double precision, currency text,
    product_link text, images text not null, attributes text not null, search_text text not null, created_at bigint,
    removed_at bigint, num_reviews bigint default 0 not null, rating_sum bigint default 0 not null, ${stars},
    constraint product_key ${key} (business_id, id), constraint product_sku unique (business_id, sku)
  );
  create index product_item_group on product (business_id, item_group, id);
  create index product_gtin on product (business_id, gtin, id);
  create index product_mpn on product (business_id, mpn, id);
  create index product_brand on product (business_id, brand, id);
  create index product_price on product (business_id, price);
  create index product_num_reviews on product (business_id, num_reviews);
  create table product_rating (
    business_id bigint not null references business (id) on delete cascade, scope text not null,
    num_reviews bigint default 0 not null, rating_sum bigint default 0 not null, ${stars},
    constraint product_rating_key primary key (business_id, scope)
  );
  create table product_category (
    business_id bigint not null references business (id) on delete cascade, product_id bigint not null,
    name text not null, score double precision,
    constraint product_category_key primary key (business_id, name, product_id)
  );
  create index product_category_product on product_category (business_id, product_id);
  create index product_category_best on product_category (business_id, name, score, product_id)
    where score is not null;
`;

const productReviews = ({ row, key }: Numbering): string => `
  create table product_review (
    ${row}business_id bigint not null references business (id) on delete cascade, id bigint not null,
    product_id bigint not null, author_id bigint, state bigint not null, title text not null, content text not null,
    rating bigint not null, order_id text, user_location text, attributes text not null, images text not null,
    has_photos bigint default 0 not null, solicited bigint default 0 not null,
    positive_votes bigint default 0 not null, negative_votes bigint default 0 not null,
    relevance bigint default 0 not null, search_text text not null, created_at bigint not null, published_at bigint,
    removed_at bigint,
    constraint product_review_key ${key} (business_id, id)
  );
  create index product_review_newest on product_review (business_id, state, created_at, id);
  create index product_review_relevant on product_review (business_id, state, relevance, id);
  create index product_review_newest_of_product on product_review (business_id, product_id, state, created_at, id);
  create index product_review_relevant_of_product on product_review (business_id, product_id, state, relevance, id);
  create index product_review_by_stars on product_review (business_id, state, rating, created_at, id);
  create index product_review_by_stars_of_product on product_review (business_id, product_id, state, rating,
    created_at, id);
  create index product_review_with_photos on product_review (business_id, state, created_at, id) where has_photos = 1;
  create index product_review_with_photos_of_product on product_review (business_id, product_id, state, created_at,
    id) where has_photos = 1;
`;

const reviews = ({ row, key }: Numbering): string => `
  create table review (
    ${row}business_id bigint not null references business (id) on delete cascade, id bigint not null,
    author_id bigint, state bigint not null, title text not null, content text not null, tip text, order_id text,
    ratings text not null, images text not null, positive_votes bigint default 0 not null,
    negative_votes bigint default 0 not null, updated_for text, source text, datasource text not null,
    labels text not null, search_text text not null, created_at bigint not null, published_at bigint,
    edited_at bigint, removed_at bigint,
    constraint review_key ${key} (business_id, id)
  );
  create index review_newest on review (business_id, datasource, state, created_at, id);
  create index review_newest_of_all on review (business_id, created_at, id);
  create index review_updated on review (business_id, created_at, id) where updated_for is not null;
  create index review_solicited on review (business_id, created_at, id) where source is not null;
  create index review_unsolicited on review (business_id, created_at, id) where source is null;
  create table review_label (
    business_id bigint not null references business (id) on delete cascade, review_id bigint not null,
    name text not null,
    constraint review_label_key primary key (business_id, name, review_id),
    constraint review_label_review
      foreign key (business_id, review_id) references review (business_id, id) on delete cascade
  );
  create index review_label_review on review_label (business_id, review_id);
  create table comment (
    business_id bigint not null references business (id) on delete cascade, id bigint not null,
    review_id bigint not null, author_id bigint, content text not null, num_votes bigint default 0 not null,
    activated bigint not null, datasource text not null, created_at bigint not null, modified_at bigint,
    published_at bigint, removed_at bigint,
    constraint comment_key primary key (business_id, id)
  );
  create index comment_of_review on comment (business_id, review_id, created_at, id);
  create index comment_newest on comment (business_id, datasource, created_at, id);
  create index comment_newest_of_all on comment (business_id, created_at, id);
  create index comment_updated on comment (business_id, created_at, id) where modified_at is not null;
  create index comment_removed on comment (business_id, created_at, id) where removed_at is not null;
`;

const questions = `
  create table product_question (
    business_id bigint not null references business (id) on delete cascade, id bigint not null, product_id bigint,
    author_id bigint, state bigint not null, content text not null, slug text not null,
    num_answers bigint default 0 not null, sum_votes bigint default 0 not null, answers text not null,
    created_at bigint not null, published_at bigint,
    constraint product_question_key primary key (business_id, id)
  );
  create index product_question_newest on product_question (business_id, state, created_at, id);
  create table question (
    business_id bigint not null references business (id) on delete cascade, id bigint not null, product_id bigint,
    author_id bigint, state bigint not null, content text not null, slug text not null,
    num_answers bigint default 0 not null, sum_votes bigint default 0 not null, answers text not null,
    created_at bigint not null, published_at bigint,
    constraint question_key primary key (business_id, id)
  );
  create index question_newest on question (business_id, state, created_at, id);
  create index product_question_newest_of_all on product_question (business_id, created_at, id);
  create index product_question_newest_of_product on product_question (business_id, product_id, created_at, id);
  create index product_question_of_product on product_question (business_id, product_id, state, created_at, id);
`;

/**
 * The published content of businesses: profiles with their ratings, products, reviews, questions.
 * `bigint` is INTEGER to SQLite and reads back as a number from both databases. Every listing and filter has an index
 * that ends with its order.
 */
export function up(db: Kysely<never>): string {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // SQLite's search index names rows by a number that must outlive a VACUUM; only a declared one does.
  const numbering = onPostgres
    ? { row: '', key: 'primary key' }
    : { row: 'row_id integer primary key, ', key: 'unique' };
  const searched = [products, productReviews, reviews].map((tables) => tables(numbering));
  return [business, ...searched, questions].join('');
}
