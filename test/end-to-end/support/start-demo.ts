/** Starts the demo on an empty data folder, once for all tests, and stops it again. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../support/ports.ts';

const root = join(import.meta.dirname, '..', '..', '..');
/** Milliseconds; a build and the first loading of the demo data may come before the ready line. */
const START_DEADLINE = 600_000;

export default async function startDemo(): Promise<() => Promise<void>> {
  const data = await mkdtemp(join(tmpdir(), 'plaudit-end-to-end-'));
  // The demo takes a port and the next one.
  const port = await freePort(2);
  // The command that newcomers are told, with other places for its port and data.
  const demo = spawn('npm', ['start', '--silent', '--', '--port', String(port), '--data', data], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const stop = async (): Promise<void> => {
    if (demo.exitCode === null && demo.signalCode === null) {
      // To all of the group, as a terminal does with Ctrl-C.
      process.kill(-demo.pid!, 'SIGINT');
      await once(demo, 'exit');
    }
    await rm(data, { recursive: true, force: true });
  };
  try {
    process.env['PLAUDIT_SHOP_URL'] = await readReadyLine(demo);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @returns the address on the ready line; what the demo says after it is read too, so that it is never held up. */
function readReadyLine(demo: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (what: string): void => reject(new Error(`The demo ${what}.\n${said}`));
    const late = setTimeout(() => fail(`was not ready after ${START_DEADLINE / 1000} s`), START_DEADLINE);
    demo.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
    demo.once('exit', (status) => {
      clearTimeout(late);
      fail(`ended with status ${status}`);
    });
    createInterface({ input: demo.stdout! }).on('line', (line) => {
      const [, url] = /^Plaudit is ready: (\S+)$/.exec(line) ?? [];
      if (!url) return;
      clearTimeout(late);
      resolve(url);
    });
  });
}
