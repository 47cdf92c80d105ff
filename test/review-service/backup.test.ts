/** Backup and restore by command, while the service runs; and databases that are older or newer than the program. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { openServiceDatabase } from '../../review-service/database.ts';
import { saveContent } from '../support/content.ts';
import { png } from '../support/pictures.ts';
import { usePostgres } from '../support/use-postgres.ts';
import { password, TestService } from '../support/review-service.ts';
import { presentProgram } from '../support/present-program.ts';

const shop = 'a.example';
let directory: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-backup-'));
});
after(() => rmSync(directory, { recursive: true, force: true }));

const plaudit = (...args: string[]) =>
  new Promise<{ status: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [presentProgram, ...args], (error, out, err) =>
      resolve({ status: Number(error?.code ?? 0), out, err }),
    );
  });

test('a backup that is taken while many write is whole, and runs elsewhere', async () => {
  const service = await new TestService({ directory: join(directory, 'live') }).start();
  const elsewhere = new TestService({ directory: join(directory, 'elsewhere') });
  const file = join(directory, 'backups', 'monday.sqlite');
  try {
    service.token = await service.account(shop);
    await service.withDatabase((db) => saveContent(db, shop, { products: [{ id: 1, sku: 'MUG' }] }));
    const form = new FormData();
    for (const [name, value] of Object.entries({ sku: 'MUG', title: 'With a photo', content: 'c', rating: '5' }))
      form.append(name, value);
    form.append('image1', new Blob([await png()]), 'a.png');
    const { product_review: pictured } = await service.ok('addProductReview', shop, { form });
    let done = false;
    let written = 1;
    const writing = Array.from({ length: 4 }, async () => {
      while (!done) {
        await service.ok('addProductReview', shop, {
          form: { sku: 'MUG', title: 'Meanwhile', content: 'c', rating: 4 },
        });
        written++;
      }
    });
    const saved = await plaudit('backup', '--data', join(directory, 'live'), '--to', file);
    done = true;
    await Promise.all(writing);
    assert.deepEqual([saved.status, saved.err], [0, '']);
    assert.deepEqual(
      readdirSync(join(directory, 'backups')),
      ['erased.jsonl', 'monday.sqlite', 'monday.sqlite.key'],
      'one file, its key, and who was erased since',
    );
    assert.equal(statSync(`${file}.key`).mode & 0o777, 0o600);

    assert.deepEqual((await plaudit('restore', '--from', file, '--data', join(directory, 'elsewhere'))).err, '');
    elsewhere.clientToken = service.clientToken;
    await elsewhere.start();
    elsewhere.token = await elsewhere.logIn(`owner@${shop}`);
    const { product_reviews_stats: stats } = await elsewhere.ok('getProductReviewStats', shop);
    assert.ok(stats.total >= 1 && stats.total <= written);
    assert.equal((await elsewhere.ok('listProductReviews', shop, { query: { q: 'photo' } })).count, 1);
    const path = new URL(pictured.images[0]!.small).pathname;
    assert.equal((await fetch(elsewhere.url + path)).status, 200, 'pictures are in it');
    // Tokens are in it too: nobody has to log in again.
    elsewhere.token = service.token;
    await elsewhere.ok('getBusiness', shop);
  } finally {
    await service.stop();
    await elsewhere.stop();
  }
});

test('nothing is overwritten, and each refusal is one line', async () => {
  const live = join(directory, 'live');
  const file = join(directory, 'backups', 'monday.sqlite');
  const broken = join(directory, 'broken.sqlite');
  writeFileSync(broken, readFileSync(file));
  truncateSync(broken, 40_960);
  const foreign = join(directory, 'foreign.sqlite');
  new DatabaseSync(foreign).exec('create table other (id)');
  writeFileSync(join(directory, 'text.sqlite'), 'no database');
  const bytes = readFileSync(file);
  for (const [args, message] of [
    [['backup', '--data', live, '--to', file], /exists already/],
    [['backup', '--data', join(directory, 'nowhere'), '--to', join(directory, 'x')], /There is no data in/],
    [['backup', '--data', live, '--to', join(file, 'x')], /cannot be written/],
    [['backup', '--database-url', 'postgres://me:hunter2@127.0.0.1/x', '--to', 'x'], /pg_dump/],
    [['restore', '--database-url', 'postgres://me:hunter2@127.0.0.1/x', '--from', file], /is no backup of PostgreSQL/],
    [['restore', '--from', join(directory, 'nothing'), '--data', join(directory, 'new')], /There is no file/],
    [['restore', '--from', file, '--data', live], /There is data in .* already/],
    [['restore', '--from', broken, '--data', join(directory, 'new')], /damaged|malformed|cannot be restored/],
    [['restore', '--from', foreign, '--data', join(directory, 'new')], /not the data of a review service/],
    [['restore', '--from', join(directory, 'text.sqlite'), '--data', join(directory, 'new')], /not a database/],
  ] as const) {
    const { status, out, err } = await plaudit(...args);
    assert.deepEqual([status, out], [1, ''], err);
    assert.match(err, message);
    assert.equal(err.trim().split('\n').length, 1, err);
    assert.ok(!err.includes('hunter2'));
  }
  assert.deepEqual(readFileSync(file), bytes);
  assert.ok(!existsSync(join(directory, 'new', 'reviews.sqlite')));
});

test('a refused backup leaves nothing of what it copied', () => {
  assert.deepEqual(readdirSync(join(directory, 'new')), []);
});

test('a database of a newer version is refused in one line, and left as it is', async () => {
  const place = join(directory, 'newer');
  await (await openServiceDatabase({ directory: place })).destroy();
  const data = new DatabaseSync(join(place, 'reviews.sqlite'));
  data.exec(`insert into store_migration values ('9999-from-the-future', '2030-01-01')`);
  data.close();
  const file = join(directory, 'newer.sqlite');
  assert.equal((await plaudit('backup', '--data', place, '--to', file)).status, 0, 'saving it does no harm');
  for (const args of [
    ['service', '--port', '0', '--data', place],
    ['restore', '--from', file, '--data', join(directory, 'older')],
  ]) {
    const { status, err } = await plaudit(...args);
    assert.equal(status, 1);
    assert.match(
      err.replaceAll(/^\{.*\n/gm, ''),
      /^plaudit: The database was written by a newer version of Plaudit \(it holds store 9999-from-the-future\), and nothing was changed: .*\n$/,
    );
  }
  assert.deepEqual(readdirSync(join(directory, 'older')), [], 'nor does a copy of it stay');

  const postgres = await usePostgres();
  try {
    const db = await openServiceDatabase({ databaseUrl: postgres.url });
    await db
      .insertInto('service_migration' as never)
      .values({ name: '9999-from-the-future', timestamp: '2030-01-01' } as never)
      .execute();
    await db.destroy();
    await assert.rejects(openServiceDatabase({ databaseUrl: postgres.url }), /newer version of Plaudit/);
  } finally {
    await postgres.stop();
  }
});

test('the password of a test account is in no backup as it is', () => {
  assert.ok(!readFileSync(join(directory, 'backups', 'monday.sqlite')).includes(password));
});
