/** What a signal does to a program that serves, however it was started. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { makeEarlierFile } from '../support/earlier-data.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { until } from '../server-proxy/harness.ts';
import { presentProgram } from '../support/present-program.ts';

let directory: string;
let made = 0;
/** Of a test that failed they may run on, and one that runs keeps this file from its end. */
const npxes: ChildProcess[] = [];
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-stopping-'));
});
after(() => {
  for (const npx of npxes) npx.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

async function ready(child: ChildProcess): Promise<string> {
  let said = '';
  child.stdout!.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await until('it is ready', () => /ready: \S+\/v1\n/.test(said) || child.exitCode !== null);
  return /ready: (\S+)\/v1\n/.exec(said)![1]!;
}

const service = (...args: string[]) =>
  startProgram(['service', '--port', '0', '--data', join(directory, String(++made)), ...args]);
/** With the body read: of an answer that closes its connection, Node's fetch fails on one that nobody reads. */
async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  return answer.status;
}
const isOpen = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(
    async (answer) => answer.text().then(() => true),
    () => false,
  );

/** What a process has open, as Linux tells. */
const openFiles = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/fd`).flatMap((file) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${file}`)];
    } catch {
      return [];
    }
  });

/** The token of a client that may log in: without one a login is refused before its body is read. */
async function createClient(data: string): Promise<string> {
  const owner = ['--business', 'a.example', '--email', 'a@shop.example', '--password-stdin'];
  const { status, out, err } = await runProgram(['account', 'create', '--data', data, ...owner], {
    input: 'a password of its own\n',
  });
  assert.equal(status, 0, err);
  return out.trim();
}

/** A POST of which half has been sent; `finish` sends the rest and answers the status line. */
async function halfSent(url: string, client: string): Promise<{ finish(): Promise<string> }> {
  const body = 'email=a%40shop.example&password=wrong';
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  const closed = new Promise((resolve) => {
    socket.once('close', resolve);
  });
  // One that is cut off has no answer, which says enough.
  socket.on('error', () => {});
  socket.write(
    `POST /v1/login?client_token=${client} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/x-www-form-urlencoded\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  );
  // Until it was read: a request after it on another connection was.
  assert.ok(await isOpen(url));
  return {
    async finish() {
      assert.equal(answer, '', 'answered before it was whole');
      socket.write(body.slice(10));
      await closed;
      return answer.split('\r\n', 1)[0]!;
    },
  };
}

test('while it drains, requests are served and /readyz says that others should be asked; then the port closes', async () => {
  const child = service('--drain', '4');
  const url = await ready(child);
  const client = await createClient(join(directory, String(made)));
  assert.equal(await statusOf(`${url}/readyz`), 200);
  const since = performance.now();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await until('it says so', async () => (await statusOf(`${url}/readyz`)) === 503);
  const answer = await fetch(`${url}/readyz`);
  assert.deepEqual(
    [answer.status, answer.headers.get('retry-after'), ((await answer.json()) as { errorCode: number }).errorCode],
    [503, '5', 503],
  );
  assert.equal(await statusOf(`${url}/v1/openapi.json`), 200);
  const underWay = await halfSent(url, client);
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
  await until('it says that it stops', async () => (await statusOf(`${url}/readyz`)) === 503);
  // What comes within half a second is the same signal, passed on by a shell.
  const again = setInterval(() => child.kill('SIGTERM'), 700);
  assert.deepEqual(await ended, [143, null]);
  clearInterval(again);
});

test('the same signal from two sides, as a terminal and npm send it, is one', async () => {
  const child = service('--drain', '1');
  const url = await ready(child);
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  child.kill('SIGTERM');
  assert.equal(await statusOf(`${url}/v1/openapi.json`), 200);
  assert.deepEqual(await ended, [0, null]);
});

test('a signal while a start waits for its data ends it once it has them, without a word', async () => {
  const data = join(directory, 'waits');
  await makeEarlierFile(data, 'service');
  const lock = new DatabaseSync(join(data, 'reviews.sqlite'));
  lock.exec('begin immediate');
  const child = startProgram(['service', '--port', '0', '--data', data]);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = once(child, 'exit');
  await until('it has opened the file', () => openFiles(child.pid!).includes(join(data, 'reviews.sqlite')));
  child.kill('SIGTERM');
  lock.exec('commit');
  lock.close();
  assert.deepEqual([...(await ended), said], [0, null, '']);
});

test('a signal during the start ends it as well, and leaves nothing listening', async () => {
  for (const milliseconds of [50, 150, 300, 500, 800]) {
    const child = service();
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    const ended = once(child, 'exit');
    setTimeout(() => child.kill('SIGTERM'), milliseconds);
    const [status, signal] = (await ended) as [number | null, string | null];
    assert.ok(status === 0 || signal === 'SIGTERM', `${status} ${signal} ${said}`);
  }
});

function startByNpx(name: string): { npx: ChildProcess; shop: string } {
  const shop = join(directory, `npx-${name}`);
  mkdirSync(join(shop, 'node_modules/.bin'), { recursive: true });
  writeFileSync(join(shop, 'package.json'), '{}');
  symlinkSync(presentProgram, join(shop, 'node_modules/.bin/plaudit'));
  symlinkSync(process.execPath, join(shop, 'node_modules/.bin/node'));
  // Without what the npm that runs this test says of its own place.
  const own = Object.fromEntries(Object.entries(process.env).filter(([variable]) => !/^npm_/i.test(variable)));
  const npx = spawn('npx', ['plaudit', 'service', '--port', '0', '--data', join(shop, 'data')], {
    cwd: shop,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...own, PLAUDIT_LOG_LEVEL: 'silent', PLAUDIT_DRAIN: '0' },
  });
  npxes.push(npx);
  return { npx, shop };
}
const childOf = (pid: number): number => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
const isStopped = (pid: number): boolean => /^State:\tT/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
/** What does not happen cannot be waited for: this is longer than it takes to notice an interrupt. */
const someLooks = () => wait(800);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const) {
  test(`${signal} to npx ends the program that it started, and what is under way is finished`, async () => {
    const { npx, shop } = startByNpx(signal);
    const url = await ready(npx);
    const underWay = await halfSent(url, await createClient(join(shop, 'data')));
    // Its standard output is open as long as anybody is left.
    const left = once(npx.stdout!, 'close');
    npx.kill(signal);
    // One that falls into a standstill of the machine is missed: a person who sees the program run on sends another.
    const again = signal === 'SIGINT' ? setInterval(() => npx.kill(signal), 20_000).unref() : undefined;
    await until('the port is closed', async () => !(await isOpen(url)));
    clearInterval(again);
    assert.match(await underWay.finish(), /^HTTP\/1\.1 401/);
    await left;
  });
}

test('an interrupt of a shell that cannot go back to sleep at once, as on a busy machine, is noticed when it does', async () => {
  const { npx } = startByNpx('busy');
  const url = await ready(npx);
  const shell = childOf(npx.pid!);
  await someLooks();
  process.kill(shell, 'SIGSTOP');
  await until('it is stopped', () => isStopped(shell));
  process.kill(shell, 'SIGINT');
  await someLooks();
  process.kill(shell, 'SIGCONT');
  await until('the port is closed', async () => !(await isOpen(url)));
});

test('a program that npx started runs on after it was stopped and continued, although its shell woke as well', async () => {
  const { npx } = startByNpx('SIGCONT');
  const url = await ready(npx);
  const pid = childOf(childOf(npx.pid!));
  for (let round = 0; round < 3; round++) {
    process.kill(pid, 'SIGSTOP');
    await until('it is stopped', () => isStopped(pid));
    process.kill(pid, 'SIGCONT');
    await someLooks();
    assert.ok(await isOpen(url));
  }
  npx.kill('SIGTERM');
  await until('the port is closed', async () => !(await isOpen(url)));
});
