/** The copy of a SQLite database that is kept before an upgrade changes its data. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { restore } from '../../review-service/backup.ts';
import { openServiceDatabase } from '../../review-service/database.ts';
import { countRows, databasesIn, filledRows, firstMissing, makeEarlierFile } from '../support/earlier-data.ts';
import { withPlainSqlite } from '../support/plain-database.ts';
import { startProgram } from '../support/program.ts';

const FILE = 'reviews.sqlite';
const COPY = `reviews.before-${firstMissing}.sqlite`;
let directory: string;
let made = 0;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-copies-'));
  await makeEarlierFile(join(directory, 'earlier'), 'service');
});
after(() => rmSync(directory, { recursive: true, force: true }));

function earlier(): string {
  const place = join(directory, String(++made));
  cpSync(join(directory, 'earlier'), place, { recursive: true });
  return place;
}

const upgrade = async (place: string) => (await openServiceDatabase({ directory: place })).destroy();
const rowsOf = (file: string) => withPlainSqlite(file, (db) => countRows(db, 'service'));

test('it holds what was there, in place of what a killed upgrade left behind, and can be restored', async () => {
  const place = earlier();
  writeFileSync(join(place, COPY), 'of a moment that is gone');
  writeFileSync(join(place, `${COPY}.partial`), 'half of it');
  await upgrade(place);
  assert.deepEqual(databasesIn(place), [COPY, FILE]);
  assert.equal(statSync(join(place, COPY)).mode & 0o777, 0o600);
  await restore(join(place, COPY), join(place, 'restored'));
  assert.deepEqual(databasesIn(join(place, 'restored')), [FILE], 'a backup is copied no more');
  assert.deepEqual(await rowsOf(join(place, 'restored', FILE)), filledRows('service'));
});

test('none is made where nothing is lost: of a fresh database, of an empty one, at the next start', async () => {
  const fresh = join(directory, 'fresh');
  await upgrade(fresh);
  await upgrade(fresh);
  assert.deepEqual(databasesIn(fresh), [FILE]);
  const empty = join(directory, 'empty');
  await makeEarlierFile(empty, 'service', false);
  await upgrade(empty);
  assert.deepEqual(databasesIn(empty), [FILE]);
});

test('--no-copy saves the space', async () => {
  const place = earlier();
  const service = startProgram(['service', '--port', '0', '--data', place, '--no-copy']);
  for await (const chunk of service.stdout) if (String(chunk).includes('Review service is ready')) break;
  assert.equal(
    databasesIn(place).some((name) => name.includes('.before-')),
    false,
  );
  assert.deepEqual(await rowsOf(join(place, FILE)), filledRows('service'));
  const gone = once(service, 'exit');
  service.kill('SIGKILL');
  await gone;
});

test('without room for it nothing is changed, and one line says what to do', () => {
  const place = earlier();
  const bytes = readFileSync(join(place, FILE));
  // A file may be half as long as the copy would be: writes beyond fail as they do on a full disk.
  const script = join(import.meta.dirname, '../../cli/plaudit.js');
  const command = `trap '' XFSZ; ulimit -f ${Math.floor(bytes.length / 1_024 / 2)}; exec "$0" "$@"`;
  const args = ['-c', command, process.execPath, script, 'account', 'list', '--data', place];
  const env = { ...process.env, NODE_COMPILE_CACHE: '' };
  const { status, stderr } = spawnSync('bash', args, { encoding: 'utf8', env });
  assert.equal(status, 1, stderr);
  assert.match(stderr, /^plaudit: No copy of the data could be kept in .*, and nothing was changed: .*--no-copy\n$/);
  assert.deepEqual(databasesIn(place), [FILE]);
  assert.deepEqual(readFileSync(join(place, FILE)), bytes);
});
