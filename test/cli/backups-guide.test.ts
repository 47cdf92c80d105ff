/** The commands of docs/backups.md, run in their order: a disk is lost, and the shop is there again elsewhere. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { parseEnv } from 'node:util';
import { until } from '../server-proxy/harness.ts';
import { blocksOf, commandIn, runBlock } from '../support/backups-guide.ts';
import { openToOthers } from '../support/modes.ts';
import { png } from '../support/pictures.ts';
import { freePort } from '../support/ports.ts';
import { runProgram } from '../support/program.ts';
import { RunningProgram } from '../support/running-program.ts';

let directory: string;
let data: string;
let words: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-drill-'));
  data = join(directory, 'data');
  words = join(directory, 'own words');
});
after(() => rmSync(directory, { recursive: true, force: true }));

const run = (block: string): string =>
  runBlock(block, { '/backup/': `${directory}/backup/`, '/var/lib/plaudit': data });

const settingsIn = (place: string) => parseEnv(readFileSync(join(place, 'plaudit.env'), 'utf8'));

function review(title: string, more: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ sku: 'MUG', title, content: `${title}, a mug`, rating: '5', ...more }))
    form.set(name, value);
  return form;
}

/** Of a feed that cannot be read the address is kept. */
const feed = 'http://127.0.0.1:1/products.xml';
const feedIn = async (place: string): Promise<string | undefined> =>
  (await runProgram(['account', 'list', '--data', place])).out.match(/shop\.example +http\S+ +every 7h/)?.[0];

const titlesIn = (place: string): string[] => {
  using service = new DatabaseSync(join(place, 'service', 'reviews.sqlite'), { readOnly: true });
  const rows = service.prepare('select title from product_review order by id').all();
  return rows.map(({ title }) => String(title));
};

test('a disk is lost: elsewhere the shop is there with its settings, and what waited is delivered once', async () => {
  const [makeOne, schedule, check, putBack, ...others] = blocksOf('SQLite') as [string, string, string, string];
  assert.deepEqual(others, []);
  const port = await freePort(2);
  const proxyUrl = `http://127.0.0.1:${port}`;
  const reviews = `${proxyUrl}/v1/businesses/-/product/reviews`;
  mkdirSync(words);
  writeFileSync(join(words, 'en.json'), JSON.stringify({ service: 'Own words' }));
  const owner = [
    '--business',
    'shop.example',
    '--email',
    'o@shop.example',
    '--scales',
    'Size: Small < [Right] < Large',
  ];
  const start = ['start', '--port', String(port), '--data', data, '--words', words, ...owner];
  // As a unit hands them over: nothing of it is in the settings that the shop keeps by itself.
  const customerSecret = 'a-secret-of-the-unit-0123456789';
  const handedOver = { PLAUDIT_CUSTOMER_SECRET: customerSecret, PLAUDIT_OWNER_PASSWORD: 'correct horse battery' };
  await using shop = await RunningProgram.start(start, handedOver);
  const headers = { authorization: `Bearer ${settingsIn(data)['PLAUDIT_MERCHANT_KEY']}` };
  const products = join(directory, 'products.csv');
  writeFileSync(products, 'sku,title\nMUG,Mug\n');
  const imported = await runProgram([
    'products',
    'import',
    products,
    '--business',
    'shop.example',
    '--data',
    join(data, 'service'),
  ]);
  assert.equal(imported.status, 0, imported.err);
  for (const [title, more] of [
    ['With a photo', {}],
    ['By Jane', { email: 'jane@customers.example', first_name: 'Jane' }],
  ] as const) {
    const body = review(title, more);
    if (title === 'With a photo')
      body.set('image1', new Blob([new Uint8Array(await png())], { type: 'image/png' }), 'a.png');
    const added = await fetch(`${proxyUrl}/merchant/v1/businesses/-/product/reviews/add`, {
      method: 'POST',
      headers,
      body,
    });
    assert.ok(added.ok, await added.text());
  }
  const shown = async (): Promise<string[]> => {
    const answer = await fetch(`${reviews}?sku=MUG`);
    if (answer.status !== 200) return [];
    const { product_reviews: all } = (await answer.json()) as { product_reviews: { title: string }[] };
    return all.map(({ title }) => title);
  };
  const ofShop = ['--business', 'shop.example', '--data', data];
  assert.equal((await runProgram(['account', 'set', '--feed', feed, '--feed-every', '7h', ...ofShop])).status, 1);
  await until('both are mirrored', async () => (await shown()).length === 2);
  assert.equal(await shop.stop(), 0);

  // The proxy alone, with an API that is away: what shoppers write waits.
  const away = `http://127.0.0.1:${await freePort()}/v1`;
  await using proxy = await RunningProgram.start(
    ['proxy', '--port', String(port), '--upstream', away, '--data', join(data, 'proxy')],
    settingsIn(data) as Record<string, string>,
  );
  const key = { 'idempotency-key': 'one of a shopper' };
  const queued = await fetch(`${reviews}/add`, { method: 'POST', body: review('It waited'), headers: key });
  assert.equal(queued.status, 202, await queued.clone().text());
  run(makeOne);
  run(schedule);
  const found = run(check);
  assert.match(found, /^product reviews: 2\n[^]*^photos: 1\n[^]*^waiting: 1 writes, 0 votes/m);
  assert.match(found, /page: \/render\/plaudit-product-reviews\?sku=MUG is answered\n.* is sound/);
  assert.deepEqual(openToOthers(join(directory, 'backup')), []);
  for (const secret of [customerSecret, settingsIn(data)['PLAUDIT_MERCHANT_KEY']!])
    assert.ok(!readFileSync(join(directory, 'backup', 'plaudit.sqlite')).includes(secret), 'secrets are sealed');
  const erased = await runProgram(['privacy', 'remove', '--data', data, '--business', 'shop.example', '--email', '-'], {
    input: 'jane@customers.example',
  });
  assert.equal(erased.status, 0, erased.err);
  await proxy.stop();
  const settings = settingsIn(data);
  const feedBefore = await feedIn(data);
  assert.ok(feedBefore?.includes(feed), feedBefore);
  renameSync(data, join(directory, 'lost'));
  renameSync(words, join(directory, 'lost words'));

  const elsewhere = join(directory, 'another machine');
  mkdirSync(elsewhere);
  const place = join(elsewhere, 'plaudit');
  const said = run(putBack.replace('--data /var/lib/plaudit', `--data '${place}'`));
  assert.match(
    said,
    /Erased since then, by .*erased\.jsonl, and now again: 1 person\nThat list knows of erasures up to .*Z: /,
  );
  assert.deepEqual(openToOthers(place), []);
  assert.deepEqual(titlesIn(place), ['With a photo'], 'who was erased since is erased again');
  assert.equal(await feedIn(place), feedBefore);
  const { PLAUDIT_CUSTOMER_SECRET: kept, ...rest } = settingsIn(place);
  assert.equal(kept, customerSecret);
  const { PLAUDIT_CUSTOMER_SECRET: _, ...before } = settings;
  assert.deepEqual(rest, before);

  const { args } = commandIn(said);
  assert.deepEqual(args.slice(0, 5), ['start', '--data', place, '--port', String(port)]);
  assert.equal(args[args.indexOf('--words') + 1], join(place, 'words'));
  await using again = await RunningProgram.start(args);
  assert.equal(again.url, proxyUrl);
  await until('what waited is shown', async () => (await shown()).includes('It waited'));
  assert.deepEqual((await shown()).toSorted(), ['It waited', 'With a photo']);
  const repeated = await fetch(`${reviews}/add`, { method: 'POST', body: review('It waited'), headers: key });
  assert.ok(repeated.ok, await repeated.clone().text());
  assert.equal(repeated.headers.get('idempotent-replayed'), 'true');
  assert.deepEqual(titlesIn(place).toSorted(), ['It waited', 'With a photo'], 'delivered once');
  assert.ok(existsSync(join(place, 'service', 'erased.jsonl')));
});
