/** The demo's shop leaves in each format that an import takes back, and comes back as far as the format can say. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { pino } from 'pino';
import { openServiceDatabase } from '../../review-service/database.ts';
import { loadDemoData } from '../../review-service/demo-shop/demo.ts';
import { preparePictures } from '../../review-service/demo-shop/load/pictures.ts';
import { createAccount } from '../../review-service/people/accounts/manage.ts';
import { runProgram } from '../support/program.ts';

const shop = 'demo-store.example';
const place = mkdtempSync(join(tmpdir(), 'plaudit-demo-leaves-'));
const at = (name: string) => join(place, name);

const run = async (data: string, ...args: string[]) => {
  const { out, err, status } = await runProgram(['reviews', ...args, '--business', shop, '--data', at(data)]);
  // On a busy machine it says how far it is.
  assert.deepEqual([err.replaceAll(/^\d+ reviews(?: \(\d+ % of the file\))?\n/gm, ''), status], ['', 0]);
  return out.trimEnd().split('\n');
};

/** A shop of the same name that has nothing. */
const emptyShop = async (data: string) => {
  await using db = await openServiceDatabase({ directory: at(data) });
  await createAccount(db, { business: shop, email: 'owner@demo-store.example', password: 'demo-password' }, Date.now());
};

before(async () => {
  await using db = await openServiceDatabase({ directory: at('demo') });
  await loadDemoData(db, pino({ level: 'silent' }), preparePictures);
});
after(() => rmSync(place, { recursive: true, force: true }));

test('by plaudit: the same bytes, pictures too', async () => {
  await run('demo', 'export', '--to', at('first'));
  await emptyShop('restored');
  const out = await run('restored', 'import', at('first'));
  assert.match(out.at(-1)!, /^(\d+) reviews: \1 added, 0 changed, 0 already there, 0 refused/);
  await run('restored', 'export', '--to', at('second'));
  for (const name of ['reviews', 'questions', 'products'])
    assert.equal(
      readFileSync(join(at('second'), `${name}.jsonl`), 'utf8'),
      readFileSync(join(at('first'), `${name}.jsonl`), 'utf8'),
    );
  const photos = (folder: string) => readdirSync(join(at(folder), 'photos')).toSorted();
  assert.ok(photos('first').length > 0);
  assert.deepEqual(photos('second'), photos('first'));
});

for (const format of ['csv', 'judgeme', 'yotpo'])
  test(`by ${format}: the same table, but for numbers`, async () => {
    const [first, second] = [at(`${format}-1.csv`), at(`${format}-2.csv`)];
    await run('demo', 'export', '--format', format, '--to', first);
    await emptyShop(format);
    const named = format === 'csv' ? ['--format', 'csv'] : [];
    const out = await run(format, 'import', first, '--create-products', ...named);
    assert.match(out.at(-1)!, /^(\d+) reviews: \1 added, 0 changed, 0 already there, 0 refused/);
    await run(format, 'export', '--format', format, '--to', second);
    const rowsOf = (file: string) =>
      parse<Record<string, string>>(readFileSync(file, 'utf8'), { columns: true })
        .map(({ id: _number, ...row }) => JSON.stringify(row))
        .toSorted();
    const left = rowsOf(first);
    assert.ok(left.length > 1_000);
    assert.deepEqual(rowsOf(second), left);
  });
