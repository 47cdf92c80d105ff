/** A catalogue in each format, as its program writes it and as hands and networks break it. */
import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { FileRefused } from '../../exchange/file-refused.ts';
import type { ImportOptions } from '../../exchange/products/import.ts';
import { removeProducts } from '../../review-store/products/product-changes.ts';
import { findProductBySku } from '../../review-store/products/products.ts';
import { onEveryStore } from '../support/stores.ts';
import { categories, pictures, TestCatalogue, type Input } from './importing.ts';

const fixture = (name: string) => createReadStream(join(import.meta.dirname, 'products', name));

onEveryStore((store) => {
  const catalogue = new TestCatalogue(store);
  /** Every test has a business of its own. */
  const newBusiness = () => catalogue.anew();
  const take = (input: Input, options?: Partial<ImportOptions>) => catalogue.take(input, options);
  const product = (sku: string) => catalogue.product(sku);

  test('columns with the names of the API', async () => {
    await newBusiness();
    const { counts, refused } = await take(fixture('own.csv'));
    assert.deepEqual(counts, [4, 0, 0, 3], JSON.stringify(refused));
    assert.deepEqual(
      refused.map(([line]) => line),
      [6, 8, 9],
    );
    for (const [index, reason] of [/title is missing/, /MUG-1 is on line 2/, /2 cells/].entries())
      assert.match(refused[index]![1], reason);
    const mug = await product('MUG-1');
    assert.equal(mug.title, 'Mug, "large"');
    assert.equal(mug.description, 'Two\nlines');
    assert.deepEqual([mug.price, mug.retail_price, mug.currency], [4.6, 12, 'EUR']);
    assert.deepEqual(categories(mug), ['Kitchen', 'Gifts']);
    assert.equal((await product('555')).title, '=SUM(A1)');
    assert.deepEqual((await take(fixture('own.csv'))).counts, [0, 0, 4, 3]);
  });

  test('Google: RSS', async () => {
    await newBusiness();
    const { counts, refused } = await take(fixture('google.rss.xml'));
    assert.deepEqual(counts, [2, 0, 0, 2], JSON.stringify(refused));
    assert.deepEqual(
      refused.map(([line]) => line),
      [26, 27],
    );
    assert.match(refused[0]![1], /sku is missing/);
    assert.match(refused[1]![1], /product_link must be an http/);
    const mug = await product('MUG-1');
    assert.deepEqual(
      [mug.title, mug.description, mug.product_link],
      ['Mug & plate', 'Holds tea', 'https://shop.example/mug?a=1&b=2'],
    );
    assert.deepEqual([mug.price, mug.retail_price, mug.currency], [14.99, 19.99, 'EUR'], 'not what it costs to ship');
    assert.deepEqual([mug.brand, mug.gtin, mug.mpn, mug.item_group], ['Clay', '4006381333931', 'M-1', 'MUG']);
    assert.deepEqual(categories(mug), ['Home', 'Kitchen', 'Mugs, large']);
    assert.deepEqual(
      pictures(mug),
      [1, 2, 3].map((n) => `https://shop.example/mug${n > 1 ? `-${n}` : ''}.jpg`),
    );
    assert.equal((await product('MUG-2')).title, 'Télé');
    assert.deepEqual((await take(fixture('google.rss.xml'))).counts, [0, 0, 2, 2]);
  });

  test('Google: when a sale ends, one price is left', async () => {
    await newBusiness();
    const row = (sale: string) => `id\ttitle\tlink\tprice\tsale_price\nA\tA\t\t20 EUR\t${sale}\n`;
    await take(row('15 EUR'));
    assert.deepEqual((await take(row(''))).counts, [0, 1, 0, 0]);
    const { price, retail_price } = await product('A');
    assert.deepEqual([price, retail_price], [20, null]);
  });

  test('Google: Atom, and a table', async () => {
    await newBusiness();
    assert.deepEqual((await take(fixture('google.atom.xml'))).counts, [1, 0, 0, 0]);
    const cup = await product('CUP-1');
    assert.deepEqual(
      [cup.title, cup.description, cup.product_link, cup.price, cup.currency],
      ['Cup', 'Small', 'https://shop.example/cup', 5, 'EUR'],
    );
    assert.deepEqual((await take(fixture('google.tsv'))).counts, [1, 0, 0, 0]);
    const mug = await product('TAB-1');
    assert.deepEqual([mug.title, mug.price], ['"Best" mug 5" wide', 1299]);
    assert.deepEqual(
      pictures(mug),
      ['a', 'b', 'c'].map((name) => `https://shop.example/${name}.jpg`),
    );
  });

  test('Shopify: rows that share a handle are one item group', async () => {
    await newBusiness();
    const { counts, refused, whole } = await take(fixture('shopify.csv'));
    assert.deepEqual(counts, [3, 0, 0, 1], JSON.stringify(refused));
    assert.deepEqual(refused, [[5, 'Variant SKU is missing']]);
    assert.equal(whole.unpublished, 2, 'a draft, and what is not published');
    const [small, medium, mug] = [await product('TEE-S'), await product('TEE-M'), await product('mug')];
    assert.deepEqual(
      [small.title, small.item_group, small.description, small.brand],
      ['T-shirt (S, Red)', 'tee', 'Soft, organic cotton & more', 'Wear'],
    );
    assert.deepEqual([small.price, small.retail_price, small.gtin], [19, 25, '0123']);
    assert.deepEqual([medium.item_group, medium.title, medium.retail_price], ['tee', 'T-shirt (M, Red)', null]);
    assert.deepEqual(
      pictures(medium),
      ['m', '1', '2', '3'].map((n) => `https://cdn.example/tee-${n}.jpg`),
    );
    assert.deepEqual([mug.title, categories(mug)], ['Mug', ['Home', 'Kitchen']]);
    assert.deepEqual((await take(fixture('shopify.csv'))).counts, [0, 0, 3, 1]);
  });

  test('WooCommerce: variations share their parent as the item group', async () => {
    await newBusiness();
    const { counts, whole, refused } = await take(fixture('woocommerce.csv'));
    assert.deepEqual([counts, whole.unpublished], [[5, 0, 0, 0], 1], JSON.stringify(refused));
    const [hoodie, small] = [await product('HOOD'), await product('HOOD-S')];
    assert.deepEqual([hoodie.item_group, small.item_group], ['HOOD', 'HOOD']);
    assert.deepEqual([small.price, small.retail_price, small.gtin], [40, 45, '4006381333931']);
    assert.deepEqual(categories(hoodie), ['Clothing', 'Hoodies', 'Winter, warm']);
    assert.deepEqual([hoodie.description, hoodie.brand, pictures(hoodie).length], ['Warm and soft', 'Wear', 2]);
    assert.equal((await product('12')).title, 'Cap');
    assert.deepEqual([(await product('13')).item_group, (await product('SCARF-R')).item_group], ['13', '13']);
  });

  test('JSON: a list, an answer of the API, or one object a line', async () => {
    await newBusiness();
    const { counts, refused } = await take(fixture('own.json'));
    assert.deepEqual(counts, [3, 0, 0, 2], JSON.stringify(refused));
    assert.deepEqual(refused, [
      [5, 'title must be a text or a number'],
      [6, 'this is no JSON'],
    ]);
    const one = await product('J-1');
    assert.deepEqual([one.title, one.price, one.currency], ['Brace } and " quote \\', 4.6, 'EUR']);
    assert.deepEqual([categories(one), pictures(one)], [['Kitchen, large', 'Gifts'], ['https://shop.example/j.jpg']]);
    assert.deepEqual(one.attributes, [{ name: 'Fit', type: 'select', required: true, options: ['Snug', 'Loose'] }]);
    assert.equal((await product('77')).title, 'Gid');
    const answer = JSON.stringify({ products: [one], count: 1, start: 0, query: '{', status: 'OK', success: true });
    assert.deepEqual((await take(answer)).counts, [0, 0, 1, 0]);
    assert.deepEqual((await take('{"sku":"L-1","title":"1"}\n{"sku":"L-2","title":"2"}\n')).counts, [2, 0, 0, 0]);
    assert.deepEqual((await take('[]')).counts, [0, 0, 0, 0]);
  });

  test('what is not said stays, pictures of the file replace its own, and uploaded ones stay', async () => {
    await newBusiness();
    await take('sku,title,brand,image_url\nA,A,Clay,https://shop.example/1.jpg\n');
    const { images } = await product('A');
    const uploaded = [...images, { id: 900, url: 'images/own.webp' }];
    await store.db
      .updateTable('product')
      .set({ images: JSON.stringify(uploaded) })
      .where('business_id', '=', catalogue.businessId)
      .execute();
    assert.deepEqual((await take('sku,title,image_url\nA,B,https://shop.example/2.jpg\n')).counts, [0, 1, 0, 0]);
    const after = await product('A');
    assert.deepEqual([after.title, after.brand], ['B', 'Clay']);
    assert.deepEqual(pictures(after), ['https://shop.example/2.jpg', 'images/own.webp']);
  });

  test('a dry run counts the same and stores nothing', async () => {
    await newBusiness();
    assert.deepEqual((await take(fixture('own.csv'), { dryRun: true })).counts, [4, 0, 0, 3]);
    assert.equal(await findProductBySku(store.db, catalogue.businessId, 'PLAIN'), undefined);
  });

  test('more than one transaction', async () => {
    await newBusiness();
    const rows = Array.from({ length: 403 }, (_, n) => `S-${n},Product ${n},"a, b, c"`).join('\n');
    const stored: number[] = [];
    const file = `sku,title,categories\n${rows}\n`;
    const { counts } = await take(Readable.from([Buffer.from(file)]), {
      onStored: (skus) => void stored.push(skus.length),
    });
    assert.deepEqual(
      [counts, stored],
      [
        [403, 0, 0, 0],
        [200, 200, 3],
      ],
    );
  });

  test('Windows-1252 is read, and said; UTF-8 with a fault is not taken for it', async () => {
    await newBusiness();
    const old = await take(Buffer.from('sku;title\nA;Tassen f\xfcr \x80 5\nB;Plain\n', 'latin1'));
    assert.deepEqual(old.counts, [2, 0, 0, 0]);
    assert.match(old.notices.join(), /Windows-1252/);
    assert.equal((await product('A')).title, 'Tassen für € 5');
    const broken = Buffer.concat([
      Buffer.from('sku,title\nC,für süße Öfen\nD,br'),
      Buffer.from([0xff]),
      Buffer.from('ken\n'),
    ]);
    const faulty = await take(broken);
    assert.deepEqual([faulty.counts, faulty.notices], [[1, 0, 0, 1], []]);
    assert.deepEqual(faulty.refused, [[3, 'the row has characters that are not UTF-8']]);
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('sku\ttitle\nE\tFür\n', 'utf16le')]);
    assert.deepEqual((await take(utf16)).counts, [1, 0, 0, 0]);
    assert.equal((await product('E')).title, 'Für');
    const latin =
      '<?xml version="1.0" encoding="ISO-8859-1"?><rss><item><g:id>F</g:id><title>F\xfcr</title></item></rss>';
    assert.deepEqual((await take(Buffer.from(latin, 'latin1'))).counts, [1, 0, 0, 0]);
    assert.equal((await product('F')).title, 'Für');
  });

  test('a file that breaks off says where, and what stood before it is taken', async () => {
    await newBusiness();
    const open = await take('sku,title\nA,A\nB,"never closed\nC,C\n');
    assert.deepEqual([open.counts, open.whole.isWhole], [[1, 0, 0, 1], false]);
    assert.deepEqual(open.refused, [[3, 'a quotation mark is opened and never closed; nothing after it was read']]);
    const long = await take(Readable.from([Buffer.from(`sku,title\nA2,A\nB,"${'x,'.repeat(600_000)}\n`)]));
    assert.deepEqual([long.counts, long.refused[0]![0]], [[1, 0, 0, 1], 3]);
    const cut = '<rss><channel>\n<item><g:id>D</g:id><title>D</title></item>\n<item><g:id>E</g:id><tit';
    const xml = await take(cut);
    assert.deepEqual([xml.counts, xml.refused[0]![0], xml.whole.isWhole], [[1, 0, 0, 1], 3, false]);
    const json = await take('[{"sku":"F","title":"F"},\n{"sku":"G"');
    assert.deepEqual(json.refused, [[2, 'the file ends in the middle of this product']]);
    assert.deepEqual(json.counts, [1, 0, 0, 1]);
  });

  test('XML that attacks its reader', async () => {
    await newBusiness();
    const bomb =
      '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">' +
      '<!ENTITY file SYSTEM "file:///etc/passwd">]><rss><item><g:id>&b;</g:id><title>&file;</title></item></rss>';
    const refusals: [string, RegExp][] = [
      [bomb, /declares no document type/],
      [`<rss>${'<a>'.repeat(200)}`, /nested too deeply/],
      [`<rss><item><title>${'x'.repeat(300_000)}`, /the product is too long/],
      [`<rss><item>${'<n>x</n>'.repeat(120_000)}`, /the product is too long/],
      [
        `<rss><channel ${Array.from({ length: 60_000 }, (_none, n) => `a${n}=""`).join(' ')}`,
        /the element is too long/,
      ],
      ['<html><body>Please sign in</body></html>', /an rss or a feed element, not "html"/],
      ['<rss><item><title>&nowhere;</title></item></rss>', /this is no XML/],
    ];
    for (const [text, reason] of refusals) {
      const { counts, refused } = await take(Readable.from([Buffer.from(text)]));
      assert.deepEqual(counts, [0, 0, 0, 1]);
      assert.match(refused[0]![1], reason);
    }
  });

  test('a file of no format, or of several, is refused with those that it could be', async () => {
    await newBusiness();
    const refused: [string, ImportOptions['format'], RegExp][] = [
      ['', undefined, /The file is empty/],
      ['name,colour\nA,red\n', undefined, /fits no format.*--format: google, shopify, woocommerce, csv, json/],
      ['id,title,link,sku\n1,A,,S\n', undefined, /fits several formats.*--format: google, csv/],
      ['<rss/>', 'csv', /not of the format csv: it begins like one of the format google/],
      ['sku,title\nA,A\n', 'json', /no JSON/],
      ['<?xml version="1.0" encoding="klingon"?><rss/>', undefined, /encoding "klingon" is unknown/],
    ];
    for (const [text, format, reason] of refused)
      await assert.rejects(
        take(text, { format }),
        (error: Error) => error instanceof FileRefused && reason.test(error.message),
      );
    assert.deepEqual((await take('id,title,link,sku\n1,A,,S\n', { format: 'csv' })).counts, [1, 0, 0, 0]);
    assert.equal((await product('S')).title, 'A');
  });

  test('a product that was removed is there again, with its reviews', async () => {
    await newBusiness();
    await take('sku,title\nA,A\n');
    const { id } = await product('A');
    await removeProducts(store.db, catalogue.businessId, [id], Date.now());
    assert.deepEqual((await take('sku,title\nA,A\n')).counts, [0, 1, 0, 0]);
    assert.equal((await product('A')).id, id);
  });
});
