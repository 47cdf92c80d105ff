/** A data directory that belongs to somebody else: the user, the path and what mends it, in one line. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { presentProgram } from '../support/present-program.ts';

/** Some user who is not root, with a name on every machine. */
const nobody = { uid: 65_534, gid: 65_534 };
const needsRoot = process.getuid?.() === 0 ? {} : { skip: 'only root can run a program as another user' };

let directory: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-rights-'));
  chmodSync(directory, 0o755);
});
after(() => rmSync(directory, { recursive: true, force: true }));

async function asNobody(...args: string[]): Promise<{ status: number; err: string }> {
  const env = { PATH: process.env['PATH'], PLAUDIT_LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, [presentProgram, ...args], {
    ...nobody,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const err = text(child.stderr);
  const [status] = (await once(child, 'close')) as [number];
  return { status, err: await err };
}

function place(name: string, mode = 0o755, owner = 0): string {
  const path = join(directory, name);
  mkdirSync(path, { mode });
  chownSync(path, owner, owner);
  return path;
}

const service = (data: string) => asNobody('service', '--port', '0', '--data', data);

test('a directory of root, and one that is missing in it', needsRoot, async () => {
  const data = place('of-root');
  assert.deepEqual(await service(data), {
    status: 1,
    err: `plaudit: The user nobody may not read and write ${data}, which belongs to root; as root, run: chown -R nobody ${data}\n`,
  });
  const missing = join(data, 'a b');
  assert.deepEqual(await service(missing), {
    status: 1,
    err: `plaudit: The user nobody may not make ${missing}, since ${data} belongs to root; as root, run: mkdir -p '${missing}' && chown -R nobody '${missing}'\n`,
  });
});

test('a directory that holds files of other programs is not to be taken from them', needsRoot, async () => {
  const data = place('shared');
  writeFileSync(join(data, 'of-another-program'), '');
  const { status, err } = await service(data);
  assert.equal(status, 1);
  assert.match(err, /shared, which belongs to root; choose a directory that holds nothing else\n$/);
});

test('a file that a command of root has left, and a directory that its owner may not write to', needsRoot, async () => {
  const data = place('own', 0o700, nobody.uid);
  writeFileSync(join(data, 'reviews.sqlite'), '', { mode: 0o600 });
  const { status, err } = await service(data);
  assert.equal(status, 1);
  const file = join(data, 'reviews.sqlite');
  assert.equal(
    err,
    `plaudit: The user nobody may not read and write ${file}, which belongs to root; as root, run: chown -R nobody ${data}\n`,
  );
  const closed = place('closed', 0o500, nobody.uid);
  assert.match((await service(closed)).err, /closed; run: chmod -R u\+rwX .*closed\n$/);
});

test('a command that only looks says so too, and nothing is made or changed', needsRoot, async () => {
  const data = place('private', 0o700);
  writeFileSync(join(data, 'proxy.sqlite'), '', { mode: 0o600 });
  const { status, err } = await asNobody('proxy', 'status', '--data', data);
  assert.equal(status, 1);
  assert.match(err, /may not read and write .*private, which belongs to root; as root, run: chown -R nobody /);
  assert.deepEqual([statSync(data).mode & 0o777, statSync(join(data, 'proxy.sqlite')).size], [0o700, 0]);
});
