/** A restore whose process is killed while it unpacks, or between two of the files that it moves to their place. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';
import { until } from '../server-proxy/harness.ts';
import { openProxyDatabase } from '../../server-proxy/state/open.ts';
import { saveContent } from '../support/content.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { freePort } from '../support/ports.ts';
import { TestService } from '../support/review-service.ts';

let directory: string;
let file: string;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-interrupted-'));
  const shop = join(directory, 'shop');
  await new TestService({ directory: join(shop, 'service') }).withDatabase((db) =>
    saveContent(db, 'a.example', { products: [{ id: 1, sku: 'MUG' }] }),
  );
  await (await openProxyDatabase({ directory: join(shop, 'proxy') })).destroy();
  writeFileSync(join(shop, 'plaudit.env'), 'PLAUDIT_MERCHANT_KEY=a-merchant-key\n');
  file = join(directory, 'backup.sqlite');
  const { status, err } = await runProgram(['backup', '--data', shop, '--to', file]);
  assert.deepEqual([status, err], [0, '']);
});
after(() => rmSync(directory, { recursive: true, force: true }));

/** Kills its own process, or stops it, once this directory is made, or this file has its name. */
const killer = (name: string, signal = 'SIGKILL'): string => {
  const path = join(directory, 'killer.mjs');
  writeFileSync(
    path,
    `import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { mkdirSync, renameSync } = fs;
    let times = 0;
    const end = (made) => made === ${JSON.stringify(name)} && times++ === 0 && process.kill(process.pid, '${signal}');
    fs.mkdirSync = (made, options) => {
      mkdirSync(made, options);
      end(made);
    };
    fs.renameSync = (from, to) => {
      renameSync(from, to);
      end(to);
    };
    syncBuiltinESMExports();`,
  );
  return pathToFileURL(path).href;
};

/** Runs a restore until it has made this, and is killed. */
async function killAfter(restore: string[], made: string): Promise<void> {
  const child = startProgram(restore, { NODE_OPTIONS: `--import=${killer(made)}` });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  assert.equal(signal, 'SIGKILL', made);
}

const interrupted = /A restore into .* is under way or was interrupted: wait for its end, or run it again\n/;

test('a restore that was killed while it unpacks is done by the next one, and nothing starts in its directory', async () => {
  for (const last of ['restoring', 'restoring/service/reviews.sqlite']) {
    const place = join(directory, `in ${last.replaceAll('/', ' ')}`);
    const restore = ['restore', '--from', file, '--data', place];
    await killAfter(restore, join(place, last));
    const half = readdirSync(place, { recursive: true }).map(String).toSorted();
    for (const starts of [
      ['start', '--port', String(await freePort(2))],
      ['service', '--port', '0'],
    ]) {
      const child = startProgram([...starts, '--data', place]);
      let said = '';
      // One that is ready must not run on.
      child.stdout.on('data', () => child.kill());
      child.stderr.on('data', (chunk: Buffer) => void (said += chunk.toString()));
      assert.deepEqual(await once(child, 'close'), [1, null], starts[0]);
      assert.match(said, interrupted);
    }
    const found = await runProgram(['doctor', '--data', place]);
    assert.equal(found.status, 1);
    assert.match(found.out, new RegExp(`^fail +data: ${interrupted.source}`, 'm'));
    assert.deepEqual(readdirSync(place, { recursive: true }).map(String).toSorted(), half);
    const { status, err } = await runProgram(restore);
    assert.deepEqual([status, err], [0, ''], last);
    const names = ['plaudit.env', 'proxy', 'service', 'service/erased.jsonl'];
    for (const name of names) assert.ok(existsSync(join(place, name)), name);
    assert.deepEqual(readdirSync(place).toSorted(), names.slice(0, 3));
    assert.equal((await runProgram(['account', 'list', '--data', place])).status, 0);
  }
});

test('a restore that was killed between two files is done by the next one, and nothing starts on its half', async () => {
  const whole = [
    'plaudit.env',
    'proxy/proxy.key',
    'proxy/proxy.sqlite',
    'service/reviews.key',
    'service/reviews.sqlite',
  ];
  for (const last of whole) {
    const place = join(directory, `after ${last.replace('/', ' ')}`);
    const restore = ['restore', '--from', file, '--data', place];
    await killAfter(restore, join(place, last));
    const half = readdirSync(place, { recursive: true }).map(String).toSorted();
    const refused = await runProgram(['account', 'list', '--data', place]);
    assert.deepEqual([refused.status, refused.out], [1, '']);
    assert.match(refused.err, interrupted);
    assert.deepEqual(readdirSync(place, { recursive: true }).map(String).toSorted(), half);
    const { status, err } = await runProgram(restore);
    assert.deepEqual([status, err], [0, ''], last);
    for (const path of whole) assert.ok(existsSync(join(place, path)), path);
    assert.ok(!existsSync(join(place, 'restoring')));
    assert.equal((await runProgram(['account', 'list', '--data', place])).status, 0);
  }
});

test('of two restores at the same time into one directory, the second is refused', async () => {
  const place = join(directory, 'twice');
  const restore = ['restore', '--from', file, '--data', place];
  const first = startProgram(restore, { NODE_OPTIONS: `--import=${killer(join(place, 'restoring'), 'SIGSTOP')}` });
  const ended = once(first, 'exit');
  try {
    await until('the first one unpacks', () => existsSync(join(place, 'restoring')));
    const second = await runProgram(restore);
    assert.deepEqual(
      [second.status, second.out, second.err],
      [1, '', `plaudit: Another restore into ${place} is under way: wait for its end\n`],
    );
  } finally {
    first.kill('SIGCONT');
  }
  assert.deepEqual(await ended, [0, null]);
  assert.deepEqual(readdirSync(place).toSorted(), ['plaudit.env', 'proxy', 'service']);
});
