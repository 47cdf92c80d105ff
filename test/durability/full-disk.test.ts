/**
 * A disk that is really full: what is there is answered, what is new is refused, and once there is room again nothing
 * is missing, and nothing there by halves.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import pg from 'pg';
import {
  assertUnavailable,
  readAll,
  readStorageOf,
  startProxyProgram,
  startServiceProgram,
  type Program,
} from '../support/both-programs.ts';
import { openServiceDatabase } from '../../review-service/database.ts';
import { issueToken } from '../../review-service/people/accounts/user-tokens.ts';
import { saveContent } from '../support/content.ts';
import { isLong, rounds } from '../support/length.ts';
import { noisyPhoto } from '../support/pictures.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { addOwner } from '../support/review-service.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { makeSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { fastClock, startNow } from '../server-proxy/clocks.ts';
import { Stage, until } from '../server-proxy/harness.ts';

/** How often the disk is filled, and freed. */
const ROUNDS = rounds(1, 5);
const REFUSALS = 3;
const MOST_WRITES = 200;
/** Of the clock of the proxy and its API, so that what waits there is not waited for here. */
const FASTER = 8;

interface Room {
  fill(): void | Promise<void>;
  free(): void | Promise<void>;
}

const isTaken = ({ status }: Response): boolean => status === 200 || status === 202;

async function survives(t: TestContext, program: Program, room: Room): Promise<void> {
  const photo = await noisyPhoto();
  const taken: string[] = [];
  const refused: string[] = [];
  const write = async (title: string) => {
    const response = await program.write(title, { bytes: 5_000, photo });
    if (isTaken(response)) return void taken.push(title);
    await assertUnavailable(response);
    refused.push(title);
  };
  for (let round = 0; round < ROUNDS; round++) {
    const before = `before round ${round}`;
    await write(before);
    assert.ok(taken.includes(before), 'it is taken while there is room');
    assert.equal(await readStorageOf(program), 'writable');

    await room.fill();
    const expected = refused.length + REFUSALS;
    for (let count = 0; refused.length < expected; count++) {
      assert.ok(count < MOST_WRITES, 'the disk is full');
      await write(`round ${round} write ${count}`);
    }
    assert.equal(await readStorageOf(program), 'read-only');
    // More than the last page of a log of calls has room for.
    for (let times = 0; times < (program.name === 'service' ? 20 : 2); times++) await readAll(program);
    assert.equal(await readStorageOf(program), 'read-only');
    assert.match(
      program.log(),
      /disk is full|No space left|disk I\/O error|read-only transaction/,
      'the log names the cause',
    );

    await room.free();
    await until('it is as before', async () => (await readStorageOf(program)) === 'writable');
    await write(`after round ${round}`);
    assert.ok(taken.includes(`after round ${round}`), 'it is taken again, at once');
    for (const title of refused.splice(0)) await write(title);
    assert.deepEqual(refused, [], 'what was refused is taken when it is sent again');
  }
  for (const title of taken) await until(`${title} is there`, async () => (await program.count(title)) > 0);
  for (const title of taken) assert.equal(await program.count(title), 1, title);
  t.diagnostic(`${taken.length} writes were acknowledged, and are there once`);
}

/** Of every picture all sizes, and each belongs to a review. */
function assertWholePictures(directory: string): void {
  const data = new DatabaseSync(join(directory, 'reviews.sqlite'), { readOnly: true });
  try {
    assert.deepEqual({ ...data.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' });
    const pictures = data.prepare('select key, count(*) as sizes from image_file group by key').all();
    const shown = data
      .prepare('select images from product_review')
      .all()
      .map(({ images }) => String(images))
      .join();
    assert.ok(pictures.length > 0);
    for (const { key, sizes } of pictures) assert.deepEqual([sizes, shown.includes(String(key))], [4, true]);
  } finally {
    data.close();
  }
}

const roomOf = (disk: SmallDisk, program: Program): Room => ({
  fill: () => disk.fill(program.pid),
  free: () => disk.free(program.pid),
});

test('the disk of the service, SQLite', async (t) => {
  const disk = makeSmallDisk(24);
  t.after(() => disk.remove());
  const directory = join(disk.directory, 'data');
  const program = await startServiceProgram({ directory });
  try {
    await survives(t, program, roomOf(disk, program));
    assert.deepEqual(
      readdirSync(directory).filter((name) => name.startsWith('.')),
      [],
      'nothing is left behind',
    );
    assertWholePictures(directory);
  } finally {
    await program.kill();
  }
});

test('a service that was killed starts again where nothing can be written, and lists changes once it can', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-unwritable-'));
  const db = await openServiceDatabase({ directory });
  const { clientToken } = await addOwner(db, { business: 'a.example', email: 'owner@a.example' });
  const { id } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow();
  const { token } = await issueToken(db, id, Date.now());
  await db.destroy();
  const killed = await ServiceProcess.start(['--data', directory]);
  // A log of changes that is longer than what may be written from now on; a program that ends well leaves none.
  const other = await openServiceDatabase({ directory });
  await saveContent(other, 'a.example', {
    reviews: Array.from({ length: 100 }, (_, at) => ({ reviewNo: at + 1, content: 'x'.repeat(2_000) })),
  });
  await other.destroy();
  await killed.kill();
  // Its files are longer already.
  const service = await ServiceProcess.start(['--data', directory], 'error', ['prlimit', '--fsize=65536:unlimited']);
  const call = (path: string) =>
    fetch(`${service.url}/v1/businesses/a.example${path}?client_token=${clientToken}`, {
      headers: { user_token: token },
    });
  try {
    assert.equal((await call('')).status, 200);
    await assertUnavailable(await call('/changes'));
    execFileSync('prlimit', ['--pid', `${service.pid}`, '--fsize=unlimited']);
    await until('changes are listed', async () => (await call('/changes')).status === 200);
  } finally {
    await service.kill();
    rmSync(directory, { recursive: true, force: true });
  }
});

test('the disk of the proxy, SQLite', async (t) => {
  const disk = makeSmallDisk(24);
  t.after(() => disk.remove());
  const start = startNow();
  await using stage = await Stage.open({ now: fastClock(FASTER, start).now });
  const program = await startProxyProgram(stage.upstream, join(disk.directory, 'data'), { faster: FASTER, start });
  try {
    await survives(t, program, roomOf(disk, program));
  } finally {
    await program.kill();
  }
});

/** Where no disk can be mounted, a database that takes nothing because it was told so. */
function roomOfPostgres(disk: SmallDisk, postgres: TestPostgres): Room {
  if (disk.isMounted) return { fill: () => disk.fill(0), free: () => disk.free(0) };
  const tell = async (value: 'on' | 'off') => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query('set default_transaction_read_only = off');
    await client.query(`alter system set default_transaction_read_only = ${value}`);
    await client.query('select pg_reload_conf()');
    await client.end();
  };
  return { fill: () => tell('on'), free: () => tell('off') };
}

test('the disk of PostgreSQL, under the service', async (t) => {
  const disk = makeSmallDisk(160);
  t.after(() => disk.remove());
  const postgres = await startPostgres(disk.directory);
  const program = await startServiceProgram({ databaseUrl: postgres.url });
  try {
    await survives(t, program, roomOfPostgres(disk, postgres));
  } finally {
    await program.kill();
    await postgres.stop({ atOnce: true });
  }
});

test('the disk of PostgreSQL, under the proxy', { skip: isLong ? false : 'in the long form' }, async (t) => {
  const disk = makeSmallDisk(160);
  t.after(() => disk.remove());
  const postgres = await startPostgres(disk.directory);
  const start = startNow();
  await using stage = await Stage.open({ now: fastClock(FASTER, start).now });
  const program = await startProxyProgram(stage.upstream, postgres.url, { faster: FASTER, start });
  try {
    await survives(t, program, roomOfPostgres(disk, postgres));
  } finally {
    await program.kill();
    await postgres.stop({ atOnce: true });
  }
});
