/** `plaudit backup --every 24h`: the running service backs itself up, and says so where it cannot. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { restore } from '../../review-service/care/backups/restore.ts';
import { pruneBackups } from '../../review-service/care/backups/files.ts';
import { readLastBackup, setSchedule } from '../../review-service/care/backups/schedule.ts';
import { saveContent } from '../support/content.ts';
import { runProgram } from '../support/program.ts';
import { TestService } from '../support/review-service.ts';
import { until } from '../support/smtp.ts';

const shop = 'a.example';
const DAY_MS = 86_400_000;
let directory: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-scheduled-'));
});
after(() => rmSync(directory, { recursive: true, force: true }));

const wholeIn = (place: string): string[] =>
  readdirSync(place)
    .filter((name) => name.endsWith('.sqlite'))
    .toSorted();
const metricsOf = async ({ url }: TestService): Promise<string> => (await fetch(`${url}/metrics`)).text();
const warningsOf = async ({ url }: TestService): Promise<unknown> =>
  ((await (await fetch(`${url}/readyz`)).json()) as { warnings?: unknown }).warnings;
const lastOf = (service: TestService) => service.withDatabase(readLastBackup);

test('the service backs itself up every day, keeps the newest, and one of them is put back', async () => {
  const data = join(directory, 'shop', 'service');
  const backups = join(data, 'backups');
  const service = new TestService({ directory: data });
  await service.withDatabase((db) =>
    saveContent(db, shop, { products: [{ id: 1, sku: 'MUG' }], productReviews: [{ id: 1, product: { sku: 'MUG' } }] }),
  );
  // A directory that cannot be written to is said at once, not after the first backup that failed.
  const nowhere = join(data, 'reviews.sqlite', 'below');
  const refused = await runProgram(['backup', '--every', '24h', '--to', nowhere, '--data', join(directory, 'shop')]);
  assert.equal(refused.status, 1);
  assert.match(
    refused.err,
    new RegExp(`^plaudit: No backup can be written to ${nowhere}: ENOTDIR.*nothing was scheduled\n$`),
  );
  // The directory above, as other commands take it.
  const said = await runProgram(['backup', '--every', '24h', '--keep', '2', '--data', join(directory, 'shop')]);
  assert.deepEqual([said.status, said.err], [0, '']);
  assert.match(said.out, /makes a backup every 24 h in .*backups and keeps the newest 2/);

  mkdirSync(backups);
  for (const other of ['own-notes.txt', 'plaudit-20200101T000000Z.sqlite.partial'])
    writeFileSync(join(backups, other), '');
  const names: string[] = [];
  for (let day = 0; day < 3; day++) {
    await service.start();
    await until('there is another backup', async () => (await lastOf(service))?.wholeAt === service.clock.now);
    names.push(wholeIn(backups).at(-1)!);
    assert.match(await metricsOf(service), /^plaudit_service_backups_total\{result="whole"\} 1$/m);
    assert.equal(await warningsOf(service), undefined);
    await service.restart();
    assert.equal(wholeIn(backups).at(-1), names.at(-1), 'none is made before it is due');
    await service.stop();
    service.clock.advance(DAY_MS);
  }
  assert.equal(names[0], 'plaudit-20261120T120000Z.sqlite');
  assert.deepEqual(wholeIn(backups), names.slice(1));
  assert.deepEqual(
    readdirSync(backups).filter((name) => !name.startsWith('plaudit-2026')),
    ['erased.jsonl', 'own-notes.txt'],
    'what a kill has left is gone, and other files stay',
  );

  const restored = new TestService({ directory: join(directory, 'restored') });
  const { isWhole, hadSchedule } = await restore(join(backups, names[1]!), join(directory, 'restored'));
  assert.deepEqual([isWhole, hadSchedule], [true, true]);
  const count = await restored.withDatabase((db) => db.selectFrom('product_review').select('id').execute());
  assert.equal(count.length, 1);
  assert.equal(await lastOf(restored), null, 'a copy that is tried out deletes no backups of the original');
});

test('a backup that fails deletes none, is told, and is tried again', async () => {
  const service = new TestService({ directory: join(directory, 'failing') });
  const backups = join(directory, 'elsewhere');
  const good = join(backups, 'plaudit-20200101T000000Z.sqlite');
  mkdirSync(backups);
  writeFileSync(good, '');
  const schedule = { every: DAY_MS, keep: 1, directory: join(backups, 'in-the-way') };
  writeFileSync(schedule.directory, '');
  await service.withDatabase((db) => setSchedule(db, schedule));
  await service.start();
  try {
    await until('the failure is noted', async () => ((await lastOf(service))?.failure ?? null) !== null);
    assert.match(String(await warningsOf(service)), /^The last backup failed: .*in-the-way.* cannot be written/);
    assert.match(await metricsOf(service), /^plaudit_service_backups_total\{result="failed"\} 1$/m);
    assert.deepEqual(readdirSync(backups), ['in-the-way', 'plaudit-20200101T000000Z.sqlite']);

    await service.withDatabase((db) => setSchedule(db, { ...schedule, directory: backups }));
    // A look that the moment wakes would be cut off by the restart.
    await service.stop();
    service.clock.advance(600_000);
    await service.start();
    await until('it is tried again', async () => ((await lastOf(service))?.file ?? null) !== null);
    await until('the old one is deleted', async () => wholeIn(backups).length === 1);
  } finally {
    await service.stop();
  }
});

test('the one just made stays, though a clock was wrong and others are named later', () => {
  const place = join(directory, 'clock');
  mkdirSync(place);
  const names = [
    'plaudit-20300101T000000Z.sqlite',
    'plaudit-20310101T000000Z.sqlite',
    'plaudit-20260101T000000Z.sqlite',
  ];
  for (const name of names) for (const end of ['', '.key']) writeFileSync(join(place, `${name}${end}`), '');
  pruneBackups(place, names[2]!, 2);
  assert.deepEqual(wholeIn(place), [names[2], names[1]]);
  assert.equal(readdirSync(place).length, 4);
});

test('wrong flags of a schedule are one line and status 2, and PostgreSQL is told of pg_dump', async () => {
  for (const [args, message] of [
    [['--every', '1x'], /--every must be a time such as 6h or 30m, from 5m to 90d/],
    [['--every', '24h', '--keep', '0'], /--keep must be a whole number/],
    [['--keep', '3'], /--keep needs --every/],
    [[], /--to is missing/],
  ] as const) {
    const { status, err } = await runProgram(['backup', '--data', directory, ...args]);
    assert.equal(status, 2, err);
    assert.match(err, message);
  }
  const postgres = await runProgram(['backup', '--database-url', 'postgres://127.0.0.1/x', '--every', '24h']);
  assert.deepEqual([postgres.status, /pg_dump/.test(postgres.err)], [1, true]);
});
