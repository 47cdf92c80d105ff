/** The copy of a SQLite database that is kept before an upgrade changes its data. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { restore } from '../../review-service/care/backups/restore.ts';
import { openServiceDatabase } from '../../review-service/database.ts';
import { systemClock } from '../../server-kit/clock.ts';
import { Stage, until } from '../server-proxy/harness.ts';
import {
  countRows,
  databasesIn,
  fileNames,
  filledRows,
  firstMissing,
  makeEarlierFile,
} from '../support/earlier-data.ts';
import { withPlainSqlite } from '../support/plain-database.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { TestService } from '../support/review-service.ts';
import { presentProgram } from '../support/present-program.ts';

const FILE = 'reviews.sqlite';
const COPY = `reviews.before-${firstMissing}.sqlite`;
const shop = 'shop.example';
const DAY_MS = 86_400_000;
let directory: string;
let made = 0;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-copies-'));
  await makeEarlierFile(join(directory, 'earlier'), 'service');
  await makeEarlierFile(join(directory, 'earlier-proxy'), 'proxy');
});
after(() => rmSync(directory, { recursive: true, force: true }));

function earlier(place = join(directory, String(++made)), name = 'earlier'): string {
  cpSync(join(directory, name), place, { recursive: true });
  return place;
}

const copiesIn = (place: string) => databasesIn(place).filter((name) => name.includes('.before-'));
function makeOld(place: string, days: number): void {
  for (const name of copiesIn(place)) utimesSync(join(place, name), new Date(), new Date(Date.now() - days * DAY_MS));
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
  assert.deepEqual(copiesIn(place), []);
  assert.deepEqual(await rowsOf(join(place, FILE)), filledRows('service'));
  const gone = once(service, 'exit');
  service.kill('SIGKILL');
  await gone;
});

test('without room for it nothing is changed, and one line says what to do', () => {
  const place = earlier();
  const bytes = readFileSync(join(place, FILE));
  // A file may be half as long as the copy would be: writes beyond fail as they do on a full disk.
  const command = `trap '' XFSZ; ulimit -f ${Math.floor(bytes.length / 1_024 / 2)}; exec "$0" "$@"`;
  const args = ['-c', command, process.execPath, presentProgram, 'account', 'list', '--data', place];
  const env = { ...process.env, NODE_COMPILE_CACHE: '' };
  const { status, stderr } = spawnSync('bash', args, { encoding: 'utf8', env });
  assert.equal(status, 1, stderr);
  assert.match(stderr, /^plaudit: No copy of the data could be kept in .*, and nothing was changed: .*--no-copy\n$/);
  assert.deepEqual(databasesIn(place), [FILE]);
  assert.deepEqual(readFileSync(join(place, FILE)), bytes);
});

for (const program of ['service', 'proxy'] as const) {
  test(`a month after the upgrade the ${program} deletes it, and what a kill has left of another`, async () => {
    await using stage = await Stage.open();
    const place = earlier(stage.path('data'), program === 'service' ? 'earlier' : 'earlier-proxy');
    const start = async () => {
      if (program === 'proxy') return stage.proxy();
      const service = await new TestService({ directory: place }, { clock: systemClock }).start();
      return { close: () => service.stop() };
    };
    await (await start()).close();
    const [copy] = copiesIn(place);
    assert.ok(copy);
    writeFileSync(join(place, `${copy}.partial`), 'half of it');
    makeOld(place, 29);
    await (await start()).close();
    assert.deepEqual(copiesIn(place), [copy, `${copy}.partial`]);
    makeOld(place, 31);
    const running = await start();
    try {
      await until('it is gone', () => copiesIn(place).length === 0);
      assert.ok(databasesIn(place).includes(`${fileNames[program]}.sqlite`));
    } finally {
      await running.close();
    }
  });
}

test('whoever is erased is not left in it: it goes with them, and the log says so', async () => {
  await using stage = await Stage.open();
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const said = () => lines.filter((line) => line.includes('copies from before an upgrade were deleted')).length;

  const service = await new TestService({ directory: earlier() }, { logger }).start();
  try {
    const { directory: place } = service.location as { directory: string };
    service.token = await service.account(shop);
    assert.deepEqual(copiesIn(place), [COPY]);
    await service.ok('erasePersonalData', shop, { form: { email: 'jane@customers.example' } });
    assert.deepEqual([copiesIn(place), said()], [[], 1]);
  } finally {
    await service.stop();
  }

  const place = earlier(stage.path('data'), 'earlier-proxy');
  const proxy = await stage.proxy({ logger });
  assert.equal(copiesIn(place).length, 1);
  const { http } = await proxy.merchant('/businesses/-/privacy/remove', { body: { email: 'jane@customers.example' } });
  assert.deepEqual([http, copiesIn(place), said()], [200, [], 2]);
});

test('the command that erases a customer deletes the copies of both programs, and says so', async () => {
  const place = join(directory, 'both');
  earlier(join(place, 'service'));
  earlier(join(place, 'proxy'), 'earlier-proxy');
  const person = ['--business', shop, '--email', 'jane@customers.example'];
  const { status, out, err } = await runProgram(['privacy', 'remove', '--data', place, ...person]);
  assert.deepEqual([status, err], [0, '']);
  assert.equal(out.match(/^Deleted what held them still: a copy from before an upgrade$/gm)?.length, 2, out);
  assert.deepEqual([copiesIn(join(place, 'service')), copiesIn(join(place, 'proxy'))], [[], []]);
});
