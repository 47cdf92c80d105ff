/**
 * An export of reviews that is killed leaves nothing under its name: a file there is whole. One whose import is killed
 * is taken to its end by the same command again.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { saveContent } from '../support/content.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';
import { until } from '../support/smtp.ts';

const shop = 'shop.example';
const REVIEWS = 4_000;

onSqliteFirst((place) => {
  let service: TestService;
  const files = mkdtempSync(join(tmpdir(), 'plaudit-export-kill-'));
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account(shop);
    const productReviews = Array.from({ length: REVIEWS }, (_none, at) => ({ id: at + 1, product: { sku: 'MUG' } }));
    await service.withDatabase((db) => saveContent(db, shop, { products: [{ id: 1, sku: 'MUG' }], productReviews }));
  });
  after(async () => {
    await service.stop();
    rmSync(files, { recursive: true, force: true });
  });

  const where = () => {
    const { location } = service;
    return 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
  };

  test('a restore that is killed goes on from there, and ends with the same bytes', async () => {
    const other = 'other.example';
    await service.account(other);
    const [first, second] = [join(files, 'first'), join(files, 'second')];
    const run = (...args: string[]) => runProgram(['reviews', ...args, ...where()]);
    assert.equal((await run('export', '--to', first, '--business', shop)).status, 0);
    const child = startProgram(['reviews', 'import', first, '--business', other, ...where()]);
    const gone = once(child, 'exit');
    const restored = async () => (await run('import', 'status', '--business', other)).out;
    await until('the first reviews are stored', async () => {
      const [, left] = /: (\d+) reviews? still to come/.exec(await restored()) ?? [];
      return left !== undefined && Number(left) < REVIEWS;
    });
    child.kill('SIGKILL');
    await gone;
    await until('nobody imports any more', async () => !(await restored()).includes('is running'));
    const again = await run('import', first, '--business', other);
    assert.match(
      again.out,
      new RegExp(`^${REVIEWS} reviews: \\d+ added, 0 changed, \\d+ already there, 0 refused`, 'm'),
    );
    assert.equal((await run('export', '--to', second, '--business', other)).status, 0);
    for (const name of ['reviews', 'products', 'questions'])
      assert.equal(
        readFileSync(join(second, `${name}.jsonl`), 'utf8'),
        readFileSync(join(first, `${name}.jsonl`), 'utf8'),
      );
  });

  for (const signal of ['SIGKILL', 'SIGTERM'] as const)
    test(`ended by ${signal} while it writes, it leaves no half file`, async () => {
      const name = `${signal}.csv`;
      const to = ['--format', 'csv', '--to', join(files, name)];
      const child = startProgram(['reviews', 'export', '--business', shop, ...to, ...where()]);
      const gone = once(child, 'exit');
      const written = () => readdirSync(files).filter((file) => file.startsWith(name));
      await until('it writes', () => written().length > 0);
      child.kill(signal);
      await gone;
      const [left] = written();
      // It may have been quicker than the signal.
      if (left === name) assert.equal(readFileSync(join(files, name), 'utf8').split('\r\n').length, REVIEWS + 2);
      else if (signal === 'SIGTERM') assert.equal(left, undefined);
      else assert.match(left ?? '.partial-1', /\.partial-\d+/);
    });
});
