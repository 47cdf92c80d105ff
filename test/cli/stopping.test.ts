/** What a signal does to a program that serves, however it was started. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startProgram } from '../support/program.ts';
import { until } from '../server-proxy/harness.ts';

const program = join(import.meta.dirname, '../../cli/plaudit.js');
let directory: string;
let made = 0;
before(() => { directory = mkdtempSync(join(tmpdir(), 'plaudit-stopping-')); });
after(() => rmSync(directory, { recursive: true, force: true }));

async function ready(child: ChildProcess): Promise<string> {
  let said = '';
  child.stdout!.on('data', (chunk: Buffer) => { said += chunk.toString(); });
  await until('it is ready', () => /ready: \S+\/v1\n/.test(said) || child.exitCode !== null);
  return /ready: (\S+)\/v1\n/.exec(said)![1]!;
}

const service = (...args: string[]) => startProgram(['service', '--port', '0', '--data', join(directory, String(++made)), ...args]);
const isOpen = (url: string): Promise<boolean> => fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(async (answer) => answer.text().then(() => true), () => false);

/** A POST of which half has been sent; `finish` sends the rest and answers the status line. */
async function halfSent(url: string): Promise<{ finish(): Promise<string> }> {
  const body = 'email=a%40shop.example&password=wrong';
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`POST /v1/login?client_token=none HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`);
  // Until it was read: a request after it on another connection was.
  assert.ok(await isOpen(url));
  return {
    async finish() {
      socket.write(body.slice(10));
      const [answer] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      return answer.toString().split('\r\n', 1)[0]!;
    },
  };
}

test('while it drains, requests are served and /readyz says that others should be asked; then the port closes', async () => {
  const child = service('--drain', '4');
  const url = await ready(child);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  const since = performance.now();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await until('it says so', async () => (await fetch(`${url}/readyz`)).status === 503);
  const answer = await fetch(`${url}/readyz`);
  assert.deepEqual([answer.status, answer.headers.get('retry-after'), ((await answer.json()) as { errorCode: number }).errorCode], [503, '5', 503]);
  assert.equal((await fetch(`${url}/v1/openapi.json`)).status, 200);
  const underWay = await halfSent(url);
  await until('the port is closed', async () => !(await isOpen(url)));
  assert.ok(performance.now() - since >= 4_000);
  assert.match(await underWay.finish(), /^HTTP\/1\.1 401/);
  assert.deepEqual(await ended, [0, null]);
});

test('a second signal ends it at once', async () => {
  const child = service('--drain', '3600');
  const url = await ready(child);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await until('it says that it stops', async () => (await fetch(`${url}/readyz`)).status === 503);
  // What comes within half a second is the same signal, passed on by a shell.
  const again = setInterval(() => child.kill('SIGTERM'), 700);
  assert.deepEqual(await ended, [143, null]);
  clearInterval(again);
});

test('a signal during the start ends it as well, and leaves nothing listening', async () => {
  for (const milliseconds of [50, 150, 300, 500, 800]) {
    const child = service();
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => { said += chunk.toString(); });
    const ended = once(child, 'exit');
    setTimeout(() => child.kill('SIGTERM'), milliseconds);
    const [status, signal] = (await ended) as [number | null, string | null];
    assert.ok(status === 0 || signal === 'SIGTERM', `${status} ${signal} ${said}`);
  }
});

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`${signal} to npx ends the program that it started, and what is under way is finished`, async () => {
    const shop = join(directory, `npx-${signal}`);
    mkdirSync(join(shop, 'node_modules/.bin'), { recursive: true });
    writeFileSync(join(shop, 'package.json'), '{}');
    symlinkSync(program, join(shop, 'node_modules/.bin/plaudit'));
    symlinkSync(process.execPath, join(shop, 'node_modules/.bin/node'));
    // Without what the npm that runs this test says of its own place.
    const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
    const npx = spawn('npx', ['plaudit', 'service', '--port', '0', '--data', join(shop, 'data')], {
      cwd: shop, stdio: ['ignore', 'pipe', 'ignore'], env: { ...own, PLAUDIT_LOG_LEVEL: 'silent', PLAUDIT_DRAIN: '0' },
    });
    const url = await ready(npx);
    const underWay = await halfSent(url);
    // Its standard output is open as long as anybody is left.
    const left = once(npx.stdout, 'close');
    npx.kill(signal);
    await until('the port is closed', async () => !(await isOpen(url)));
    assert.match(await underWay.finish(), /^HTTP\/1\.1 401/);
    await left;
  });
}
