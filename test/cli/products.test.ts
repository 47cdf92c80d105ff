/** The catalogue by command, as an operator fills it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runProgram, startProgram } from '../support/program.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';
import { saveContent } from '../support/content.ts';

const shop = 'shop.example';

onSqliteFirst((place) => {
  let service: TestService;
  let flags: string[];
  const files = mkdtempSync(join(tmpdir(), 'plaudit-products-'));
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account(shop);
    await service.withDatabase((db) => saveContent(db, shop, { products: [{ id: 1, sku: 'OLD', title: 'Old' }] }));
    const { location } = service;
    flags = [
      '--business',
      shop,
      'directory' in location ? '--data' : '--database-url',
      'directory' in location ? location.directory : location.databaseUrl,
    ];
  });
  after(async () => {
    await service.stop();
    rmSync(files, { recursive: true, force: true });
  });

  const run = (args: string[], input?: string) =>
    runProgram(['products', ...args, ...flags], input === undefined ? {} : { input });
  const lastLine = (out: string) => out.trimEnd().split('\n').at(-1);

  test('a file is taken while the service runs, in part where it must be, and the same again changes nothing', async () => {
    const file = join(files, 'products.csv');
    writeFileSync(file, 'sku,title,price\nA,"A\tname\u001b[2J",5\nOLD,New,cheap\u001b[2J\nBAD,,7\n');
    const dry = await run(['import', file, '--dry-run']);
    assert.equal(lastLine(dry.out), '3 products: 1 added, 1 changed, 0 unchanged, 1 refused');
    assert.equal((await service.ok('listProducts', shop)).products.length, 1);

    const first = await run(['import', file]);
    assert.deepEqual(
      [first.status, lastLine(first.out)],
      [1, '3 products: 1 added, 1 changed, 0 unchanged, 1 refused'],
    );
    assert.match(first.err, /^line 3: price "cheap.*is no price such as 19\.90\nline 4: title is missing\n$/);
    assert.ok(!first.err.includes('\u001b'), 'nothing that a terminal would obey');
    const again = await run(['import', file]);
    assert.equal(lastLine(again.out), '3 products: 0 added, 0 changed, 2 unchanged, 1 refused');

    await service.ok('addProductReview', shop, { form: { sku: 'A', title: 't', content: 'c', rating: 4 } });
    const { status, out, err } = await run(['list']);
    assert.deepEqual([status, err, out], [0, '', 'OLD\tNew\t0\nA\tA name [2J\t1\n']);
  });

  test('standard input, and what is left out', async () => {
    const rows = 'Handle,Title,Published,Variant SKU,Variant Price\nh,H,true,H-1,5\nd,D,false,D-1,5\n';
    const { status, out, err } = await run(['import', '-', '--format', 'shopify'], rows);
    assert.deepEqual([status, err], [0, '']);
    assert.equal(
      out,
      '1 left out: the shop does not show them\n1 products: 1 added, 0 changed, 0 unchanged, 0 refused\n',
    );
  });

  test('a file that breaks off ends the command, although its writer goes on', async () => {
    const child = startProgram(['products', 'import', '-', ...flags]);
    const ended = once(child, 'exit');
    child.stdin.on('error', () => {});
    child.stdin.write(`<rss><channel><item><g:id>B</g:id><title>B</title></item><></channel>${' '.repeat(70_000)}`);
    assert.deepEqual(await ended, [1, null]);
    child.stdin.destroy();
  });

  test('how a business treats its catalogue is set and listed', async () => {
    const set = (...args: string[]) => runProgram(['account', 'set', ...args, ...flags]);
    const listed = async () => (await runProgram(['account', 'list', ...flags.slice(2)])).out;
    const url = 'https://shop.example/feed.xml?key=1';
    const done = await set('--unknown-products', 'accept', '--feed', url, '--feed-every', '90m');
    assert.deepEqual([done.status, done.out.split('\n').length], [1, 3]);
    // The machine may have no resolver that knows or denies the name.
    assert.match(
      done.err,
      /^plaudit: The product feed https:\S+ cannot be read, and is tried again: (cannot|has a name)/,
    );
    const listing = await listed();
    assert.match(listing, /shop\.example {2}publishes new reviews {2}takes reviews of unknown products\n/);
    assert.match(
      listing,
      /shop\.example {2}https:\/\/shop\.example\/feed\.xml\?key=1 {2}every 90m {2}fails since .*: (cannot be|has a name).*; not read yet/,
    );
    assert.match((await set('--feed-stars', 'on')).out, /^shop\.example gives its feed out with stars\n$/);
    assert.equal((await set('--feed', 'off', '--unknown-products', 'refuse')).status, 0);
    assert.match(await listed(), /publishes new reviews\n\nProduct feeds\n {2}none\n/);
    const { status, err } = await set('--feed-every', '1d');
    assert.deepEqual([status, err], [1, 'plaudit: shop.example has no feed yet: give --feed URL\n']);
    assert.match((await set('--feed-stars', 'on')).err, /has no feed yet/);
  });
});

test('what cannot be taken is one clear line', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-products-'));
  const empty = join(directory, 'empty.csv');
  writeFileSync(empty, '');
  const service = await new TestService({ directory: join(directory, 'data') }).start();
  await service.account(shop);
  await service.stop();
  const url = 'https://shop.example/feed.xml';
  const wrong: [string, number, RegExp][] = [
    ['products import', 2, /FILE is missing: give it/],
    [`products import ${empty} --format excel`, 2, /--format must be one of google, shopify, woocommerce, csv, json/],
    [`products import ${directory}/nowhere.csv`, 1, /nowhere\.csv cannot be read: there is no such file/],
    [`products import ${directory}`, 1, /cannot be read: it is a directory/],
    [`products import ${empty}`, 1, /empty\.csv: The file is empty/],
    [
      'account set',
      2,
      /Nothing to set: give --hold, --unknown-products, --address, --feed, --feed-every, --feed-stars, --logo, .*, --locale/,
    ],
    ['account set --unknown-products maybe', 2, /refuse or accept/],
    ['account set --feed https://me:secret@shop.example/', 2, /without a password/],
    [`account set --feed ${url} --feed-every 1m`, 2, /from 15m to 7d, not "1m"/],
    ['account set --feed off --feed-every 6h', 2, /of no use/],
  ];
  try {
    for (const [line, expected, message] of wrong) {
      const place = ['--business', shop, '--data', join(directory, 'data')];
      const { status, out, err } = await runProgram([...line.split(' '), ...place]);
      assert.deepEqual([status, out, err.trim().split('\n').length], [expected, '', 1], err);
      assert.match(err, message);
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
