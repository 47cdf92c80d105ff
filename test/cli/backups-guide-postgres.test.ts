/** The commands of docs/backups.md for PostgreSQL, in their order: the disk is lost, and the database with it. */
import assert from 'node:assert/strict';
import { globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { until } from '../server-proxy/harness.ts';
import { blocksOf, commandIn, runBlock } from '../support/backups-guide.ts';
import { findInstalledPostgres } from '../support/installed-postgres.ts';
import { freePort } from '../support/ports.ts';
import { startPostgres } from '../support/postgres.ts';
import { runProgram } from '../support/program.ts';
import { RunningProgram } from '../support/running-program.ts';

const programs = findInstalledPostgres();
const shop = 'shop.example';
const secret = 'seals-the-keys-of-the-database';

let directory: string;
let data: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-drill-'));
  data = join(directory, 'data');
  mkdirSync(join(directory, 'backup'));
});
after(() => rmSync(directory, { recursive: true, force: true }));

const startServer = () =>
  startPostgres(undefined, { initdb: join(programs!, 'initdb'), postgres: join(programs!, 'postgres') });

const run = (block: string, places: Record<string, string>): string =>
  runBlock(block, { '/backup/': `${directory}/backup/`, '/var/lib/plaudit': data, ...places }, programs!);

async function titlesIn(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ title: string }>('select title from product_review order by title');
  await client.end();
  return rows.map(({ title }) => title);
}

test(
  'disk and database are lost: with pg_dump the shop is there again, and without who was erased since',
  { skip: programs === null && 'no PostgreSQL with initdb, postgres, pg_dump and pg_restore is installed' },
  async () => {
    const [make, putBack, ...others] = blocksOf('PostgreSQL') as [string, string];
    assert.deepEqual(others, []);
    const port = await freePort(2);
    const first = await startServer();
    const lost = { url: first.url, directory: join(directory, 'lost') };
    const owner = ['--business', shop, '--email', 'o@shop.example'];
    const start = ['start', '--port', String(port), '--data', data, '--database-url', lost.url, ...owner];
    const place = ['--data', data, '--database-url', lost.url];
    const env = { PLAUDIT_SECRET: secret, PLAUDIT_MERCHANT_KEY: 'a-merchant-key-of-the-unit' };
    const route = `http://127.0.0.1:${port}/merchant/v1/businesses/-/product/reviews/add`;
    const headers = { authorization: `Bearer ${env.PLAUDIT_MERCHANT_KEY}` };
    const add = async (title: string, more: Record<string, string> = {}) => {
      const body = new URLSearchParams({ sku: 'MUG', title, content: 'A mug', rating: '5', ...more });
      const added = await fetch(route, { method: 'POST', body, headers });
      assert.ok(added.ok, await added.text());
    };
    const shown = async (): Promise<string[]> => {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/businesses/-/product/reviews?sku=MUG`);
      if (answer.status !== 200) return [];
      const { product_reviews: all } = (await answer.json()) as { product_reviews: { title: string }[] };
      return all.map(({ title }) => title).toSorted();
    };
    try {
      await using running = await RunningProgram.start(start, { ...env, PLAUDIT_OWNER_PASSWORD: 'correct horse' });
      const imported = await runProgram(['products', 'import', '-', ...place], { input: 'sku,title\nMUG,Mug\n', env });
      assert.equal(imported.status, 0, imported.err);
      const feed = await runProgram(['account', 'set', '--feed', 'http://127.0.0.1:1/products.xml', ...place], { env });
      assert.equal(feed.status, 1, 'its address is kept');
      await add('By Ann', { email: 'ann@customers.example' });
      await add('By Jane', { email: 'jane@customers.example' });
      await add('By nobody known');
      await until('all are mirrored', async () => (await shown()).length === 3);
      run(make, { 'postgres://plaudit@db.example/plaudit': lost.url });
      const [beside] = globSync(join(directory, 'backup', '*.key'));
      const tried = await runProgram(['backup', '--check', beside!.replace(/\.key$/, '')], { env });
      assert.match(tried.out, /and pg_restore tries it\n.* is sound: .*, and nothing was started, .*\n$/, tried.err);
      const erase = ['privacy', 'remove', '--email', 'jane@customers.example', '--business', shop, ...place];
      const erased = await runProgram(erase, { env });
      assert.deepEqual([erased.status, erased.err], [0, '']);
      assert.equal(await running.stop(), 0);
    } finally {
      await first.stop({ atOnce: true });
    }
    renameSync(data, lost.directory);

    const second = await startServer();
    try {
      const said = run(putBack, { 'postgres://plaudit@new-db.example/plaudit': second.url });
      assert.match(said, /^Who was erased since then, by \S+\/backup\/erased\.jsonl, is erased again .* next start$/m);
      assert.deepEqual(await titlesIn(second.url), ['By Ann', 'By Jane', 'By nobody known'], 'the dump is older');
      const { args, env: settings } = commandIn(said);
      assert.equal(settings['PLAUDIT_DATABASE_URL'], second.url);
      await using again = await RunningProgram.start(args, settings);
      assert.equal(again.url, `http://127.0.0.1:${port}`);
      assert.deepEqual(await titlesIn(second.url), ['By Ann', 'By nobody known']);
      const { out } = await runProgram(['account', 'list'], { env: settings });
      assert.match(out, /shop\.example +http:\/\/127\.0\.0\.1:1\/products\.xml /, 'the feed is restored');
      await until('the mirror is there', async () => (await shown()).length > 0);
      assert.deepEqual(await shown(), ['By Ann', 'By nobody known']);
      await add('Afterwards');
    } finally {
      await second.stop({ atOnce: true });
    }
  },
);
