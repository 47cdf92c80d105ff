/** `--database-url` means both programs: the service's tables and the proxy's, in one database. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { until } from '../server-proxy/harness.ts';
import { freePort } from '../support/ports.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';

const shop = 'tea-shop.example';
const storefront = 'http://localhost:8080';
const owner = { PLAUDIT_OWNER_PASSWORD: 'a-long-password', PLAUDIT_ORIGINS: storefront };
let postgres: UsedPostgres;
let data: string;
before(async () => {
  postgres = await usePostgres();
  data = mkdtempSync(join(tmpdir(), 'plaudit-on-postgres-'));
});
after(async () => {
  rmSync(data, { recursive: true, force: true });
  await postgres.stop();
});

interface Shop extends AsyncDisposable {
  /** Address of the proxy. */
  readonly url: string;
}

/** `plaudit start` with a shop that has one product. */
async function startShop(place: readonly string[]): Promise<Shop> {
  const port = await freePort(2);
  const setUp = ['--business', shop, '--email', 'owner@tea-shop.example'];
  const child = startProgram(['start', '--port', String(port), ...place, ...setUp], owner);
  const gone = once(child, 'exit');
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (said += chunk.toString()));
  await until('it is ready', () => /ready: .*\n/.test(said) || child.exitCode !== null);
  assert.equal(child.exitCode, null, said);
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      assert.deepEqual(await gone, [0, null], said);
    },
  };
}

const ask = (url: string, init: RequestInit = {}) => fetch(url, { ...init, headers: { origin: storefront } });

async function namesIn(url: string): Promise<string[]> {
  const answer = await ask(`${url}/v1/businesses/-/product/reviews?sku=TEA-1`);
  if (answer.status !== 200) return [];
  const { product_reviews: reviews } = (await answer.json()) as { product_reviews: { title: string }[] };
  return reviews.map(({ title }) => title);
}

async function addReview(url: string, title: string): Promise<void> {
  const body = new URLSearchParams({ sku: 'TEA-1', title, content: 'A fine tea.', rating: '5', user_name: 'Jane' });
  const added = await ask(`${url}/v1/businesses/-/product/reviews/add`, { method: 'POST', body });
  assert.ok(added.ok, await added.text());
  await until('the mirror has it', async () => (await namesIn(url)).includes(title));
}

test('start and every command keep and find both programs in one database', async () => {
  const database = await freshDatabase(postgres.url);
  const place = ['--data', data, '--database-url', database];
  const on = (...command: string[]) => runProgram([...command, ...place], { input: 'sku,title\nTEA-1,Green tea\n' });
  {
    await using running = await startShop(place);
    assert.match((await on('products', 'import', '-')).out, /^1 products: 1 added/);
    await addReview(running.url, 'Fresh');
    const link = await on('start', '--setup-link');
    assert.match(link.out + link.err, /^Set it up: |^plaudit: Nothing of the set-up is undone/);
  }
  assert.match((await on('account', 'list')).out, /owner@tea-shop\.example/);
  assert.match((await on('reviews', 'list')).out, /Fresh/);
  assert.match((await on('proxy', 'status')).out, /^tea-shop\.example\n/);
  assert.equal((await on('proxy', 'queue', 'list')).out, '0 in the queue\n');
  assert.match((await on('upgrade', '--check')).out, /of the review service in .*\n.*\nData of the proxy in /);
  assert.match((await on('doctor')).out, /^ok {4}service data: up to date\n(?:.*\n)*ok {4}proxy data: up to date\n/m);
  {
    await using again = await startShop(place);
    assert.deepEqual(await namesIn(again.url), ['Fresh']);
  }
});

test('where the data are in a database and none in the directory, a command without the database says so', async () => {
  const database = await freshDatabase(postgres.url);
  const directory = join(data, 'settings alone');
  await using running = await startShop(['--data', directory, '--database-url', database]);
  assert.ok(running.url);
  for (const args of [
    ['reviews', 'list'],
    ['privacy', 'remove', '--review', '1'],
    ['upgrade', '--check'],
    ['doctor'],
  ]) {
    const { status, out, err } = await runProgram([...args, '--data', directory]);
    assert.equal(status, 1, args.join(' '));
    assert.match(out + err, /The data of \S+ alone are in postgres:\/\/\S+: give --database-url; /);
  }
});

test('an erasure in a database reaches the mirror beside the service', async () => {
  const database = await freshDatabase(postgres.url);
  const place = ['--data', join(data, 'erasing'), '--database-url', database];
  {
    await using running = await startShop(place);
    await runProgram(['products', 'import', '-', ...place], { input: 'sku,title\nTEA-1,Green tea\n' });
    await addReview(running.url, 'Fresh');
  }
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: number }>('select min(id) as id from product_review');
    await client.query(`update author set email = 'jane@customers.example'
      where id = (select author_id from product_review where id = ${Number(rows[0]!.id)})`);
    const erased = await runProgram(['privacy', 'remove', '--email', 'jane@customers.example', ...place]);
    assert.match(
      erased.out,
      /^Erased from the review service: 1 review, .*\nErased from the proxy: 1 mirrored review, /,
      erased.err,
    );
    const left = await client.query('select title from plaudit_proxy.product_review');
    assert.deepEqual(left.rows, []);
  } finally {
    await client.end();
  }
});
