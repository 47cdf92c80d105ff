/** Reviews that a shop brings from a rival's file by command, beside a running service. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runProgram } from '../support/program.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';
import { saveContent } from '../support/content.ts';
import { fileOf } from '../exchange/reviews/reading.ts';

onSqliteFirst((place) => {
  let service: TestService;
  let where: string[];
  let made = 0;
  let shop: string;
  const files = mkdtempSync(join(tmpdir(), 'plaudit-imports-'));
  before(async () => {
    service = await new TestService(await place()).start();
    service.clock.now = Date.parse('2026-11-26T12:00:00Z');
    const { location } = service;
    where = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
  });
  after(async () => {
    await service.stop();
    rmSync(files, { recursive: true, force: true });
  });

  /** A shop with the products that the files name. */
  const newShop = async () => {
    shop = `shop-${++made}.example`;
    service.token = await service.account(shop);
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        products: [
          { id: made * 10 + 1, sku: 'MUG-1', item_group: '555', product_link: 'https://shop.example/products/mug' },
          { id: made * 10 + 2, sku: '13' },
        ],
      }),
    );
  };
  const run = (...args: string[]) => runProgram(['reviews', ...args, '--business', shop, ...where]);
  const done = async (...args: string[]) => {
    const outcome = await run(...args);
    assert.equal(outcome.err, '');
    return outcome.out;
  };
  const lastLine = (out: string) => out.trimEnd().split('\n').at(-1);
  const take = async (file: string, ...args: string[]) => lastLine((await run('import', file, ...args)).out);
  const written = (name: string, text: string) => {
    const path = join(files, name);
    writeFileSync(path, text);
    return path;
  };
  const shown = async (id: number) => JSON.parse(await done('import', 'show', String(id), '--json')) as Shown;
  const productReviews = async (query: object = {}) =>
    (await service.ok('listProductReviews', shop, { query: { count: 100, ...query } })).product_reviews;
  const listed = async () =>
    (await done('list'))
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t').slice(1).join('|'));

  interface Shown {
    readonly rows: number;
    readonly state: string;
    readonly refused: readonly object[];
    readonly held: object;
    readonly removed: object;
    readonly kept_as_here: readonly { readonly what: readonly string[]; readonly number: number | null }[];
    readonly products_not_found: readonly object[];
    readonly averages: readonly object[];
    readonly verified: number | null;
    readonly not_expressed: { readonly columns: readonly { readonly column: string }[] };
  }

  test('a file is taken, shown and taken back, and the same again adds nothing', async () => {
    await newShop();
    const before = await listed();
    const dry = await run('import', fileOf('judgeme.csv'), '--dry-run');
    assert.match(dry.out, /^line 2: 555 \| 5 stars \| Anna Maria B \| 2024-03-05 \| published \| Lovely Warm/);
    assert.deepEqual(await listed(), before, 'a dry run writes nothing');

    const first = await run('import', fileOf('judgeme.csv'));
    const line = '11 reviews: 7 added, 0 changed, 0 already there, 4 refused; undo with: plaudit reviews undo 1';
    assert.deepEqual([first.status, lastLine(first.out), lastLine(dry.out)], [1, line, line]);
    assert.match(first.err, /^line 5: its product is not in the catalogue: "mug-777"\nline 10: its date is in the/);
    assert.deepEqual(await listed(), [
      '2024-03-12|MUG-1|published|5|Ivo|Half Star',
      '2024-03-11|MUG-1|published|4|Anonymous|Mail Name',
      '2024-03-10|MUG-1|held|-|Fay|Odd State',
      '2024-03-09|-|published|5|Eva E|The shop Quick',
      '2024-03-08|MUG-1|hidden|1|Dan|Buy pills Spam',
      '2024-03-06|MUG-1|published|4|Ben|',
      '2024-03-05|MUG-1|published|5|Anna Maria B|Lovely Warm, and "soft" to the last',
    ]);
    const [newest, ...others] = await productReviews();
    assert.equal(others.length, 3);
    assert.deepEqual([newest!.rating, newest!.solicited, newest!.user?.email], [5, 'No', null]);

    const dryAgain = await run('import', fileOf('judgeme.csv'), '--dry-run');
    const again = await run('import', fileOf('judgeme.csv'));
    const same = '11 reviews: 0 added, 0 changed, 7 already there, 4 refused';
    assert.deepEqual([lastLine(dryAgain.out), lastLine(again.out)], [same, same]);

    const { rows, held, removed, products_not_found: lost, averages, verified } = await shown(1);
    assert.deepEqual(
      [rows, held, removed, lost],
      [11, { 'its state is not known here': 1 }, { spam: 1 }, [{ value: 'mug-777', nearest: 'MUG-1', rows: 1 }]],
    );
    assert.deepEqual([averages, verified], [[{ sku: 'MUG-1', before: null, after: 4.5 }], null]);
    assert.match(await done('import', 'list'), /^2\t\d{4}-\d\d-\d\d\tjudgeme\tjudgeme\.csv\tdone\t0\t0\t7\t4\n1\t/);

    const printed = /^From here, undo it with: plaudit (.*)$/m.exec(first.out)![1]!;
    assert.match((await runProgram(printed.split(' '))).out, /^Import 1 is undone: 7 reviews gone/m);
    assert.deepEqual(await listed(), before);
    assert.deepEqual((await service.ok('getProductReviewStats', shop)).product_reviews_stats.total, 0);
    assert.match((await run('undo', '1')).err, /was undone already/);
    assert.equal(
      await take(fileOf('judgeme.csv')),
      '11 reviews: 7 added, 0 changed, 0 already there, 4 refused; undo with: plaudit reviews undo 3',
    );
  });

  const header = 'id,sku,rating,title,content,name,email,created,state,reply';
  const csv = (name: string, ...rows: string[]) => written(name, `${header}\n${rows.join('\n')}\n`);

  test('a later export of the same shop adds what is new and changes what changed', async () => {
    await newShop();
    const jane = 'a,MUG-1,5,Good,Fine,Jane Doe,jane@mail.example,2024-03-05,published,';
    const anna = 'b,MUG-1,4,Nice,Hm,Anna Berg,anna@mail.example,2024-03-06,published,Thanks';
    await take(csv('one.csv', jane, anna), '--format', 'csv');
    const later = csv(
      'two.csv',
      jane.replace('Fine', 'Broke after a week').replace(',5,', ',2,'),
      anna.replace('published', 'hidden').replace('Thanks', 'Thank you'),
      'c,MUG-1,3,New,x,Cy,,2024-03-07,published,',
    );
    const line = '3 reviews: 1 added, 2 changed, 0 already there, 0 refused; undo with: plaudit reviews undo 2';
    assert.equal(await take(later, '--format', 'csv', '--dry-run'), line);
    assert.equal(await take(later, '--format', 'csv'), line);
    assert.deepEqual(await listed(), [
      '2024-03-07|MUG-1|published|3|Cy|New x',
      '2024-03-06|MUG-1|hidden|4|Anna B|Nice Hm',
      '2024-03-05|MUG-1|published|2|Jane D|Good Broke after a week',
    ]);
    const out = await done('undo', '2');
    assert.match(out, /keeps what changed since: state/, 'nothing hidden becomes visible');
    assert.deepEqual(await listed(), [
      '2024-03-06|MUG-1|hidden|4|Anna B|Nice Hm',
      '2024-03-05|MUG-1|published|5|Jane D|Good Fine',
    ]);
  });

  test('what the shop did here since wins over a later file, and the audit names it', async () => {
    await newShop();
    const jane = 'a,MUG-1,5,Good,Fine,Jane Doe,jane@mail.example,2024-03-05,published,';
    const anna = 'b,MUG-1,4,Nice,Hm,Anna Berg,anna@mail.example,2024-03-06,published,';
    await take(csv('one.csv', jane, anna), '--format', 'csv');
    const number = (await done('list', '--name', 'Jane D')).split('\t')[0]!;
    await done('hide', number, '--product', '--reason', 'off topic');
    await runProgram(['privacy', 'remove', '--email', '-', '--business', shop, ...where], {
      input: 'anna@mail.example',
    });
    assert.equal(
      await take(csv('two.csv', jane.replace('Fine', 'Better'), anna), '--format', 'csv'),
      '2 reviews: 0 added, 1 changed, 1 already there, 0 refused; undo with: plaudit reviews undo 2',
    );
    assert.deepEqual(await listed(), ['2024-03-05|MUG-1|hidden|5|Jane D|Good Better']);
    assert.deepEqual(
      (await shown(2)).kept_as_here.map(({ what, number: of }) => [of === null ? null : String(of), ...what]),
      [
        [number, 'state'],
        [null, 'erasure'],
      ],
    );
  });

  test('two reviews of one name and day without addresses are two, and one of the same words is one', async () => {
    await newShop();
    const rows = [
      ',MUG-1,5,,Good,A customer,,2024-03-05,published,',
      ',MUG-1,1,,Bad,A customer,,2024-03-05,published,',
      ',MUG-1,5,,Good,A customer,,2024-03-05,published,',
      ',,5,,The shop,A customer,,2024-03-05,published,',
    ];
    assert.match(
      (await take(csv('one.csv', ...rows), '--format', 'csv'))!,
      /^4 reviews: 3 added, 0 changed, 1 already/,
    );
    assert.match(
      (await take(csv('one.csv', ...rows), '--format', 'csv'))!,
      /^4 reviews: 0 added, 0 changed, 4 already/,
    );
  });

  test('somebody who came with a file is erased by their address with all that the import kept of them', async () => {
    await newShop();
    const jane = (words: string) => `a,MUG-1,5,Good,${words},Jane Doe,jane@mail.example,2024-03-05,published,`;
    await take(csv('one.csv', jane('Secret one')), '--format', 'csv');
    await take(csv('two.csv', jane('Secret two')), '--format', 'csv');
    await runProgram(['privacy', 'remove', '--email', '-', '--business', shop, ...where], {
      input: 'JANE@mail.example',
    });
    for (const table of ['import_copy', 'import_photo', 'review_import', 'imported_review', 'import_refusal'] as const)
      await service.withDatabase(async (db) => {
        const rows = JSON.stringify(await db.selectFrom(table).selectAll().execute());
        assert.ok(!/secret|jane/i.test(rows), table);
      });
    assert.match(await done('undo', '2'), /0 reviews gone, 0 as before/);
    assert.deepEqual(await listed(), []);
  });

  test('a file that is broken is refused whole, with its line', async () => {
    await newShop();
    const path = csv('cut.csv', 'a,MUG-1,5,Good,Fine,Jane,,2024-03-05,published,', 'b,MUG-1,5,"Good,Fine');
    const { status, out, err } = await run('import', path, '--format', 'csv');
    assert.deepEqual([status, out], [1, '']);
    assert.match(err, /cut\.csv: line 3: a quotation mark is opened and never closed.*Nothing was taken\n$/);
    assert.deepEqual(await listed(), []);
  });

  test('wrong flags are refused with what they must be', async () => {
    await newShop();
    const path = csv('one.csv', 'a,MUG-1,5,Good,Fine,Jane,,2024-03-05,published,');
    for (const [args, wanted] of [
      [['--format', 'judge'], /--format must be one of plaudit, judgeme, yotpo/],
      [['--map', 'a=points'], /--map must be COLUMN=FIELD/],
      [['--date-order', 'myd'], /--date-order must be one of dmy, mdy, ymd/],
      [['--encoding', 'latin1'], /--encoding must be one of utf-8, windows-1252/],
      [['--save-map', 'mine'], /--save-map needs the map/],
    ] as const) {
      const { status, err } = await run('import', path, ...args);
      assert.equal(status, 2, args.join(' '));
      assert.match(err, wanted);
    }
    assert.equal((await run('import', '-')).status, 2);
    assert.match((await run('import', path)).err, /fits no format/);
    assert.match((await run('import', 'show', '9')).err, /There is no import 9/);
  });

  test('a map is saved by name and used again', async () => {
    await newShop();
    const path = written('odd.csv', 'Stars,Day,Sku,Words\n5,2024-03-05,MUG-1,Good\n');
    await take(path, '--map', 'Stars=rating,Day=created,Sku=sku,Words=content', '--save-map', 'ours');
    assert.equal(await take(path, '--map', 'ours'), '1 reviews: 0 added, 0 changed, 1 already there, 0 refused');
    assert.match((await run('import', path, '--map', 'theirs')).err, /No map was kept as "theirs"/);
  });

  test('columns that are not taken are named with how much was in them', async () => {
    await newShop();
    await take(fileOf('yotpo.csv'));
    const text = await done('import', 'show', '1');
    assert.match(text, /column not taken: Review Tags, 1 cell\n/);
    assert.match(text, /note: 1, replies that were not public were not taken\n/);
    assert.ok(
      !readFileSync(fileOf('yotpo.csv'), 'utf8')
        .split('\n')
        .some((line) => text.includes(line) && line !== ''),
    );
    assert.match(await done('import', 'status'), /^Import 1 of yotpo\.csv is done: 0 reviews still to come, \d+ of/);
  });
});
