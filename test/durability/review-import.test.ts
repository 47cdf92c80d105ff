/** An import of reviews that is ended in the middle: what it had taken is whole, and the same file again takes the rest. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { saveContent } from '../support/content.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';
import { until } from '../support/smtp.ts';

const shop = 'shop.example';
const ROWS = 5_000;

/** The process that takes the file: a child of the command. */
const childOf = (pid: number): number => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

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

  /** The command that takes a file of reviews whose numbers begin so. */
  const commandFor = (name: string, prefix: string) => {
    const file = join(files, name);
    const rows = Array.from(
      { length: ROWS },
      (_none, n) => `${prefix}${n},MUG,5,t,Words ${n},A,a${n}@mail.example,2024-03-05`,
    );
    writeFileSync(file, `id,sku,rating,title,content,name,email,created\n${rows.join('\n')}\n`);
    const { location } = service;
    const where = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
    return { args: ['reviews', 'import', file, '--format', 'csv', '--business', shop, ...where], where };
  };

  test('killed in the middle, it leaves whole reviews, and the same file again takes the rest', async () => {
    const { args, where } = commandFor('reviews.csv', '');
    const child = startProgram(args);
    const gone = once(child, 'exit');
    await until('the first reviews are stored', async () => (await counted())[0]! > 0);
    const taking = childOf(child.pid!);
    child.kill('SIGKILL');
    await gone;
    await until('the process that takes them has ended as well', async () => !isThere(taking));
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

  test('where the process that takes them is killed, the command says so, and the same again takes the rest', async () => {
    const { args, where } = commandFor('killed.csv', 'k');
    const child = startProgram(args);
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const gone = once(child, 'close');
    const had = (await counted())[0]!;
    await until('the first reviews are stored', async () => (await counted())[0]! > had);
    process.kill(childOf(child.pid!), 'SIGKILL');
    assert.deepEqual(await gone, [1, null]);
    assert.match(said, /^plaudit: Its process was ended by SIGKILL: the same command again goes on from there\n$/m);
    const taken = (await counted())[0]! - had;
    const again = await runProgram(args);
    assert.match(again.out, new RegExp(`${ROWS} reviews: ${ROWS - taken} added, 0 changed, ${taken} already there`));
    assert.match((await runProgram(['reviews', 'import', 'list', '--business', shop, ...where])).out, /\tstopped\t/);
  });

  test('a command that is told to end leaves what was taken, and says how to go on', async () => {
    const { args } = commandFor('told.csv', 't');
    const child = startProgram(args);
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    const gone = once(child, 'close');
    const had = (await counted())[0]!;
    await until('the first reviews are stored', async () => (await counted())[0]! > had);
    child.kill('SIGINT');
    assert.deepEqual(await gone, [130, null]);
    assert.match(out, /^Stopped: what was taken stays, and the same command again goes on from here$/m);
    const taken = Number(/^(\d+) reviews: \1 added/m.exec(out)![1]);
    assert.equal((await counted())[0]! - had, taken);
    assert.match((await runProgram(args)).out, new RegExp(`${ROWS - taken} added, 0 changed, ${taken} already there`));
  });
});
