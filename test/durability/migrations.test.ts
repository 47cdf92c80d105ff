/**
 * `kill -9` in a first start and in an upgrade, at moments that are spread over how long they take: every next start is
 * ready, with all that was there before. A few kills here, and two hundred of both by `npm run test:durability`.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import {
  countRows,
  databasesIn,
  fileNames,
  filledRows,
  firstMissing,
  makeEarlier,
  makeEarlierFile,
} from '../support/earlier-data.ts';
import { assertWhole, assertWholeOrNothing } from '../support/demo-counts.ts';
import { isLong, rounds } from '../support/length.ts';
import { withPlainPostgres, withPlainSqlite } from '../support/plain-database.ts';
import { testProgram } from '../support/present-program.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';
import { migrationSets, readSchema, type Program } from '../support/schemas.ts';

const killsOf = { service: rounds(2, 100), proxy: rounds(2, 100), demo: rounds(1, 50) };
const KILLS_ON_POSTGRES = 30;
const AT_ONCE = rounds(3, 8);
/** A process that is not killed ends long before; this only ends a hang. */
const LONGEST_START_MS = 180_000;
const programs = Object.keys(migrationSets) as Program[];

let directory: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-migrations-'));
});
after(() => rmSync(directory, { recursive: true, force: true }));

interface Opening {
  readonly wasReady: boolean;
  /** From the moment before it opened the data until it was ready, or ended. */
  readonly milliseconds: number;
  readonly said: string;
}

/**
 * Opens the data of a program in a process of its own.
 * @param killAfter - milliseconds after it begins to open them.
 */
async function open(program: Program | 'demo', place: string, killAfter = Infinity): Promise<Opening> {
  const script = testProgram('test/durability/open-database.ts');
  const child = spawn(process.execPath, [script, program, place], { stdio: ['ignore', 'pipe', 'pipe'] });
  const gone = once(child, 'close');
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const impatience = setTimeout(() => child.kill('SIGKILL'), LONGEST_START_MS);
  let begun = performance.now();
  let milliseconds = 0;
  let wasReady = false;
  for await (const line of createInterface({ input: child.stdout })) {
    wasReady = line === 'ready';
    if (wasReady) milliseconds = performance.now() - begun;
    else begun = performance.now();
    if (line === 'opening' && killAfter !== Infinity) setTimeout(() => child.kill('SIGKILL'), killAfter);
  }
  await gone;
  clearTimeout(impatience);
  return { wasReady, milliseconds: milliseconds || performance.now() - begun, said };
}

/** What a start, a kill and the next start are tried on. */
interface Trial {
  readonly program: Program | 'demo';
  /** Somewhere new, as it is before the start. */
  readonly make: (round: number) => Promise<string>;
  /** Looks at what the kill left. */
  readonly checkKilled?: (place: string) => void;
  /** Looks at what the next start made of it. */
  readonly check: (place: string) => Promise<void>;
}

async function killAndStart(kills: number, { program, make, checkKilled = () => {}, check }: Trial): Promise<string> {
  const { milliseconds } = await open(program, await make(-1));
  let tooLate = 0;
  for (let round = 0; round < kills; round++) {
    let place = await make(round);
    let killAfter = (milliseconds * (round + 0.5)) / kills;
    // A machine that was busy before is quick now and then: the kill is to fall into the start.
    for (let again = kills; (await open(program, place, killAfter)).wasReady; again += kills) {
      tooLate += 1;
      killAfter /= 2;
      place = await make(round + again);
    }
    checkKilled(place);
    const next = await open(program, place);
    assert.ok(next.wasReady, `kill ${round + 1} of ${kills}, ${Math.round(killAfter)} ms into a start: ${next.said}`);
    await check(place);
  }
  return `a start takes ${Math.round(milliseconds)} ms; ${tooLate} kills came too late, and were tried again`;
}

const describeSchema = (file: string): Promise<ReadonlyMap<string, string>> => withPlainSqlite(file, readSchema);

function checkSound(file: string): void {
  const data = new DatabaseSync(file, { readOnly: true });
  const [sound] = data.prepare('pragma integrity_check').all();
  data.close();
  assert.deepEqual({ ...sound }, { integrity_check: 'ok' });
}

for (const program of programs) {
  const file = `${fileNames[program]}.sqlite`;
  const kills = killsOf[program];
  let fresh: ReadonlyMap<string, string>;
  before(async () => {
    const place = join(directory, `untroubled-${program}`);
    await open(program, place);
    fresh = await describeSchema(join(place, file));
  });

  test(`${kills} kills in the first start of a ${program} on SQLite: every next start is ready`, async (t) => {
    t.diagnostic(
      await killAndStart(kills, {
        program,
        make: async (round) => join(directory, `first-${program}-${round}`),
        async check(place) {
          checkSound(join(place, file));
          assert.deepEqual(await describeSchema(join(place, file)), fresh);
          assert.deepEqual(databasesIn(place), [file], 'there was nothing to copy');
          rmSync(place, { recursive: true });
        },
      }),
    );
  });

  test(`${kills} kills in an upgrade of a ${program} on SQLite: the next start is ready, with all data`, async (t) => {
    const earlier = join(directory, `earlier-${program}`);
    await makeEarlierFile(earlier, program);
    const copy = `${fileNames[program]}.before-${firstMissing}.sqlite`;
    const rowsOf = (path: string) => withPlainSqlite(path, (db) => countRows(db, program));
    t.diagnostic(
      await killAndStart(kills, {
        program,
        async make(round) {
          const place = join(directory, `upgrade-${program}-${round}`);
          cpSync(earlier, place, { recursive: true });
          return place;
        },
        async check(place) {
          assert.deepEqual(databasesIn(place), [copy, file].toSorted());
          for (const name of [file, copy]) {
            checkSound(join(place, name));
            assert.deepEqual(await rowsOf(join(place, name)), filledRows(program), name);
          }
          assert.deepEqual([...(await describeSchema(join(place, file))).keys()], [...fresh.keys()]);
          assert.deepEqual(await describeSchema(join(place, copy)), await describeSchema(join(earlier, file)));
          rmSync(place, { recursive: true });
        },
      }),
    );
  });
}

test(`${killsOf.demo} kills while demo data are written on SQLite: never half, and the next start has all`, async (t) => {
  t.diagnostic(
    await killAndStart(killsOf.demo, {
      program: 'demo',
      make: async (round) => join(directory, `demo-${round}`),
      checkKilled: assertWholeOrNothing,
      async check(place) {
        assertWhole(place);
        rmSync(place, { recursive: true });
      },
    }),
  );
});

async function startTogether(place: string): Promise<void> {
  const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, () => open('service', place)));
  assert.deepEqual(
    outcomes.map(({ wasReady, said }) => [wasReady, said]),
    outcomes.map(() => [true, '']),
  );
}

test('processes that start at the same time wait for each other, in a first start and in an upgrade', async () => {
  const earlier = join(directory, 'together-upgrade');
  await makeEarlierFile(earlier, 'service');
  for (const place of [join(directory, 'together'), earlier]) await startTogether(place);
});

describe('on PostgreSQL', { skip: !isLong }, () => {
  let postgres: UsedPostgres;
  before(async () => {
    postgres = await usePostgres();
  });
  after(() => postgres.stop());

  test(`${KILLS_ON_POSTGRES} kills in an upgrade: every next start is ready, with all data`, async (t) => {
    t.diagnostic(
      await killAndStart(KILLS_ON_POSTGRES, {
        program: 'service',
        async make() {
          const url = await freshDatabase(postgres.url);
          await withPlainPostgres(url, (db) => makeEarlier(db, 'service'));
          return url;
        },
        async check(url) {
          assert.deepEqual(await withPlainPostgres(url, (db) => countRows(db, 'service')), filledRows('service'));
        },
      }),
    );
  });

  test('processes that start at the same time wait for each other', async () =>
    startTogether(await freshDatabase(postgres.url)));
});

test('a start waits while another program holds the lock of the file, and is ready once it is free', async () => {
  const place = join(directory, 'locked');
  await makeEarlierFile(place, 'service');
  const other = new DatabaseSync(join(place, 'reviews.sqlite'));
  other.exec('begin immediate');
  let isOver = false;
  const opening = open('service', place).finally(() => {
    isOver = true;
  });
  // As long as a start takes several times over; a start that did not wait would be over.
  await wait(3_000);
  assert.equal(isOver, false);
  assert.ok(!databasesIn(place).some((name) => name.includes('.before-')), 'a copy of what may still change');
  other.exec('commit');
  other.close();
  const { wasReady, said } = await opening;
  assert.ok(wasReady, said);
});
