/** The last products of a catalogue are taken as fast as the first: no batch reads what is there of the others. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Kysely, sql, type CompiledQuery } from 'kysely';
import { dialectOf } from '../../review-store/databases/location.ts';
import { tolerantEntities } from '../../contract/entities/entities.ts';
import { saveProductReviews } from '../../review-store/reviews/product-review-changes.ts';
import { findFeed, setFeed } from '../../review-service/catalogue/feeds.ts';
import { takeFeed } from '../../review-service/catalogue/take-feed.ts';
import { openServiceDatabase } from '../../review-service/database.ts';
import { storeOf, type Database, type ServiceTables } from '../../review-service/data/tables.ts';
import { addOwner } from '../support/review-service.ts';

const business = 'shop.example';

const catalogue = (count: number): Uint8Array =>
  Buffer.from(['sku,title', ...Array.from({ length: count }, (_, n) => `S-${n},Product ${n}`)].join('\n'));

/** What SQLite does for a statement, where it goes through all rows of a table or all those of a business. */
async function walksOf(db: Database, { sql: text, parameters }: CompiledQuery): Promise<string[]> {
  const { rows } = await db.executeQuery<{ detail: string }>({
    sql: `explain query plan ${text}`,
    parameters,
    query: sql``.compile(db).query,
    queryId: { queryId: 'explain' },
  });
  const details = rows.map(({ detail }) => detail);
  // What is given is gone through once, for a list or a table of its own.
  const isGiven = (at: number) =>
    /^SCAN given$| VIRTUAL TABLE /.test(details[at]!) && /^(LIST|MATER)/.test(details[at - 1] ?? '');
  return details
    .filter((detail, at) => /^SCAN (?!\d+-ROW VALUES)|\(business_id=\?\)$/.test(detail) && !isGiven(at))
    .map((detail) => `${detail}: ${text.slice(0, 500)}`);
}

// PostgreSQL chooses by what it knows of the tables at the time. SQLite chooses the same way with every size.
test('no statement of a feed that is taken again, or of a page of reviews, goes through all products of the shop', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-plans-'));
  const made = await openServiceDatabase({ directory });
  await addOwner(made, { business, email: `owner@${business}` }, Date.now());
  await made.destroy();
  const asked = new Map<string, CompiledQuery>();
  const db = new Kysely<ServiceTables>({
    dialect: dialectOf({ directory, name: 'reviews' }),
    log: ({ query }) => void asked.set(query.sql, query),
  });
  try {
    await setFeed(db, business, { url: 'https://shop.example/feed.csv', everyMs: 3_600_000 }, 0);
    const feed = (await findFeed(db, 1))!;
    asked.clear();
    const take = (reads: number, count: number) =>
      takeFeed(db, { ...feed, reads }, catalogue(count), { now: 0, rest: async () => {} });
    await take(0, 500);
    assert.deepEqual(await take(1, 450), {
      products: 450,
      refused: 0,
      reasons: [],
      reads: 2,
      stored: {
        total: 450,
        added: 0,
        changed: 0,
        unchanged: 450,
        refused: 0,
        unpublished: 0,
        isWhole: true,
        changesAt: null,
      },
      removed: 50,
    });
    const review = { product: { sku: 'S-1' }, rating: 5, created: '2026-01-01 00:00:00', user: null };
    const page = [1, 2].map((id) => tolerantEntities.ProductReview.parse({ ...review, id, published: review.created }));
    await saveProductReviews(storeOf(db), 1, page);
    const statements = [...asked.values()].filter(({ sql: text }) =>
      /^\s*(with|select|insert|update|delete)/.test(text),
    );
    assert.ok(statements.length > 8, `${statements.length} statements`);
    const walks = await Promise.all(statements.map((one) => walksOf(db, one)));
    assert.deepEqual(walks.flat(), []);
  } finally {
    await db.destroy();
    rmSync(directory, { recursive: true });
  }
});
