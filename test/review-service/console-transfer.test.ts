/** Reviews in and out at the console: a file is dropped, checked, taken, shown and taken back; all leave again. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { after, before, test } from 'node:test';
import { eraseFromService } from '../../review-service/care/privacy/by-command.ts';
import { fileOf } from '../exchange/reviews/reading.ts';
import { saveContent } from '../support/content.ts';
import { ConsoleBrowser } from '../support/console.ts';
import { residentMemory } from '../support/memory.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';
import { until } from '../support/smtp.ts';

/** Processes that check a file. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child !== '' && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('file-process'))
    .map(Number);

/** 0 once it has ended. */
function memoryOf(pid: number): number {
  try {
    return residentMemory(pid).peak;
  } catch {
    return 0;
  }
}

const shop = 'a.example';
const PATH = '/console/import';
const header = 'sku,rating,title,content,name,email,created\n';
const rowOf = (n: number, sku = 'MUG-1') =>
  `${sku},${(n % 5) + 1},Title ${n},A text number ${n},Jane Doe,jane${n}@x.example,2024-03-${10 + (n % 10)}\n`;

onSqliteFirst((place, long) => {
  let service: TestService;
  let someone: ConsoleBrowser;
  let directory: string;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'plaudit-transfer-'));
    const location = await place();
    const beside = 'directory' in location ? {} : { mailDirectory: join(directory, 'mail') };
    if ('directory' in location) directory = location.directory;
    service = await new TestService(location, { ...beside, proxyUrl: 'https://reviews.a.example/' }).start();
    service.token = await service.account(shop);
    await service.account('b.example');
    const products = [
      { id: 1, sku: 'MUG-1', item_group: '555', product_link: 'https://shop.example/products/mug' },
      { id: 2, sku: '13' },
    ];
    await service.withDatabase((db) => saveContent(db, shop, { products }));
    someone = await new ConsoleBrowser(service.url).signIn(`owner@${shop}`);
  });
  after(async () => {
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const shown = () => someone.text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  const hiddenOf = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(someone.text)?.[1] ?? '';
  const uploads = () =>
    existsSync(join(directory, 'uploads'))
      ? readdirSync(join(directory, 'uploads'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
      : [];
  const drop = (content: string | Uint8Array<ArrayBuffer>, name = 'reviews.csv') => {
    const form = new FormData();
    form.set('file', new Blob([content]), name);
    return someone.send(PATH, form);
  };
  const settled = async (path = `${PATH}/file`) => {
    await until('the file is settled', async () => {
      await someone.open(path);
      return !someone.text.includes('<progress');
    });
    return someone;
  };
  const take = async () => {
    await someone.send(`${PATH}/file/take`, { id: hiddenOf('id') });
    await settled();
    await until('the file is gone', () => uploads().length === 0);
  };

  /** Says that a file is a table of our own. */
  const asTable = async (more: Record<string, string> = {}) => {
    await settled();
    await someone.send(`${PATH}/file`, { id: hiddenOf('id'), format: 'csv', ...more });
    await settled();
  };

  test('a file is checked, taken, shown and taken back', async () => {
    await drop(`${header}${rowOf(1)}${rowOf(2)}${rowOf(3, 'NONE')}`);
    assert.equal(someone.status, 200);
    assert.match(someone.path, /import\/file\?follow=1$/);
    assert.equal(uploads().length, 1);
    await asTable();
    assert.match(shown(), /3 reviews: 2 added, 0 changed, 0 already there, 1 refused/);
    assert.match(shown(), /Line 4: its product is not in the catalogue/);
    assert.match(shown(), /MUG-1 Line 2 · 2 stars · Jane D · 2024-03-11 · published · Title 1 A text number 1/);
    assert.match(shown(), /Nothing is taken yet/);
    await take();
    assert.match(someone.path, /import\/1$/);
    assert.match(shown(), /3 reviews: 2 added, 0 changed, 0 already there, 1 refused/);
    assert.match(shown(), /Average stars MUG-1, none before, 2\.50 after/);
    assert.match(shown(), /Nobody has looked at what this import refused/);
    await someone.open('/console/inbox?kind=import');
    assert.match(shown(), /Imports 1 .*Import 1: reviews\.csv 1 row is refused/);
    await someone.open(`${PATH}/1`);
    await someone.send(`${PATH}/1/later`, { until: 'seen' });
    assert.match(shown(), /Noted\. /);
    assert.doesNotMatch(shown(), /Nobody has looked/);
    await someone.open('/console/inbox?kind=import');
    assert.match(shown(), /Imports 0 /);
    await someone.open(`${PATH}/1/account`);
    assert.match(someone.text, /^Import 1 of reviews\.csv \(csv\)\n3 reviews: 2 added.*\n[^]*refused: line 4/);
    await someone.open(PATH);
    assert.match(shown(), /Import 1 reviews\.csv 2026-11-20 · csv · 3 reviews: 2 added/);
    await someone.send(`${PATH}/1/undo`);
    assert.match(shown(), /This import was taken back .*2 reviews gone, 0 as before, 0 kept/);
    await someone.send(`${PATH}/1/undo`);
    assert.equal(someone.status, 400);
    assert.match(shown(), /was undone already/);
  });

  for (const [name, vendor] of Object.entries({
    'judgeme.csv': 'Judge.me',
    'yotpo.csv': 'Yotpo',
    'loox.csv': 'Loox',
    'okendo.csv': 'Okendo',
    'woocommerce.csv': 'WooCommerce',
    'cusrev.csv': 'Customer Reviews for WooCommerce',
    'sitereviews.csv': 'Site Reviews',
    'shopify.csv': 'Shopify Product Reviews',
    'trustpilot.csv': 'Trustpilot',
    'feefo.csv': 'Feefo',
  }))
    test(`${name} is recognised, and goes when it is removed`, long, async () => {
      await drop(readFileSync(fileOf(name)), name);
      await settled();
      assert.match(shown(), new RegExp(`Read as ${vendor} `));
      await someone.send(`${PATH}/file/drop`);
      assert.match(shown(), /The file is removed/);
      await until('the file is gone', () => uploads().length === 0);
    });

  test('a broken file is refused whole, with its line, and what is no file says so', async () => {
    await drop(`${header}"MUG-1,5\n`);
    await asTable();
    assert.match(shown(), /Nothing of this file can be taken Line 2: a quotation mark is opened/);
    await someone.send(`${PATH}/file/take`, { id: hiddenOf('id') });
    assert.equal(someone.status, 409);
    await drop('');
    assert.deepEqual([someone.status, /Choose a file first/.test(shown())], [400, true]);
    await someone.send(PATH, { file: 'x' });
    assert.equal(someone.status, 400);
    await drop(Uint8Array.of(0x50, 0x4b, 3, 4, 9, 9), 'reviews.xlsx');
    await settled();
    assert.match(shown(), /spreadsheet or an archive/);
  });

  test('columns have the meaning that a map gives them, and the map is saved', async () => {
    await drop('Stars,Words,Ware,created\n5,Lovely,MUG-1,2024-03-05\n', 'own.csv');
    await settled();
    await asTable({ map: 'Stars=rating,Words=content,Ware=sku', saveMap: 'own' });
    assert.match(shown(), /1 reviews: 1 added/);
    await take();
    await drop('Stars,Words,Ware,created\n4,Fine,MUG-1,2024-03-06\n', 'own.csv');
    await settled();
    await asTable({ map: 'own' });
    assert.match(shown(), /1 reviews: 1 added/);
  });

  test('erasing anybody takes the waiting file away, and so does a day', async () => {
    for (const end of ['erased', 'a day'] as const) {
      await drop(`${header}${rowOf(1)}`);
      await settled();
      assert.equal(uploads().length, 1);
      if (end === 'a day') service.clock.advance(86_400_001);
      else
        await service.withDatabase((db) =>
          eraseFromService(db, {
            business: shop,
            person: { email: 'x@x.example' },
            mailDirectory: null,
            listDirectory: null,
          }),
        );
      await until('the file is gone', () => uploads().length === 0);
      await someone.signIn(`owner@${shop}`);
      assert.match((await someone.open(`${PATH}/file`)).path, /import$/);
    }
  });

  test('what another business imports is nowhere to be seen', async () => {
    await drop(`${header}${rowOf(1)}`);
    await settled();
    const other = await new ConsoleBrowser(service.url).signIn('owner@b.example');
    for (const path of ['/1', '/1/account', '/99', '/x'])
      assert.equal((await other.open(PATH + path)).status, 404, path);
    for (const path of ['/1/undo', '/1/later']) assert.equal((await other.send(PATH + path)).status, 404, path);
    assert.match((await other.open(`${PATH}/file`)).path, /import$/);
    assert.equal((await other.send(`${PATH}/file/take`, { id: hiddenOf('id') })).status, 409);
    await other.send(`${PATH}/file/drop`);
    assert.equal(uploads().length, 1);
    await someone.send(`${PATH}/file/drop`);
  });

  test('an import whose process is killed in the middle goes on by itself, and nothing is there twice', async () => {
    const count = 3_000;
    await drop(header + Array.from({ length: count }, (_none, n) => rowOf(n)).join(''));
    await asTable({ map: '' });
    await someone.send(`${PATH}/file/take`, { id: hiddenOf('id') }, { follow: false });
    const stored = async () => {
      await someone.open(`${PATH}/file`);
      return Number(/(\d+) of 3000 reviews/.exec(shown())?.[1] ?? 0);
    };
    await until('some reviews are taken', async () => (await stored()) > 0);
    await service.restart();
    someone = await new ConsoleBrowser(service.url).signIn(`owner@${shop}`);
    await settled();
    await until('all are there', async () => {
      await someone.open(`${PATH}/file`);
      return /Done/.test(shown());
    });
    const [, added, already] =
      /3000 reviews: (\d+) added, 0 changed, (\d+) already there, 0 refused/.exec(shown()) ?? [];
    assert.equal(Number(added) + Number(already), count, shown());
    assert.ok(Number(already) > 0);
    await someone.open(PATH);
    assert.match(shown(), /Stopped/);
  });

  test('a file of 50 MB is in the memory of no process', long, async () => {
    const MEGABYTE = 2 ** 20;
    const row = rowOf(1).replace('A text', 'A text '.repeat(700));
    const chunk = Buffer.from(row.repeat(50));
    const chunks = Math.ceil((50 * MEGABYTE) / chunk.length);
    const [before, after] = [
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n',
      '\r\n--x--\r\n',
    ];
    const used = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
    const began = used();
    let most = 0;
    const body = async function* () {
      yield Buffer.from(before + header);
      for (let sent = 0; sent < chunks; sent++) {
        yield chunk;
        most = Math.max(most, used() - began);
      }
      yield Buffer.from(after);
    };
    const cookie = [...someone.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'multipart/form-data; boundary=x' };
    const sending = request(`${service.url}${PATH}`, { method: 'POST', headers });
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    await pipeline(Readable.from(body()), sending);
    const [answer] = await answered;
    answer.resume();
    assert.equal(answer.statusCode, 303);
    assert.ok(most < 25 * MEGABYTE, `${Math.round(most / MEGABYTE)} MB while it arrives`);
    let peak = 0;
    await asTable();
    await someone.send(`${PATH}/file`, { id: hiddenOf('id'), format: 'csv' }, { follow: false });
    await until('it is checked', async () => {
      for (const pid of childrenOf(process.pid)) peak = Math.max(peak, memoryOf(pid));
      await someone.open(`${PATH}/file`);
      return !someone.text.includes('<progress');
    });
    assert.match(
      shown(),
      new RegExp(`${chunks * 50} reviews: \\d added, \\d changed, ${chunks * 50 - 1} already there`),
    );
    assert.ok(peak > 0 && peak < 300 * MEGABYTE, `${Math.round(peak / MEGABYTE)} MB while it is checked`);
    await someone.send(`${PATH}/file/drop`);
  });

  test('all reviews leave in each format, after what it cannot say; the addresses of the feeds are told', async () => {
    await someone.open(PATH);
    assert.match(shown(), /https:\/\/reviews\.a\.example\/feeds\/a\.example\/google-product-reviews\.xml/);
    await someone.send('/console/export', { format: 'plaudit' });
    assert.match(someone.headers.get('content-disposition') ?? '', /a\.example-plaudit-\d{4}-\d\d-\d\d\.tar/);
    for (const name of ['reviews.jsonl', 'questions.jsonl', 'products.jsonl'])
      assert.ok(someone.text.includes(name), name);
    for (const format of ['csv', 'judgeme', 'yotpo', 'google']) {
      await someone.send('/console/export', { format });
      assert.match(shown(), /What this format cannot say/);
      await someone.send('/console/export', { format, seen: '1' });
      assert.match(someone.headers.get('content-disposition') ?? '', new RegExp(format));
      assert.match(someone.text, /A text number 7/);
    }
  });

  test('what the list of reviews shows leaves as a table', async () => {
    await someone.open('/console/reviews?q=number+7');
    const [, total] = /id="found">([\d,]+) review/.exec(someone.text) ?? [];
    await someone.send('/console/reviews/export', { list: hiddenOf('list') });
    const lines = someone.text.trimEnd().split('\n');
    assert.match(lines[0]!, /rating/);
    assert.equal(lines.length - 1, Number(total), someone.text.slice(0, 500));
    await someone.send('/console/reviews/export', { list: 'kind=shop' });
    assert.equal(someone.text.trimEnd().split('\n').length, 1);
  });

  test('who took and gave files is listed', async () => {
    const kinds = { imported: 'imported', 'import undone': 'import taken back', exported: 'exported csv' };
    for (const [kind, said] of Object.entries(kinds)) {
      await someone.open(`/console/settings/who-did-what?kind=${encodeURIComponent(kind)}`);
      const shown = someone.text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
      assert.ok(shown.includes(`${said} owner@${shop}`), kind);
    }
  });
});
