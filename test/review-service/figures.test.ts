/** What Prometheus asks for costs the same, however many reviews there are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kysely, sql, type CompiledQuery } from 'kysely';
import { readWaiting } from '../../review-service/care/figures.ts';
import type { ServiceTables } from '../../review-service/data/tables.ts';
import { dialectOf } from '../../review-store/databases/location.ts';
import { gatherStatistics } from '../../review-store/open.ts';
import { saveContent } from '../support/content.ts';
import { onEveryDatabase, TestService } from '../support/review-service.ts';

const shop = 'shop.example';
const ROWS = 3_000;
const BATCH = 300;

onEveryDatabase((place) => {
  test('metrics went through all reviews to count those that wait', async () => {
    const service = await new TestService(await place()).start();
    const asked: CompiledQuery[] = [];
    try {
      service.token = await service.account(shop);
      await service.withDatabase(async (db) => {
        const waiting = { published: 'pending', publishedRFC: null };
        await saveContent(db, shop, {
          products: [{ id: 1, sku: 'MUG' }],
          productReviews: [{}, waiting, waiting].map((more, index) => ({
            id: index + 1,
            rating: 4,
            product: { sku: 'MUG' },
            ...more,
          })),
        });
        const shown = await db.selectFrom('product_review').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
        for (let id = 4; id < ROWS; id += BATCH)
          await db
            .insertInto('product_review')
            .values(
              Array.from({ length: BATCH }, (_none, index) => ({
                ...shown,
                id: id + index,
                ...('row_id' in shown ? { row_id: id + index } : {}),
              })),
            )
            .execute();
        await gatherStatistics(db);
      });
      const db = new Kysely<ServiceTables>({
        dialect: dialectOf({ ...service.location, name: 'reviews' } as Parameters<typeof dialectOf>[0]),
        log: ({ query }) => void asked.push(query),
      });
      try {
        const [, [what, { count }]] = await readWaiting(db);
        assert.deepEqual([what, Number(count)], ['product_reviews', 2]);
        for (const { sql: statement, parameters } of asked.splice(0)) {
          if (!/from "(?:product_)?review"/.test(statement)) continue;
          const { rows } = await db.executeQuery<Record<string, string>>({
            sql: `explain ${'directory' in service.location ? 'query plan ' : ''}${statement}`,
            parameters,
            query: sql``.compile(db).query,
            queryId: { queryId: 'explain' },
          });
          const plan = rows.map((row) => row['detail'] ?? row['QUERY PLAN']!).join('\n');
          // PostgreSQL reads a table of one page as it is.
          if ('directory' in service.location || /"product_review"/.test(statement)) assert.match(plan, /_waiting/);
        }
      } finally {
        await db.destroy();
      }
    } finally {
      await service.stop();
    }
  });
});
