/**
 * Another program takes the lock of the SQLite file: a backup, or somebody's shell. Reads know nothing of it; writes
 * wait for it, and after ten seconds are refused. For half a minute by `npm run test:durability`.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import {
  assertUnavailable,
  readAll,
  startProxyProgram,
  startServiceProgram,
  type Program,
} from '../support/both-programs.ts';
import { isLong, rounds } from '../support/length.ts';
import { Stage, until } from '../server-proxy/harness.ts';

const HELD_MS = rounds(11_000, 30_000);
/** Far from it, unless the process stands still. */
const SLOWEST_READ_MS = 5_000;
/** Of 95 in 100 reads: what the machine does beside may hold up any one of them. */
const USUAL_READ_MS = rounds(SLOWEST_READ_MS, 200);
const LONGEST_WAIT_MS = 10_000;

async function survives(t: TestContext, program: Program, file: string): Promise<void> {
  const shell = new DatabaseSync(file);
  shell.exec('pragma busy_timeout = 10000');
  const title = (name: string) => `${name} of the ${program.name}`;
  assert.ok((await program.write(title('before'))).ok);
  await readAll(program);

  // A moment: the write waits for it, and is done.
  shell.exec('begin immediate');
  const patient = program.write(title('patient'));
  await readAll(program);
  shell.exec('commit');
  const { status } = await patient;
  assert.ok(status === 200 || status === 202, `answered ${status}`);

  for (const lock of isLong ? ['immediate', 'exclusive'] : ['exclusive']) {
    shell.exec(`begin ${lock}`);
    const begun = performance.now();
    const late = performance.now() + HELD_MS;
    const refusals = ['one', 'two', 'three'].map(async (name) => {
      const response = await program.write(title(`${lock} ${name}`));
      return { response, after: performance.now() - begun };
    });
    const reads: number[] = [];
    while (performance.now() < late) {
      reads.push(...(await readAll(program)));
      await wait(rounds(500, 50));
    }
    for (const { response, after } of await Promise.all(refusals)) {
      await assertUnavailable(response);
      t.diagnostic(`${lock}: refused after ${Math.round(after)} ms`);
      assert.ok(after > 0.9 * LONGEST_WAIT_MS && after < HELD_MS + SLOWEST_READ_MS, `refused after ${after} ms`);
      if (isLong) assert.ok(after < LONGEST_WAIT_MS + 1_000, `refused after ${after} ms`);
    }
    reads.sort((one, other) => one - other);
    const [median, usual, slowest] = [0.5, 0.95, 1].map((share) =>
      Math.round(reads[Math.ceil(share * reads.length) - 1]!),
    );
    t.diagnostic(
      `${lock}: ${reads.length} reads took ${median} ms in the middle, ${usual} ms for 95 in 100, ${slowest} ms at most`,
    );
    assert.ok(usual! < USUAL_READ_MS && slowest! < SLOWEST_READ_MS, `reads took ${usual} and ${slowest} ms`);
    shell.exec('commit');
    // Under the same key it is the same write, done once.
    const again = await program.write(title(`${lock} one`));
    assert.ok(again.status === 200 || again.status === 202, `answered ${again.status}`);
    await until('it is there once', async () => (await program.count(title(`${lock} one`))) === 1);
    assert.equal(await program.count(title(`${lock} two`)), 0);
  }
  shell.close();
}

test('the lock of another program on the data of the service', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-lock-'));
  const program = await startServiceProgram({ directory });
  try {
    await survives(t, program, join(directory, 'reviews.sqlite'));
  } finally {
    await program.kill();
    rmSync(directory, { recursive: true, force: true });
  }
});

test('the lock of another program on the data of the proxy', async (t) => {
  await using stage = await Stage.open();
  const program = await startProxyProgram(stage.upstream, stage.path('locked'));
  try {
    await survives(t, program, join(stage.path('locked'), 'proxy.sqlite'));
  } finally {
    await program.kill();
  }
});
