/** Files of reviews that are broken or meant to harm, by the command that a merchant gives beside a running service. */
import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { importStatusByCommand } from '../../review-service/content/imports/show.ts';
import { saveContent } from '../support/content.ts';
import { startHttpsServer } from '../support/https-server.ts';
import { runProgram } from '../support/program.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';
import { until } from '../support/smtp.ts';

const [shop, other] = ['shop.example', 'other.example'];
const header = 'id,sku,rating,title,content,name,email,created,photos';
const good = 'a,MUG,5,Good,Fine,Ann,,2024-03-05,';
const csv = (...rows: readonly string[]): string => `${header}\n${rows.join('\n')}\n`;
const MEGABYTE = 1_000_000;
/** Of each process of an import, whatever it reads. */
const MOST_MEGABYTES = 300;

onSqliteFirst((place) => {
  let service: TestService;
  let where: string[];
  const files = mkdtempSync(join(tmpdir(), 'plaudit-import-attack-'));
  before(async () => {
    service = await new TestService(await place()).start();
    const { location } = service;
    where = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
    for (const [id, domain] of [shop, other].entries()) {
      const token = await service.account(domain);
      if (domain === shop) service.token = token;
      await service.withDatabase((db) => saveContent(db, domain, { products: [{ id: id + 1, sku: 'MUG' }] }));
    }
  });
  after(async () => {
    await service.stop();
    rmSync(files, { recursive: true, force: true });
  });

  const written = (name: string, content: string | Buffer): string => {
    const path = join(files, name);
    writeFileSync(path, content);
    return path;
  };
  const run = (
    args: readonly string[],
    options: { domain?: string; input?: string; env?: Record<string, string> } = {},
  ) => runProgram([...args, '--business', options.domain ?? shop, ...where], options);
  const take = (path: string, domain = shop) => run(['reviews', 'import', path, '--format', 'csv'], { domain });
  const counted = () =>
    service.withDatabase(async (db) => {
      const all = await sql<{ n: number }>`select count(*) as n from product_review`.execute(db);
      return Number(all.rows[0]!.n);
    });
  const listed = async () => (await service.ok('listProductReviews', shop, { query: { count: 100 } })).product_reviews;

  const broken: readonly (readonly [what: string, content: string | Buffer, said: RegExp])[] = [
    [
      'ten thousand columns',
      `${header},${Array.from({ length: 10_000 }, (_none, n) => `c${n}`).join(',')}\n${good}\n`,
      /line 1: The first line has 10009 columns/,
    ],
    ['a NUL', csv(good, 'b,MUG,4,t,b\0d,Ben,,2024-03-05,'), /line 3: .*NUL/],
    [
      'a quoted field that never ends',
      csv(good, `b,MUG,4,"never,ends,Ben,,2024-03-05,\n${good}`.repeat(1)),
      /line 3: a quotation mark is opened and never closed/,
    ],
    ['a file that was cut', csv(good, 'b,MUG,4,t,cut').slice(0, -1), /line 3: .*ends in the middle/],
    ['an .xlsx', Buffer.from('PK\x03\x04rest of it'), /save it as CSV/],
  ];
  for (const [what, content, said] of broken)
    test(`${what}: refused whole, in one line that says where, and nothing is taken`, async () => {
      const { status, out, err } = await take(written('broken.csv', content));
      assert.deepEqual([status, out], [1, '']);
      assert.match(err, said);
      assert.match(err, /^[^\n]*Nothing was taken\n$/);
      assert.equal(await counted(), 0);
    });

  test('a cell of 100 MB is refused with its line, and needs no memory', async () => {
    const path = join(files, 'cell.csv');
    const file = openSync(path, 'w');
    writeSync(file, `${header}\n${good}\nb,MUG,5,"`);
    const piece = Buffer.alloc(MEGABYTE, 97);
    for (let written = 0; written < 100; written += 1) writeSync(file, piece);
    writeSync(file, '",c,Ben,,2024-03-05,\n');
    closeSync(file);
    const peaks = join(files, 'peaks');
    const notePeak = join(import.meta.dirname, '../benchmarks/imports/note-peak.js');
    const { status, err } = await run(['reviews', 'import', path, '--format', 'csv'], {
      env: { NODE_OPTIONS: `--import ${notePeak}`, BENCH_PEAKS: peaks },
    });
    assert.equal(status, 1);
    assert.match(err, /line 3: .*longer than 1000000 characters.*Nothing was taken/);
    for (const name of ['command', 'taking']) {
      const megabytes = Number(readFileSync(`${peaks}-${name}`, 'utf8')) / 1_024;
      assert.ok(megabytes > 10 && megabytes < MOST_MEGABYTES, `${name}: ${megabytes} MB`);
    }
    assert.equal(await counted(), 0);
  });

  test('rows that are wrong are refused by themselves, and a formula, an address for a name and dates are what they are', async () => {
    const rows = [
      'f,MUG,5,"=HYPERLINK(""https://evil.example"")",+1,=Ann,,2024-03-05,',
      'n,MUG,4,t,schön und grün,gil@mail.example,gil@mail.example,2024-03-05,',
      'd,MUG,4,t,c,Dan,,2999-01-01,',
      'x,NONE,4,t,c,Eva,,2024-03-05,',
    ];
    const latin = Buffer.from('m,MUG,4,t,sch\xf6n,Fay,,2024-03-05,\n', 'latin1');
    const { status, out, err } = await take(written('rows.csv', Buffer.concat([Buffer.from(csv(...rows)), latin])));
    assert.equal(status, 1);
    assert.match(
      out,
      /5 reviews: 2 added, 0 changed, 0 already there, 3 refused; undo with: plaudit reviews undo 1\n$/,
      err,
    );
    assert.match(err, /^line 4: its date is in the future.*\nline 5: its product.*"NONE"\nline 6: .*not UTF-8.*\n$/);
    const reviews = await listed();
    assert.deepEqual(reviews.map(({ title, user }) => `${title} by ${user?.firstName}, ${user?.email}`).toSorted(), [
      '=HYPERLINK("https://evil.example") by =Ann, null',
      't by Anonymous, null',
    ]);
    assert.ok(!JSON.stringify(reviews).includes('gil@'), 'nobody reads the address');
    await run(['reviews', 'undo', '1']);
    assert.equal(await counted(), 0);
  });

  test('the imports of another business are out of reach, and its reviews of the same numbers its own', async () => {
    const path = written('both.csv', csv(good));
    await take(path);
    // The same again is an import of its own, of a number that the other business does not have.
    await take(path);
    assert.match((await take(path, other)).out, /^1 reviews: 1 added/m);
    const ids = (await run(['reviews', 'import', 'list'])).out.split('\n').map((line) => line.split('\t')[0]);
    for (const command of [
      ['reviews', 'undo', ids[0]!],
      ['reviews', 'import', 'show', ids[0]!],
    ]) {
      const { status, err } = await run(command, { domain: other });
      assert.equal(status, 1);
      assert.match(err, new RegExp(`There is no import ${ids[0]} of ${other}`));
    }
    await run(['reviews', 'undo', '1'], { domain: other });
    assert.equal(await counted(), 1, 'that of the shop stays');
    await run(['reviews', 'undo', ids[1]!]);
    assert.equal((await take(path, 'unknown.example')).status, 1);
  });

  test('pictures at addresses of scripts and of private machines are never fetched, and named', async () => {
    const asked: string[] = [];
    const server = await startHttpsServer((request, response) => {
      asked.push(request.url!);
      response.end();
    });
    try {
      const photos = [
        'javascript:alert(1)',
        'data:image/png;base64,AA',
        'file:///etc/passwd',
        'https://169.254.169.254/x.png',
        `${server.url}/x.png`,
        'https://user:word@shop.example/x.png',
      ];
      await take(written('photos.csv', csv(`p,MUG,5,Good,Fine,Ann,,2024-03-05,"${photos.join(' ')}"`)));
      await until('nothing waits', async () => {
        service.clock.advance(24 * 3_600_000);
        return (await service.withDatabase((db) => importStatusByCommand(db, shop, undefined)))?.photos.waiting === 0;
      });
      const id = (await run(['reviews', 'import', 'list'])).out.split('\t')[0]!;
      const shown = JSON.parse((await run(['reviews', 'import', 'show', id, '--json'])).out) as {
        photos: { fetched: number; missing: { url: string; reason: string }[] };
      };
      assert.equal(shown.photos.fetched, 0);
      assert.deepEqual(shown.photos.missing.map(({ url }) => url).toSorted(), photos.toSorted());
      assert.deepEqual(asked, []);
      const [review] = await listed();
      assert.deepEqual([review!.title, review!.images], ['Good', []]);
      await run(['reviews', 'undo', id]);
    } finally {
      await server.stop();
    }
  });

  test('whoever came with a file is erased by address: what waits, copies for undoing and kept answers included', async () => {
    const row = (words: string, photo: string) =>
      `z,MUG,5,${words},${words},Jane Zanzibar,jane@zanzibar.example,2024-03-05,https://pictures.invalid/${photo}.png`;
    await take(written('one.csv', csv(row('Zanzibar', 'zanzibar-one'))));
    await take(written('two.csv', csv(row('Zanzibar again', 'zanzibar-two'))));
    const [review] = await listed();
    await service.ok('replyToProductReview', shop, {
      form: { review_id: review!.id, text: 'Dear Zanzibar' },
      headers: { 'idempotency-key': 'reply-to-zanzibar' },
    });
    const { status } = await run(['privacy', 'remove', '--email', '-'], { input: 'Jane@Zanzibar.example' });
    assert.equal(status, 0);
    assert.deepEqual(await everythingWith(/zanzibar/i), []);
    assert.match((await take(join(files, 'two.csv'))).out, /1 already there/, 'no later file brings her back');
    assert.deepEqual(await everythingWith(/zanzibar/i), []);
  });

  test('whoever came without an address is erased by the number of the review', async () => {
    await take(
      written('three.csv', csv('y,MUG,5,Timbuktu,Timbuktu,Timbuktu,,2024-03-05,https://pictures.invalid/timbuktu.png')),
    );
    const [review] = await listed();
    const { status, err } = await run(['privacy', 'remove', '--review', String(review!.id), '--product']);
    assert.deepEqual([status, err], [0, '']);
    assert.deepEqual(await everythingWith(/timbuktu/i), []);
  });

  /** Tables that hold a text like this. */
  const everythingWith = (text: RegExp) =>
    service.withDatabase(async (db) => {
      const found: string[] = [];
      for (const { name } of await db.introspection.getTables()) {
        if (/search/.test(name)) continue;
        const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
        if (
          text.test(JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))
        )
          found.push(name);
      }
      return found;
    });
});
