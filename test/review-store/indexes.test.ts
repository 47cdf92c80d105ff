/** No listing and no filter of the API reads a table from end to end, however many rows there are. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Kysely, sql, type LogEvent } from 'kysely';
import type { EndpointName } from '../../contract/endpoints/endpoints.ts';
import type { Parameters } from '../../contract/endpoints/parameters.ts';
import { parseParameters } from '../../contract/endpoints/read-parameters.ts';
import { ensureBusiness } from '../../review-store/content/businesses.ts';
import { readCommentPage } from '../../review-store/reviews/comments.ts';
import { dialectOf, type Location } from '../../review-store/databases/location.ts';
import type { Store } from '../../review-store/content/ids.ts';
import { gatherStatistics } from '../../review-store/open.ts';
import { getProductReviewStats } from '../../review-store/reviews/product-review-statistics.ts';
import { readProductReviewPage } from '../../review-store/reviews/product-reviews.ts';
import { listTopRatedProducts } from '../../review-store/products/top-rated-products.ts';
import { readProductPage } from '../../review-store/products/products.ts';
import { readProductQuestionPage, readQuestionPage } from '../../review-store/questions/questions.ts';
import { readReviewPage } from '../../review-store/reviews/reviews.ts';
import type { StoreTables } from '../../review-store/tables.ts';
import { searchText } from '../../review-store/databases/text.ts';
import { isPostgres } from '../support/is-postgres.ts';
import { onEveryStore } from '../support/stores.ts';

const ROWS = 12_000;
const PRODUCTS = 10_000;
/**
 * Pages of 8 KB that PostgreSQL may read for one answer: more than any index needs here, and a small part of the
 * smallest table.
 */
const MOST_PAGES = 100;

type Read<Name extends EndpointName> = (db: Store, business: number, query: Parameters<Name>) => Promise<unknown>;
const reads: { [Name in EndpointName]?: Read<Name> } = {
  listProductReviews: readProductReviewPage,
  listProducts: readProductPage,
  listReviews: readReviewPage,
  listComments: readCommentPage,
  listProductQuestions: readProductQuestionPage,
  listQuestions: (db, business, query) => readQuestionPage(db, business, 'shop.example', query),
  getProductReviewStats,
  listTopRatedProducts,
};

/** Every listing with every filter, each alone: what it narrows to is rare, so that a walk through the rest would show. */
const listings: readonly [EndpointName, Record<string, string>][] = [
  ...[
    {},
    { order: 'relevant' },
    { sku: 'S-7' },
    { sku: 'S-7', order: 'relevant' },
    { item_group: 'g7' },
    { brand: 'b7' },
    { categories: 'c7' },
    { only_photos: '1' },
    { only_photos: '1', sku: 'S-1' },
    { ratings: '1' },
    { ratings: '1', sku: 'S-1' },
    { deleted: '1' },
    { date_from: '2026-01-01', date_to: '2026-01-02' },
    { q: 'needle' },
    { q: 'needle', sku: 'S-7' },
    { q: 'need' },
    { price_range: '5000000,5000007' },
    { reviews_range: '900,1000' },
  ].map((query): [EndpointName, Record<string, string>] => ['listProductReviews', query]),
  ...[
    {},
    { q: 'needle' },
    { sku: 'S-7' },
    { gtin: 'gtin7' },
    { mpn: 'mpn7' },
    { brand: 'b7' },
    { categories: 'c7' },
    { price_range: '5000000,5000007' },
    { reviews_range: '900,1000' },
    { product_id: '7' },
  ].map((query): [EndpointName, Record<string, string>] => ['listProducts', query]),
  ...[
    {},
    { order: 'ASC' },
    { q: 'needle' },
    { labels: 'rare' },
    { unpublished: '1' },
    { updated: '1' },
    { deleted: '1' },
    { solicited: '1' },
    { solicited: '0' },
    { datasources: 'google' },
    { date_from: '2026-01-01', date_to: '2026-01-02' },
  ].map((query): [EndpointName, Record<string, string>] => ['listReviews', query]),
  ...[
    {},
    { review_no: '7' },
    { updated: '1' },
    { deleted: '1' },
    { datasources: 'google' },
    { date_from: '2026-01-01', date_to: '2026-01-02' },
  ].map((query): [EndpointName, Record<string, string>] => ['listComments', query]),
  ...[{}, { order: 'ASC' }, { sku: 'S-7' }, { filter: 'PENDING' }, { filter: 'PUBLISHED' }, { filter: 'REMOVED' }].map(
    (query): [EndpointName, Record<string, string>] => ['listProductQuestions', query],
  ),
  ...[{}, { order: 'ASC' }].map((query): [EndpointName, Record<string, string>] => ['listQuestions', query]),
  ...[{}, { sku: 'S-7' }, { item_group: 'g7' }, { brand: 'b7' }, { categories: 'c7' }, { categories: 'c7,c8' }].map(
    (query): [EndpointName, Record<string, string>] => ['getProductReviewStats', query],
  ),
  ...[{ category_name: 'c7' }].map((query): [EndpointName, Record<string, string>] => ['listTopRatedProducts', query]),
];

async function fill(db: Store): Promise<number> {
  const { id } = await ensureBusiness(db, 'shop.example');
  const minute = (at: number) => Date.UTC(2026, 0, 1) + at * 60_000;
  const of = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
  const text = (at: number) =>
    searchText(id, 'Words of a review', at === 77 ? 'needle' : `filler${at % 500} and more of it`);
  const stars = { num_reviews: 3, rating_sum: 12, one: 0, two: 0, three: 0, four: 3, five: 0 };
  const insert = async (table: keyof StoreTables, rows: object[]) => {
    for (let from = 0; from < rows.length; from += 500)
      await db
        .insertInto(table as 'product')
        .values(rows.slice(from, from + 500) as never)
        .execute();
  };
  await db.transaction().execute(async (transaction) => {
    db = transaction;
    await insert(
      'product',
      of(PRODUCTS).map((at) => ({
        business_id: id,
        id: at,
        sku: `S-${at}`,
        item_group: `g${at}`,
        gtin: `gtin${at}`,
        mpn: `mpn${at}`,
        brand: `b${at}`,
        title: 'A product',
        description: 'Long enough to fill pages '.repeat(4),
        categories: `["c${at}"]`,
        price: at * 1_000,
        retail_price: null,
        currency: 'EUR',
        product_link: null,
        images: '[]',
        attributes: '[]',
        search_text: text(at),
        created_at: minute(at),
        removed_at: null,
        ...stars,
      })),
    );
    await insert(
      'product_category',
      of(PRODUCTS).map((at) => ({ business_id: id, product_id: at, name: `c${at}`, score: 3.7 })),
    );
    await insert(
      'product_review',
      of(ROWS).map((at) => ({
        business_id: id,
        id: at,
        product_id: at % 2 ? 1 : (at % PRODUCTS) + 1,
        author_id: null,
        state: at % 3_000 === 5 ? 2 : 1,
        title: 'T',
        content: 'Long enough to fill pages '.repeat(8),
        rating: at % 6_000 === 1 ? 1 : 5,
        order_id: null,
        user_location: null,
        attributes: '[]',
        images: '[]',
        has_photos: at % 6_000 === 3 ? 1 : 0,
        solicited: 0,
        positive_votes: 0,
        negative_votes: 0,
        relevance: at,
        search_text: text(at),
        created_at: minute(at),
        published_at: minute(at),
        removed_at: null,
      })),
    );
    await insert(
      'review',
      of(ROWS).map((at) => ({
        business_id: id,
        id: at,
        author_id: null,
        state: at % 3_000 === 5 ? 2 : at % 3_000 === 6 ? 0 : 1,
        title: 'T',
        content: 'Long enough to fill pages '.repeat(8),
        tip: null,
        order_id: null,
        ratings: '[]',
        images: '[]',
        positive_votes: 0,
        negative_votes: 0,
        updated_for: at % 4_000 === 1 ? '{"images":[]}' : null,
        source: at % 2 ? 'API' : null,
        datasource: at % 4_000 === 9 ? 'google' : '',
        labels: '[]',
        search_text: text(at),
        created_at: minute(at),
        published_at: null,
        edited_at: null,
        removed_at: null,
      })),
    );
    await insert(
      'review_label',
      of(ROWS).map((at) => ({ business_id: id, review_id: at, name: at === 7 ? 'rare' : 'usual' })),
    );
    await insert(
      'comment',
      of(ROWS).map((at) => ({
        business_id: id,
        id: at,
        review_id: at,
        author_id: null,
        content: 'Long enough to fill pages '.repeat(8),
        num_votes: 0,
        activated: 1,
        datasource: at % 4_000 === 9 ? 'google' : '',
        created_at: minute(at),
        modified_at: at % 4_000 === 1 ? 1 : null,
        published_at: null,
        removed_at: at % 4_000 === 2 ? 1 : null,
      })),
    );
    for (const table of ['product_question', 'question'] as const) {
      await insert(
        table,
        of(ROWS).map((at) => ({
          business_id: id,
          id: at,
          product_id: table === 'question' ? null : (at % PRODUCTS) + 1,
          author_id: null,
          state: at % 3_000 === 5 ? 2 : at % 3_000 === 6 ? 0 : 1,
          content: 'Long enough to fill pages '.repeat(8),
          slug: '',
          num_answers: 0,
          sum_votes: 0,
          answers: '[]',
          created_at: minute(at),
          published_at: null,
        })),
      );
    }
  });
  return id;
}

/** The same database, telling what it is asked. */
const listen = (location: Location, log: (event: LogEvent) => void): Store =>
  new Kysely<StoreTables>({ dialect: dialectOf(location), log });

onEveryStore((store) => {
  let business: number;
  before(async () => {
    business = await fill(store.db);
    await (isPostgres(store.db) ? sql`vacuum analyze`.execute(store.db) : gatherStatistics(store.db));
  });

  for (const [name, query] of listings)
    test(`${name} ${JSON.stringify(query)}`, () =>
      assertQuick(store.location, (db) =>
        (reads[name] as unknown as Read<EndpointName>)(db, business, parseParameters(name, query) as never),
      ));

  // Few have photos, so that sorting the others would show.
  for (const order of ['photos', 'oldest'] as const)
    for (const query of [{}, { sku: 'S-1' }])
      test(`${order} first ${JSON.stringify(query)}`, () =>
        assertQuick(store.location, (db) =>
          readProductReviewPage(db, business, { ...parseParameters('listProductReviews', query), order }),
        ));
});

async function assertQuick(location: Location, read: (db: Store) => Promise<unknown>): Promise<void> {
  const asked: LogEvent['query'][] = [];
  const db = listen(location, (event) => asked.push(event.query));
  try {
    // Outside of transactions some reads go past Kysely, which would not tell of them.
    await db.transaction().execute(read);
    const reading = asked.splice(0).filter(({ sql: text }) => !/^(begin|start transaction|commit)/.test(text));
    assert.notEqual(reading.length, 0);
    for (const one of reading) await (isPostgres(db) ? assertFewPages : assertSearched)(db, one);
  } finally {
    await db.destroy();
  }
}

/** Filters that may leave nothing of a business over. */
const narrow =
  /"(sku|gtin|mpn|brand|item_group|rating|product_id|name|review_id)" (=|in)|row_id|search_text|has_photos|is not null|"(price|num_reviews|created_at)" [<>]/;

async function assertSearched(db: Store, { sql: text, parameters }: LogEvent['query']): Promise<void> {
  const { rows } = await db.executeQuery<{ detail: string }>({
    sql: `explain query plan ${text}`,
    parameters,
    query: sql``.compile(db).query,
    queryId: { queryId: 'explain' },
  });
  const scans = rows
    .map(({ detail }) => detail)
    .filter(
      (detail) => detail.startsWith('SCAN ') && !/^SCAN (\w+_search VIRTUAL|step|\(subquery|CONSTANT)/.test(detail),
    );
  // Sorts what an index has in order.
  const sorts = rows
    .map(({ detail }) => detail)
    .filter(
      (detail) => detail === 'USE TEMP B-TREE FOR ORDER BY' && /order by ("has_photos"|"created_at",)/.test(text),
    );
  // A walk through all rows of the business in the order of the listing, passing over what the filter leaves out.
  const walks = rows
    .map(({ detail }) => detail)
    .filter((detail) => detail.endsWith('(business_id=?)') && narrow.test(text));
  assert.deepEqual([...scans, ...sorts, ...walks], [], `${text}\n${rows.map(({ detail }) => detail).join('\n')}`);
}

async function assertFewPages(db: Store, { sql: text, parameters }: LogEvent['query']): Promise<void> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>({
    sql: `explain (analyze, buffers, format json) ${text}`,
    parameters,
    query: sql``.compile(db).query,
    queryId: { queryId: 'explain' },
  });
  const [{ Plan: plan }] = rows[0]!['QUERY PLAN'];
  const pages = plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
  assert.ok(pages <= MOST_PAGES, `${pages} pages: ${text}\n${JSON.stringify(plan, null, 1)}`);
}
