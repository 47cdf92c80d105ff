/** Ten thousand writes that wait make the next one no dearer: no statement of the outbox reads what they say. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Kysely, sql, type CompiledQuery } from 'kysely';
import { dialectOf } from '../../review-store/databases/location.ts';
import { takeJob } from '../../review-store/jobs/jobs.ts';
import { openProxyDatabase, storeOf } from '../../server-proxy/state/open.ts';
import type { StoreTables } from '../../review-store/tables.ts';
import type { ProxyDb, ProxyTables } from '../../server-proxy/state/tables.ts';
import { countWrites, findWrite, insertWrite, WRITE } from '../../server-proxy/writes/outbox/outbox-rows.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';

const WAITING = 10_000;
const NOW = Date.parse('2026-11-26T12:00:00Z');
const text = 'A mug that holds what it should, and a handle that does not. '.repeat(80);

const write = (id: string) =>
  ({
    id,
    business: 'shop.example',
    operation: 'addProductReview',
    fields: { sku: 'MUG', title: 'Good', content: text, rating: '5' },
    files: [],
    person: undefined,
    use: null,
  }) as const;

/** How a statement finds its rows of the outbox. */
async function planOf(
  db: ProxyDb,
  { sql: statement, parameters }: CompiledQuery,
  isSqlite: boolean,
): Promise<string[]> {
  const { rows } = await db.executeQuery<Record<string, string>>({
    sql: `explain ${isSqlite ? 'query plan ' : ''}${statement}`,
    parameters,
    query: sql``.compile(db).query,
    queryId: { queryId: 'explain' },
  });
  return rows.map((row) => row['detail'] ?? row['QUERY PLAN']!).filter((line) => /proxy_outbox/.test(line));
}

for (const database of ['SQLite', 'PostgreSQL'] as const) {
  describe(database, () => {
    let postgres: UsedPostgres;
    before(async () => {
      postgres = await usePostgres();
    });
    after(() => postgres.stop());

    test('how much waits, and what is due, is read from an index alone', async () => {
      const isSqlite = database === 'SQLite';
      const directory = mkdtempSync(join(tmpdir(), 'plaudit-waiting-'));
      const location = isSqlite ? { directory } : { databaseUrl: await freshDatabase(postgres.url, 'proxy') };
      await (await openProxyDatabase(location)).destroy();
      const asked = new Map<string, CompiledQuery>();
      const db = new Kysely<StoreTables & ProxyTables>({
        dialect: dialectOf({ ...location, name: 'proxy' } as Parameters<typeof dialectOf>[0]),
        log: ({ query }) => void asked.set(query.sql, query),
      });
      try {
        const numbers = sql`with recursive number(n) as (select 1 union all select n + 1 from number where n < ${sql.lit(WAITING)})`;
        await sql`insert into proxy_outbox (id, business, operation, fields, bytes, state, attempts, created_at)
          ${numbers} select 'w' || n, 'shop.example', 'addProductReview', ${sql.lit(JSON.stringify({ text }))},
          5000, 'waiting', 0, ${sql.lit(NOW)} + n from number`.execute(db);
        await sql`insert into job (id, kind, key, payload, created_at, due_at, attempts)
          select id, 'write', business, '', created_at, created_at, 0 from proxy_outbox`.execute(db);
        if (!isSqlite) await sql`vacuum analyze proxy_outbox`.execute(db);
        asked.clear();
        await insertWrite(db, write('one-more'), NOW, 'one');
        const [kinds, none] = [new Map([[WRITE, {}]]), new Set<string>()];
        const due = await takeJob(storeOf(db), { kinds, except: none, holder: 'one' }, NOW + 5_000);
        assert.equal((await findWrite(db, due!.id))?.id, 'w1');
        assert.equal((await countWrites(db)).waiting, WAITING + 1);
        const reads = [...asked.values()].filter(({ sql: statement }) => /^select .*"proxy_outbox"/s.test(statement));
        assert.ok(reads.length >= 3);
        // SQLite reads a row from its beginning, texts included. PostgreSQL keeps long texts elsewhere: it may go through
        // the rows, as long as it does not read all of each.
        const dear = isSqlite
          ? /^(?!.*(?:COVERING INDEX|sqlite_autoindex_proxy_outbox_1 \(id=\?\)))/
          : /^ *(?:-> +)?(?:Seq|Bitmap Heap) Scan/;
        const read = isSqlite ? reads : reads.filter(({ sql: statement }) => statement.startsWith('select *'));
        const plans = (await Promise.all(read.map((query) => planOf(db, query, isSqlite)))).flat();
        assert.ok(plans.length > 0);
        assert.deepEqual(
          plans.filter((line) => dear.test(line)),
          [],
        );
      } finally {
        await db.destroy();
        rmSync(directory, { recursive: true, force: true });
      }
    });
  });
}
