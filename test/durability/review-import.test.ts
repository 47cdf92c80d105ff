/** An import of reviews that is killed: what it had taken is whole, and the same file again takes the rest. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { saveContent } from '../support/content.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';
import { until } from '../support/smtp.ts';

const shop = 'shop.example';
const ROWS = 5_000;

onSqliteFirst((place) => {
  let service: TestService;
  const files = mkdtempSync(join(tmpdir(), 'plaudit-import-kill-'));
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account(shop);
    await service.withDatabase((db) => saveContent(db, shop, { products: [{ id: 1, sku: 'MUG' }] }));
  });
  after(async () => {
    await service.stop();
    rmSync(files, { recursive: true, force: true });
  });

  const counted = () =>
    service.withDatabase(async (db) => {
      const [reviews, known, counter] = await Promise.all([
        db
          .selectFrom('product_review')
          .select((eb) => eb.fn.countAll().as('n'))
          .executeTakeFirstOrThrow(),
        db
          .selectFrom('imported_review')
          .select((eb) => eb.fn.countAll().as('n'))
          .executeTakeFirstOrThrow(),
        db.selectFrom('product').select('num_reviews as n').executeTakeFirstOrThrow(),
      ]);
      return [reviews, known, counter].map(({ n }) => Number(n));
    });

  test('killed in the middle, it leaves whole reviews, and the same file again takes the rest', async () => {
    const file = join(files, 'reviews.csv');
    const rows = Array.from({ length: ROWS }, (_none, n) => `${n},MUG,5,t,Words ${n},A,a${n}@mail.example,2024-03-05`);
    writeFileSync(file, `id,sku,rating,title,content,name,email,created\n${rows.join('\n')}\n`);
    const { location } = service;
    const where = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
    const args = ['reviews', 'import', file, '--format', 'csv', '--business', shop, ...where];
    const child = startProgram(args);
    const gone = once(child, 'exit');
    await until('the first reviews are stored', async () => (await counted())[0]! > 0);
    child.kill('SIGKILL');
    await gone;
    const [reviews, known, counter] = await counted();
    assert.deepEqual([known, counter], [reviews, reviews]);
    const status = await runProgram(['reviews', 'import', 'status', '1', '--business', shop, ...where]);
    assert.match(status.out, /^Import 1 of reviews\.csv (was stopped|is done)/);
    const again = await runProgram(args);
    assert.match(
      again.out,
      new RegExp(`${ROWS} reviews: ${ROWS - reviews!} added, 0 changed, ${reviews!} already there, 0 refused`),
    );
    assert.deepEqual(await counted(), [ROWS, ROWS, ROWS]);
  });
});
