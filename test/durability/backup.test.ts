/** A backup is of one moment: what is on its way from the proxy to the service is in it once, and comes out of it once. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { customerSecret, signedFor, until } from '../server-proxy/harness.ts';
import { freePort } from '../support/ports.ts';
import { runProgram } from '../support/program.ts';
import { RunningProgram } from '../support/running-program.ts';

let directory: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-one-moment-'));
});
after(() => rmSync(directory, { recursive: true, force: true }));

const titlesIn = (data: string): string[] => {
  using service = new DatabaseSync(join(data, 'service', 'reviews.sqlite'), { readOnly: true });
  return service
    .prepare('select title from product_review')
    .all()
    .map(({ title }) => String(title));
};

test('of reviews that are written during a backup, each is restored once: none is lost, and none comes twice', async () => {
  const data = join(directory, 'data');
  const port = await freePort(2);
  const products = join(directory, 'products.csv');
  writeFileSync(products, 'sku,title\nMUG,Mug\n');
  await using shop = await RunningProgram.start(
    ['start', '--port', String(port), '--data', data, '--business', 'shop.example', '--email', 'o@shop.example'],
    {
      PLAUDIT_OWNER_PASSWORD: 'correct horse battery',
      PLAUDIT_CUSTOMER_SECRET: customerSecret,
      PLAUDIT_TRUSTED_PROXIES: '127.0.0.1/32',
    },
  );
  const into = ['--business', 'shop.example', '--data', join(data, 'service')];
  assert.equal((await runProgram(['products', 'import', products, ...into])).status, 0);
  let sent = 0;
  const acknowledged: string[] = [];
  const write = async (): Promise<void> => {
    const title = `Review ${++sent}`;
    const answer = await fetch(`${shop.url}/v1/businesses/-/product/reviews/add`, {
      method: 'POST',
      headers: { ...signedFor(title), 'x-forwarded-for': `203.0.113.${sent}` },
      body: new URLSearchParams({ sku: 'MUG', title, content: `The mug, seen by ${sent} of us`, rating: '4' }),
    });
    assert.ok(answer.ok, await answer.clone().text());
    await answer.arrayBuffer();
    acknowledged.push(title);
  };
  for (let first = 0; first < 4; first++) await write();
  const expected = [...acknowledged];
  let isDone = false;
  const writing = Promise.all(
    [1, 2].map(async () => {
      while (!isDone && sent < 40) await write();
    }),
  );
  const file = join(directory, 'backup.sqlite');
  const made = await runProgram(['backup', '--data', data, '--to', file]);
  isDone = true;
  await writing;
  assert.deepEqual([made.status, made.err], [0, '']);
  await shop.stop();

  const restored = join(directory, 'restored');
  const put = await runProgram(['restore', '--from', file, '--data', restored]);
  assert.deepEqual([put.status, put.err], [0, '']);
  await using again = await RunningProgram.start(['start', '--port', String(port), '--data', restored]);
  await until('nothing waits any more', () => {
    using proxy = new DatabaseSync(join(restored, 'proxy', 'proxy.sqlite'), { readOnly: true });
    return !proxy.prepare("select 1 from proxy_outbox where state = 'waiting'").get();
  });
  assert.equal(await again.stop(), 0);
  const titles = titlesIn(restored);
  assert.deepEqual(titles.toSorted(), [...new Set(titles)].toSorted(), 'none comes twice');
  assert.deepEqual(
    expected.filter((title) => !titles.includes(title)),
    [],
    'none is lost',
  );
});
