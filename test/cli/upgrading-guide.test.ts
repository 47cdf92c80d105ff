/** The commands of docs/upgrading.md, run in their order on data of an earlier version. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openServiceDatabase } from '../../review-service/database.ts';
import { countRows, databasesIn, filledRows, firstMissing, makeEarlierFile } from '../support/earlier-data.ts';
import { presentProgram } from '../support/present-program.ts';
import { withPlainSqlite } from '../support/plain-database.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/upgrading.md'), 'utf8');
/** The shell blocks; test/packages/systemd-guide.test.ts runs those that install, and restart the units. */
const blocks = [...guide.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block!);

let directory: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-guide-'));
  mkdirSync(join(directory, 'bin'));
  symlinkSync(presentProgram, join(directory, 'bin', 'plaudit'));
});
after(() => rmSync(directory, { recursive: true, force: true }));

/** Runs a block as it stands, but for the places and the name of the copy, which are examples. */
function run(block: string): string {
  const script = block
    .replaceAll('/var/lib/plaudit', join(directory, 'data'))
    .replaceAll('/backup/', `${join(directory, 'backup')}/`)
    .replaceAll(/before-[\w-]+\.sqlite/g, (name) =>
      name === 'before-upgrade.sqlite' ? name : `before-${firstMissing}.sqlite`,
    )
    .replaceAll('npx plaudit', `"${process.execPath}" "${join(directory, 'bin', 'plaudit')}"`);
  return execFileSync('bash', ['-euc', script], { encoding: 'utf8' });
}

test('the guide leads through an upgrade on one machine, and back again', async () => {
  assert.equal(blocks.length, 5);
  const [, check, backUp, , goBack] = blocks as [string, string, string, string, string];
  const service = join(directory, 'data', 'service');
  await makeEarlierFile(service, 'service');
  assert.match(run(check), /^Data of the review service in .*\n {2}changes: /);
  run(backUp);
  await (await openServiceDatabase({ directory: service })).destroy();
  run(goBack);
  const [copy, file] = databasesIn(service);
  assert.deepEqual([copy, file], [`reviews.before-${firstMissing}.sqlite`, 'reviews.sqlite']);
  assert.deepEqual(databasesIn(join(service, 'upgraded')).includes('reviews.sqlite'), true);
  assert.match(run(check), / {2}changes: store 0004-/, 'as before the upgrade');
  assert.deepEqual(
    await withPlainSqlite(join(service, file!), (db) => countRows(db, 'service')),
    filledRows('service'),
  );
});
