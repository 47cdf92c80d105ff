/** Reviews of files in the data of a service: what they become, what a second file changes, and what undoing leaves. */
import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { after, before, test } from 'node:test';
import { importProducts } from '../../exchange/products/import.ts';
import type { FormatName } from '../../exchange/reviews/format.ts';
import type { OpenFile } from '../../exchange/reviews/review-file.ts';
import { requireBusiness } from '../../review-service/data/require-business.ts';
import { storeOf, type Database } from '../../review-service/data/tables.ts';
import { importReviewsByCommand, type ImportCommand } from '../../review-service/content/imports/by-command.ts';
import { importStatusByCommand, showImportByCommand } from '../../review-service/content/imports/show.ts';
import { undoImportByCommand } from '../../review-service/content/imports/undo/by-command.ts';
import { saveContent } from '../support/content.ts';
import { startHttpsServer } from '../support/https-server.ts';
import { png } from '../support/pictures.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';
import { fileOf } from '../exchange/reviews/reading.ts';
import { until } from '../support/smtp.ts';

const now = Date.parse('2026-11-26T12:00:00Z');

onSqliteFirst((place) => {
  let service: TestService;
  let made = 0;
  let shop: string;
  before(async () => {
    service = await new TestService(await place(), { isReachable: () => true }).start();
    service.clock.now = now;
  });
  after(() => service.stop());

  const withDb = <Result>(work: (db: Database) => Promise<Result>) => service.withDatabase(work);

  /** A shop with the products that the files name. */
  const newShop = async () => {
    shop = `shop-${++made}.example`;
    service.token = await service.account(shop);
    await withDb((db) =>
      saveContent(db, shop, {
        products: [
          { id: made * 10 + 1, sku: 'MUG-1', item_group: '555', product_link: 'https://shop.example/products/mug' },
          { id: made * 10 + 2, sku: '13' },
        ],
      }),
    );
  };

  test('plugins of WordPress name products by the numbers that the catalogue of WooCommerce gave', async () => {
    shop = `shop-${++made}.example`;
    service.token = await service.account(shop);
    const catalogue = 'ID,Type,SKU,Name,Published,Regular price\n13,simple,MUG-1,Mug,1,9\n14,simple,CUP-1,Cup,1,9\n';
    const importProductsOf = (text: string) =>
      withDb(async (db) => {
        const { id } = await requireBusiness(db, shop);
        return importProducts(storeOf(db), id, oneChunk(text), { onRefused() {}, now: () => now });
      });
    assert.equal((await importProductsOf(catalogue)).added, 2);
    assert.equal((await importProductsOf(catalogue)).unchanged, 2);
    const skus = async (file: string) => {
      const { id } = await take(file, { dryRun: false });
      return (await shown(id!)).averages.map(({ sku }) => sku);
    };
    for (const file of ['cusrev.csv', 'sitereviews.csv', 'woocommerce.csv'])
      assert.ok((await skus(file)).includes('MUG-1'), file);
    const { products_not_found: missing } = await shown(1);
    assert.deepEqual(missing, []);
  });

  async function take(input: string | OpenFile, options: Partial<ImportCommand> = {}) {
    const open = () =>
      typeof input !== 'string' ? input() : input.endsWith('.csv') ? createReadStream(fileOf(input)) : oneChunk(input);
    const refused: string[] = [];
    const outcome = await withDb((db) =>
      importReviewsByCommand(
        db,
        shop,
        open,
        {
          fileName: 'reviews.csv',
          createProducts: false,
          dryRun: false,
          onRefused: (line, reason) => refused.push(`${line}: ${reason}`),
          onStored() {},
          ...options,
        },
        now,
      ),
    );
    const { added, changed, already, refused: count } = outcome.counts;
    return { ...outcome, refused, line: [added, changed, already, count] };
  }
  async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  }
  const undo = (id: number) => withDb((db) => undoImportByCommand(db, shop, id, { now }));
  const shown = (id: number) => withDb((db) => showImportByCommand(db, shop, id));

  /** All that a shop has, but for counters of nothing. */
  const everything = () =>
    withDb(async (db) => {
      const of = async (table: 'review' | 'product_review' | 'author' | 'product' | 'product_rating') => {
        const rows = await db
          .selectFrom(table as 'review')
          .selectAll()
          .where('business_id', '=', (eb) => eb.selectFrom('business').select('id').where('domain', '=', shop))
          .execute();
        const isCounter = table === 'product_rating';
        const filled = rows.filter((row) => !isCounter || (row as unknown as { num_reviews: number }).num_reviews > 0);
        // The shop itself is an author once it has replied.
        const others = filled.filter((row) => (row as unknown as { username?: string }).username !== shop);
        return others.map((row) => JSON.stringify(row)).toSorted();
      };
      const comments = await db.selectFrom('comment').selectAll().execute();
      const all = [];
      for (const table of ['review', 'product_review', 'author', 'product', 'product_rating'] as const)
        all.push([table, await of(table)]);
      return JSON.stringify([...all, comments]);
    });

  const files: readonly (readonly [name: string, format: FormatName | undefined, createProducts?: true])[] = [
    ['judgeme', undefined],
    ['judgeme-template', undefined],
    ['yotpo', undefined],
    ['yotpo-template', undefined],
    ['loox', undefined],
    ['loox-template', undefined],
    ['okendo', undefined],
    ['okendo-export', 'okendo'],
    ['woocommerce', undefined],
    ['cusrev', undefined],
    ['sitereviews', undefined, true],
    ['shopify', undefined, true],
    ['stamped', 'stamped'],
    ['trustpilot', undefined],
    ['feefo', undefined],
    ['own', 'csv'],
  ];
  for (const [name, format, createProducts = false] of files)
    test(`${name}: a dry run tells what a run does, the same file adds nothing, and undoing leaves what there was`, async () => {
      await newShop();
      const file = `${name}.csv`;
      const before = await everything();
      const dry = await take(file, { format, createProducts, dryRun: true });
      assert.equal(await everything(), before, 'a dry run writes nothing');
      const first = await take(file, { format, createProducts });
      assert.deepEqual([first.line, first.id, first.refused], [dry.line, dry.id, dry.refused]);
      assert.ok(first.line[0]! > 0 && first.line[1] === 0 && first.line[2] === 0, String(first.line));
      const dryAgain = await take(file, { format, createProducts, dryRun: true });
      const again = await take(file, { format, createProducts });
      assert.deepEqual(again.line, [0, 0, first.line[0], first.line[3]]);
      assert.deepEqual(dryAgain.line, again.line);
      const undone = await undo(1);
      assert.equal(undone.removed, first.line[0]);
      assert.equal(await everything(), before);
    });

  const header = 'id,sku,rating,title,content,name,email,created,state,verified,reply,photos,votes_up';
  const csv = (...rows: readonly string[]) => `${header}\n${rows.join('\n')}\n`;
  const asCsv = { format: 'csv' } as const;

  test('imports are neither solicited nor mailed, and verified only where a column says so', async () => {
    await newShop();
    await take('loox.csv');
    const { product_reviews: reviews } = await service.ok('listProductReviews', shop);
    assert.deepEqual(
      reviews.map(({ verified, incentivised, solicited, order_id }) => [verified, incentivised, solicited, order_id]),
      [
        [false, false, 'No', null],
        [false, false, 'No', null],
        [true, true, 'No', '#1001'],
      ],
    );
    assert.equal(
      await withDb(async (db) => (await db.selectFrom('job').selectAll().where('kind', '=', 'mail').execute()).length),
      0,
    );
  });

  test('what a rival had hidden counts in the transparency numbers', async () => {
    await newShop();
    await take('judgeme.csv');
    const { transparency } = await service.ok('getTransparency', shop, { query: { sku: 'MUG-1' } });
    const { received, published, waiting, removed } = transparency;
    assert.deepEqual([received, published, waiting, removed], [6, 4, 1, { total: 1, reasons: { spam: 1 } }]);
  });

  test('another import of the business is refused while one runs, and goes on once its process has ended', async () => {
    await newShop();
    let inner: Promise<unknown> | undefined;
    let opened = 0;
    const open: OpenFile = async function* () {
      // By the second time, the import has begun.
      if (++opened === 2)
        await (inner = take(csv('b,MUG-1,5,t,c,B,,2024-03-05,,,,,'), asCsv).catch((error: Error) => error.message));
      yield* oneChunk(csv('a,MUG-1,5,t,c,A,,2024-03-05,,,,,'));
    };
    await take(open, asCsv);
    assert.match(String(await inner), /An import of .* is running: see 'plaudit reviews import status 1'/);
    const dead = { machine: '', pid: 1, processStart: '0' };
    await withDb((db) =>
      db
        .updateTable('review_import')
        .set({ state: 'running', run_by: JSON.stringify(dead), written_at: now - 700_000 })
        .where('business_id', '=', (eb) => eb.selectFrom('business').select('id').where('domain', '=', shop))
        .execute(),
    );
    assert.deepEqual((await take(csv('b,MUG-1,5,t,c,B,,2024-03-05,,,,,'), asCsv)).line, [1, 0, 0, 0]);
    assert.equal((await shown(1)).state, 'stopped');
  });

  test('an import that was stopped goes on with the same file', async () => {
    await newShop();
    const rows = Array.from({ length: 450 }, (_none, n) => `${n},MUG-1,5,t,c ${n},A,,2024-03-05,,,,,`);
    const stop = new AbortController();
    const stopped = await take(csv(...rows), { ...asCsv, signal: stop.signal, onStored: () => stop.abort() });
    assert.deepEqual([stopped.isWhole, stopped.line], [false, [200, 0, 0, 0]]);
    const status = await withDb((db) => importStatusByCommand(db, shop, undefined));
    assert.deepEqual([status?.state, status?.expected, status?.added], ['stopped', 450, 200]);
    assert.deepEqual((await take(csv(...rows), asCsv)).line, [250, 0, 200, 0]);
  });

  test('a file of which all rows are refused is refused row by row, however long it is', async () => {
    await newShop();
    const rows = Array.from({ length: 10_000 }, (_none, n) => `${n},NONE-${n % 7},5,t,c ${n},A,,2024-03-05,,,,,`);
    assert.deepEqual((await take(csv(...rows), asCsv)).line, [0, 0, 0, 10_000]);
    assert.equal((await shown(1)).refused.length, 10_000);
  });

  test('votes of a later file are added to those of shoppers here', async () => {
    await newShop();
    await take(csv('a,MUG-1,5,t,c,A,,2024-03-05,,,,,3'), asCsv);
    const [review] = (await service.ok('listProductReviews', shop)).product_reviews;
    await service.ok('voteOnProductReview', shop, { form: { review_id: review!.id, vote: 'positive' } });
    assert.deepEqual((await take(csv('a,MUG-1,5,t,c,A,,2024-03-05,,,,,5'), asCsv)).line, [0, 1, 0, 0]);
    const [voted] = (await service.ok('listProductReviews', shop)).product_reviews;
    assert.equal(voted!.num_positive_votes, 6);
    assert.equal((await undo(2)).restored, 0);
    assert.equal((await service.ok('listProductReviews', shop)).product_reviews[0]!.num_positive_votes, 4);
    const gone = await undo(1);
    assert.deepEqual([gone.removed, gone.votes], [1, 1]);
    const actors = await withDb((db) =>
      db.selectFrom('event').select('actor').distinct().where('kind', '=', 'import undone').execute(),
    );
    assert.deepEqual(actors, [{ actor: 'command' }], 'who did what has it, too');
  });

  test('a product that was renamed or became part of another gets no review twice', async () => {
    await newShop();
    const rows = csv(',MUG-1,5,t,c,A,,2024-03-05,,,,,');
    await take(rows, asCsv);
    const { mergeByCommand, renameByCommand } = await import('../../review-service/catalogue/moves.ts');
    await withDb((db) => renameByCommand(db, shop, 'MUG-1', 'MUG-2'));
    assert.deepEqual((await take(rows, asCsv)).line, [0, 0, 1, 0]);
    await withDb((db) => renameByCommand(db, shop, 'MUG-2', 'MUG-1'));
    await withDb((db) => mergeByCommand(db, shop, 'MUG-1', '13'));
    assert.deepEqual((await take(rows, asCsv)).line, [0, 0, 1, 0]);
  });

  test('products that a file names are made, and go with it unless something came to them', async () => {
    await newShop();
    await take(csv('a,NEW-1,5,t,c,A,,2024-03-05,,,,,', 'b,NEW-2,5,t,c,B,,2024-03-05,,,,,'), {
      ...asCsv,
      createProducts: true,
    });
    await service.ok('addProductReview', shop, { form: { sku: 'NEW-1', title: 't', content: 'c', rating: 4 } });
    assert.equal((await undo(1)).products, 1);
    assert.deepEqual((await service.ok('listProducts', shop)).products.map(({ sku }) => sku).toSorted(), [
      '13',
      'MUG-1',
      'NEW-1',
    ]);
  });

  test('pictures come afterwards, only over https, and those that cannot be had are named', async () => {
    await newShop();
    const picture = await png();
    const server = await startHttpsServer((request, response) => {
      if (request.url === '/good.png') response.setHeader('content-type', 'image/png').end(picture);
      else if (request.url === '/text.png') response.end('no picture');
      else if (request.url === '/away.png') response.writeHead(302, { location: 'http://127.0.0.1:1/x.png' }).end();
      else response.writeHead(404).end();
    });
    try {
      const photos = ['good', 'gone', 'text', 'away'].map((name) => `${server.url}/${name}.png`).join(' ');
      await take(csv(`a,MUG-1,5,t,c,A,,2024-03-05,,,,${photos} http://x.example/1.png,`), asCsv);
      await until('the pictures are fetched', async () => {
        const status = await withDb((db) => importStatusByCommand(db, shop, 1));
        service.clock.advance(1_000);
        return status?.photos.waiting === 0;
      });
      const [review] = (await service.ok('listProductReviews', shop)).product_reviews;
      assert.equal(review!.images.length, 1);
      assert.equal((await fetch(review!.images[0]!.original)).status, 200);
      const { expected, fetched, missing } = (await shown(1)).photos;
      assert.deepEqual([expected, fetched], [5, 1]);
      assert.deepEqual(
        missing.map(({ url, reason }) => [new URL(url).pathname, reason]),
        [
          ['/gone.png', 'it answers with status 404'],
          ['/text.png', missing[1]!.reason],
          ['/away.png', 'it is not an https address'],
          ['/1.png', 'only pictures at https addresses are taken'],
        ],
      );
      assert.deepEqual((await take(csv(`a,MUG-1,5,t,c,A,,2024-03-05,,,,${photos},`), asCsv)).line, [0, 0, 1, 0]);
      await undo(1);
      assert.equal((await fetch(review!.images[0]!.original)).status, 404);
    } finally {
      await server.stop();
    }
  });
});
