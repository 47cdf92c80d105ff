/** Who was erased since a backup, or a dump, is erased again when that comes back. */
import assert from 'node:assert/strict';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { until } from '../server-proxy/harness.ts';
import { saveContent } from '../support/content.ts';
import { freePort } from '../support/ports.ts';
import { runProgram } from '../support/program.ts';
import { RunningProgram } from '../support/running-program.ts';
import { TestService } from '../support/review-service.ts';
import { freshDatabase, usePostgres } from '../support/use-postgres.ts';

const shop = 'shop.example';
const merchantKey = 'a-merchant-key-of-the-unit';

let directory: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-erased-'));
});
after(() => rmSync(directory, { recursive: true, force: true }));

async function command(...args: string[]): Promise<string> {
  const { status, out, err } = await runProgram(args);
  assert.deepEqual([status, err], [0, ''], args.join(' '));
  return out;
}

function titlesIn(file: string): string[] {
  using data = new DatabaseSync(file, { readOnly: true });
  const rows = data.prepare('select title from product_review order by title').all();
  return rows.map(({ title }) => String(title));
}

test('whoever was erased by the number of a review since the backup is erased again at its restore', async () => {
  const data = join(directory, 'by-number');
  const port = await freePort(2);
  const start = ['start', '--port', String(port), '--data', data, '--business', shop, '--email', 'o@shop.example'];
  const numbers: string[] = [];
  const mirror = join(data, 'proxy', 'proxy.sqlite');
  {
    await using running = await RunningProgram.start(start, {
      PLAUDIT_OWNER_PASSWORD: 'correct horse battery',
      PLAUDIT_MERCHANT_KEY: merchantKey,
    });
    const products = await runProgram(['products', 'import', '-', '--data', data], { input: 'sku,title\nMUG,Mug\n' });
    assert.equal(products.status, 0, products.err);
    for (const title of ['Goes', 'Stays']) {
      const added = await fetch(`${running.url}/merchant/v1/businesses/-/product/reviews/add`, {
        method: 'POST',
        body: new URLSearchParams({ sku: 'MUG', title, content: 'A mug', rating: '5' }),
        headers: { authorization: `Bearer ${merchantKey}` },
      });
      assert.ok(added.ok, await added.clone().text());
      const { product_review: review } = (await added.json()) as { product_review: { id: number } };
      numbers.push(String(review.id));
    }
    await until('both are mirrored', () => titlesIn(mirror).length === 2);
  }
  const file = join(directory, 'backups', 'by-number.sqlite');
  await command('backup', '--data', data, '--to', file);
  await command('privacy', 'remove', '--review', numbers[0]!, '--product', '--data', data);

  const elsewhere = join(directory, 'elsewhere');
  const said = await command('restore', '--from', file, '--data', elsewhere);
  assert.match(said, /^Erased since then, by .*erased\.jsonl, and now again: 1 person$/m);
  for (const restored of ['service/reviews.sqlite', 'proxy/proxy.sqlite'])
    assert.deepEqual(titlesIn(join(elsewhere, restored)), ['Stays'], restored);
});

test('whoever was erased since a restore stays erased when the same backup is restored a second time', async () => {
  const data = join(directory, 'again', 'data');
  const numbers: number[] = [];
  const service = new TestService({ directory: data });
  await service.start();
  service.token = await service.account(shop);
  await service.withDatabase((db) => saveContent(db, shop, { products: [{ id: 1, sku: 'MUG' }] }));
  for (const title of ['Goes', 'Goes too', 'Stays']) {
    const form = { sku: 'MUG', title, content: 'A mug', rating: 5 };
    const { product_review: review } = await service.ok('addProductReview', shop, { form });
    numbers.push(review.id);
  }
  await service.stop();
  const backups = join(directory, 'again', 'backups');
  const file = join(backups, 'shop.sqlite');
  await command('backup', '--data', data, '--to', file);
  const lose = () => rmSync(join(directory, 'again', 'data'), { recursive: true });
  const restore = () => command('restore', '--from', relative(process.cwd(), file), '--data', data);
  const remove = (number: number) =>
    command('privacy', 'remove', '--review', String(number), '--product', '--data', data);
  const titles = () => titlesIn(join(data, 'reviews.sqlite'));
  lose();
  assert.match(await restore(), /, and now again: 0 people$/m);
  await remove(numbers[0]!);
  lose();
  assert.match(await restore(), /, and now again: 1 person$/m);
  assert.deepEqual(titles(), ['Goes too', 'Stays']);

  // The disk of the backups was away.
  renameSync(backups, `${backups} away`);
  assert.match(
    await remove(numbers[1]!),
    new RegExp(`^Not noted beside the backups in ${backups}, which is away`, 'm'),
  );
  renameSync(`${backups} away`, backups);
  for (const ending of ['', '-wal', '-shm']) rmSync(join(data, `reviews.sqlite${ending}`), { force: true });
  assert.match(await restore(), /, and now again: 2 people$/m);
  lose();
  await restore();
  assert.deepEqual(titles(), ['Stays'], 'the list beside the data was brought beside the backup');
});

test('a list that was copied with its backup said of those erased afterwards that there was nobody', async () => {
  const data = join(directory, 'copied', 'data');
  const service = new TestService({ directory: data });
  await service.start();
  service.token = await service.account(shop);
  await service.withDatabase((db) => saveContent(db, shop, { products: [{ id: 1, sku: 'MUG' }] }));
  const jane = { email: 'jane@customers.example' };
  await service.ok('addProductReview', shop, { form: { sku: 'MUG', title: 'Jane', content: 'A', rating: 5, ...jane } });
  await service.stop();
  const backups = join(directory, 'copied', 'backups');
  const before = Date.now();
  for (const name of ['first', 'shop'])
    await command('backup', '--data', data, '--to', join(backups, `${name}.sqlite`));
  const dates = readFileSync(join(backups, 'erased.jsonl'), 'utf8').trim().split('\n');
  assert.equal(dates.length, 1, 'the date is written over');
  const away = join(directory, 'copied', 'away');
  cpSync(backups, away, { recursive: true });
  const after = Date.now();
  // A power cut in the middle of a line.
  appendFileSync(join(data, 'erased.jsonl'), '{"at":1764230400000,"ha');
  await command('privacy', 'remove', '--email', jane.email, '--data', data);
  const restore = (from: string) =>
    command('restore', '--from', join(from, 'shop.sqlite'), '--data', join(from, 'restored'));
  const upTo = (said: string) =>
    Date.parse(/^That list knows of erasures up to (\S+Z): repeat those after that$/m.exec(said)?.[1] ?? '');
  const stale = upTo(await restore(away));
  assert.ok(stale >= before && stale <= after, `${stale}`);
  const said = await restore(backups);
  assert.match(said, /, and now again: 1 person$/m);
  assert.ok(upTo(said) >= after);
  writeFileSync(join(away, 'erased.jsonl'), '');
  rmSync(join(away, 'restored'), { recursive: true });
  assert.match(await restore(away), /^Nobody can tell who was erased since .*: no dated list of them was found/m);
});

async function ask<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** As `pg_dump` and `pg_restore` would make it. */
async function copyOf(database: string): Promise<string> {
  const copy = await freshDatabase(database);
  const [name, original] = [copy, database].map((url) => new URL(url).pathname.slice(1));
  const server = new URL('/postgres', database).href;
  await ask(server, `drop database ${name}`);
  await ask(server, `create database ${name} template ${original}`);
  return copy;
}

test('an older dump on PostgreSQL: the start erases again who was erased since, and nobody who came back', async () => {
  const postgres = await usePostgres();
  const database = await freshDatabase(postgres.url, 'service');
  const data = join(directory, 'beside');
  const service = new TestService({ databaseUrl: database }, { listDirectory: data });
  const place = (url: string) => ['--data', data, '--database-url', url];
  const write = (title: string, more: Record<string, string> = {}) =>
    service.ok('addProductReview', shop, { form: { sku: 'MUG', title, content: 'A mug', rating: 5, ...more } });
  const jane = { email: 'jane@customers.example' };
  const titles = async (url: string): Promise<string[]> =>
    (await ask<{ title: string }>(url, 'select title from product_review order by id')).map(({ title }) => title);
  /** What a service that was started on it has left there. */
  const started = async (url: string): Promise<string[]> => {
    const running = await RunningProgram.start(['service', '--port', '0', ...place(url)]);
    assert.equal(await running.stop(), 0);
    return titles(url);
  };
  try {
    await service.start();
    service.token = await service.account(shop);
    await service.withDatabase((db) => saveContent(db, shop, { products: [{ id: 1, sku: 'MUG' }] }));
    await write('By Jane', jane);
    const { product_review: byNobody } = await write('By nobody known');
    await write('Stays');
    await service.stop();
    const dump = await copyOf(database);
    await service.start();
    await service.ok('erasePersonalData', shop, { form: jane });
    await command('privacy', 'remove', '--review', String(byNobody.id), '--product', ...place(database));
    await write('Jane again', jane);
    assert.deepEqual(await titles(database), ['Stays', 'Jane again']);
    await service.stop();
    assert.deepEqual(await started(dump), ['Stays']);
    assert.deepEqual(await started(await copyOf(database)), ['Stays', 'Jane again']);
  } finally {
    await service.stop();
    await postgres.stop();
  }
});
