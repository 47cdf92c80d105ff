/**
 * `kill -9` in the first start of `plaudit demo`, the whole program, over all that it does: the next one is ready with
 * all demo data. By `npm run test:durability` alone; migrations.test.ts does the same with the data alone.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { assertWhole, assertWholeOrNothing } from '../support/demo-counts.ts';
import { isLong } from '../support/length.ts';
import { openToOthers } from '../support/modes.ts';
import { freePort } from '../support/ports.ts';
import { presentProgram } from '../support/present-program.ts';

const KILLS = 20;

let directory: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-demo-'));
});
after(() => rmSync(directory, { recursive: true, force: true }));

/** With a umask that hides nothing: the modes of files are for the program to choose. */
async function startDemo(data: string): Promise<ChildProcess> {
  const command = `umask 000; exec "$0" "$@"`;
  const args = [process.execPath, presentProgram, 'demo', '--port', String(await freePort(2)), '--data', data];
  const env = { ...process.env, PLAUDIT_LOG_LEVEL: 'error' };
  return spawn('sh', ['-c', command, ...args], { stdio: ['ignore', 'pipe', 'inherit'], env });
}

async function ready(demo: ChildProcess): Promise<void> {
  for await (const line of createInterface({ input: demo.stdout! })) if (line.startsWith('Plaudit is ready')) return;
  assert.fail('the demo ended before it was ready');
}

async function kill(demo: ChildProcess): Promise<void> {
  if (demo.exitCode !== null || demo.signalCode !== null) return;
  const gone = once(demo, 'exit');
  demo.kill('SIGKILL');
  await gone;
}

async function killAndStart(data: string, moment: (demo: ChildProcess) => Promise<void>): Promise<void> {
  const killed = await startDemo(data);
  await moment(killed);
  await kill(killed);
  assertWholeOrNothing(join(data, 'service'));
  const demo = await startDemo(data);
  try {
    await ready(demo);
    assertWhole(join(data, 'service'));
    assert.deepEqual(openToOthers(data), []);
  } finally {
    await kill(demo);
  }
}

test(`killed ${KILLS} times in its first start, the next start is ready`, { skip: !isLong }, async () => {
  const begun = performance.now();
  const untroubled = await startDemo(join(directory, 'untroubled'));
  await ready(untroubled);
  const usual = performance.now() - begun;
  await kill(untroubled);
  for (let round = 0; round < KILLS; round++) {
    const data = join(directory, String(round));
    await killAndStart(data, () => wait((usual * (round + 0.5)) / KILLS));
    rmSync(data, { recursive: true });
  }
});
