/**
 * Every column of what a shop has collected, and its place in the format `plaudit`. A column that is missing here does
 * not compile: whoever adds one decides whether it leaves with the shop.
 */
import { aspects } from '../../../contract/entities/entities.ts';
import type {
  AuthorTable,
  CommentTable,
  ProductQuestionTable,
  ProductReviewTable,
  ProductTable,
  QuestionTable,
  ReviewTable,
} from '../../../review-store/tables.ts';
import {
  flag,
  json,
  jsonObject,
  list,
  mayLack,
  moment,
  number,
  oneOf,
  optional,
  real,
  record,
  text,
  whole,
  word,
  type Fields,
  type Kind,
} from './kinds.ts';

/** Written in another form by those who write the line, such as an author in place of their number. */
const ELSEWHERE = 'elsewhere';
/** Made from the rest. */
const DERIVED = 'derived';

type Column<Stored> = readonly [name: string, kind: Kind<Stored>] | typeof ELSEWHERE | typeof DERIVED;
type Columns<Table> = { readonly [Name in keyof Table]: Column<Table[Name]> };

const state = ['state', word(['pending', 'published', 'removed']) as Kind<0 | 1 | 2>] as const;
const nameAndValue = record({ name: text, value: text });

export const authorColumns = {
  business_id: ELSEWHERE,
  // Who has another number is the same by their username.
  id: ELSEWHERE,
  username: ['username', optional(text)],
  first_name: ['first_name', text],
  last_name: ['last_name', text],
  email: ['email', optional(text)],
  thumbnail: ['thumbnail', text],
  profile_page: ['profile_page', text],
  num_reviews: ['num_reviews', whole],
  num_helpful_votes: ['num_helpful_votes', whole],
} as const satisfies Columns<AuthorTable>;

export const productColumns = {
  business_id: ELSEWHERE,
  id: ['number', number],
  sku: ['sku', text],
  item_group: ['item_group', optional(text)],
  gtin: ['gtin', optional(text)],
  mpn: ['mpn', optional(text)],
  brand: ['brand', optional(text)],
  title: ['title', optional(text)],
  description: ['description', optional(text)],
  categories: ['categories', json(list(text))],
  price: ['price', optional(real)],
  retail_price: ['retail_price', optional(real)],
  currency: ['currency', optional(text)],
  product_link: ['product_link', optional(text)],
  images: ELSEWHERE,
  attributes: ['attributes', json(list(record({ name: text, type: text, required: flagAsIs(), options: list(text) })))],
  search_text: DERIVED,
  shop_number: ['shop_number', mayLack(text) as Kind<never>],
  created_at: ['created', optional(moment)],
  removed_at: ['removed', optional(moment)],
  num_reviews: DERIVED,
  rating_sum: DERIVED,
  one: DERIVED,
  two: DERIVED,
  three: DERIVED,
  four: DERIVED,
  five: DERIVED,
} as const satisfies Columns<ProductTable>;

export const productReviewColumns = {
  business_id: ELSEWHERE,
  id: ['number', number],
  product_id: ELSEWHERE,
  author_id: ELSEWHERE,
  state,
  rating: ['rating', real],
  title: ['title', text],
  content: ['content', text],
  order_id: ['order_id', optional(text)],
  user_location: ['location', optional(text)],
  attributes: ['attributes', json(list(nameAndValue))],
  images: ELSEWHERE,
  has_photos: DERIVED,
  solicited: ['solicited', flag],
  verified: ['verified', optional(flag)],
  incentivised: ['incentivised', optional(flag)],
  positive_votes: ['votes_up', whole],
  negative_votes: ['votes_down', whole],
  relevance: DERIVED,
  search_text: DERIVED,
  created_at: ['created', moment],
  published_at: ['published', optional(moment)],
  removed_at: ['removed', optional(moment)],
  hidden_for: ['hidden_for', optional(text)],
  reply: ['reply', optional(text)],
  reply_created_at: ['reply_created', optional(moment)],
  reply_modified_at: ['reply_modified', optional(moment)],
  collected_by: ['collected_by', optional(text)],
  held_for: ['held_for', optional(text)],
} as const satisfies Columns<ProductReviewTable>;

export const reviewColumns = {
  business_id: ELSEWHERE,
  id: ['number', number],
  author_id: ELSEWHERE,
  state,
  ratings: ['ratings', json(list(record({ type: oneOf(aspects), rating: optional(real) })))],
  title: ['title', text],
  content: ['content', text],
  tip: ['tip', optional(text)],
  order_id: ['order_id', optional(text)],
  images: ELSEWHERE,
  positive_votes: ['votes_up', whole],
  negative_votes: ['votes_down', whole],
  updated_for: ELSEWHERE,
  source: ['source', optional(text)],
  datasource: ['datasource', text],
  labels: ['labels', json(list(text))],
  search_text: DERIVED,
  created_at: ['created', moment],
  published_at: ['published', optional(moment)],
  edited_at: ['edited', optional(moment)],
  removed_at: ['removed', optional(moment)],
  held_for: ['held_for', optional(text)],
  hidden_for: ['hidden_for', optional(text)],
  user_location: ['location', optional(text)],
  attributes: ['attributes', json(list(nameAndValue))],
  verified: ['verified', optional(flag)],
  incentivised: ['incentivised', optional(flag)],
  collected_by: ['collected_by', optional(text)],
} as const satisfies Columns<ReviewTable>;

export const commentColumns = {
  business_id: ELSEWHERE,
  id: ['number', number],
  review_id: ELSEWHERE,
  author_id: ELSEWHERE,
  content: ['content', text],
  num_votes: ['votes', whole],
  activated: ['activated', flag],
  datasource: ['datasource', text],
  created_at: ['created', moment],
  modified_at: ['modified', optional(moment)],
  published_at: ['published', optional(moment)],
  removed_at: ['removed', optional(moment)],
} as const satisfies Columns<CommentTable>;

export const questionColumns = {
  business_id: ELSEWHERE,
  id: ['number', number],
  product_id: ELSEWHERE,
  author_id: ELSEWHERE,
  state,
  content: ['content', text],
  slug: ['slug', text],
  num_answers: ['num_answers', whole],
  sum_votes: ['sum_votes', whole],
  answers: ELSEWHERE,
  created_at: ['created', moment],
  published_at: ['published', optional(moment)],
} as const satisfies Columns<QuestionTable>;

export const productQuestionColumns = {
  ...questionColumns,
  held_for: ['held_for', optional(text)],
  held_answers: ['held_answers', optional(json(jsonObject))],
  search_text: DERIVED,
} as const satisfies Columns<ProductQuestionTable>;

/** An attribute of a product is stored with a boolean in its JSON. */
function flagAsIs(): Kind<boolean> {
  return { schema: flag.schema, write: (stored) => stored, read: (value) => flag.read(value) === 1 };
}

/** The fields of a table's columns that a line has as they are. */
export function fieldsOf(columns: Readonly<Record<string, Column<unknown>>>): Fields {
  return Object.fromEntries(Object.values(columns).flatMap((column) => (typeof column === 'string' ? [] : [column])));
}

/** Those columns of a row, by the names that they have in a line. */
export function toFields(columns: Readonly<Record<string, Column<unknown>>>, row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([column, meaning]) =>
      typeof meaning === 'string' ? [] : [[meaning[0], (row as Record<string, unknown>)[column]]],
    ),
  );
}

/** The way back. */
export function toColumns(columns: Readonly<Record<string, Column<unknown>>>, fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([column, meaning]) =>
      typeof meaning === 'string' ? [] : [[column, (fields as Record<string, unknown>)[meaning[0]]]],
    ),
  );
}
