/** A restore whose process is killed between two of the files that it moves to their place. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';
import { openProxyDatabase } from '../../server-proxy/state/open.ts';
import { saveContent } from '../support/content.ts';
import { runProgram, startProgram } from '../support/program.ts';
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

/** Kills its own process once this file has its name. */
const killer = (name: string): string => {
  const path = join(directory, 'killer.mjs');
  writeFileSync(
    path,
    `import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const rename = fs.renameSync;
    fs.renameSync = (from, to) => {
      rename(from, to);
      if (to === ${JSON.stringify(name)}) process.kill(process.pid, 'SIGKILL');
    };
    syncBuiltinESMExports();`,
  );
  return pathToFileURL(path).href;
};

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
    const child = startProgram(restore, { NODE_OPTIONS: `--import=${killer(join(place, last))}` });
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    assert.equal(signal, 'SIGKILL', last);
    const half = readdirSync(place, { recursive: true }).map(String).toSorted();
    const refused = await runProgram(['account', 'list', '--data', place]);
    assert.deepEqual([refused.status, refused.out], [1, '']);
    assert.match(refused.err, /^plaudit: A restore into .* was interrupted, .*: run it again\n$/);
    assert.deepEqual(readdirSync(place, { recursive: true }).map(String).toSorted(), half);
    const { status, err } = await runProgram(restore);
    assert.deepEqual([status, err], [0, ''], last);
    for (const path of whole) assert.ok(existsSync(join(place, path)), path);
    assert.ok(!existsSync(join(place, 'restoring')));
    assert.equal((await runProgram(['account', 'list', '--data', place])).status, 0);
  }
});
