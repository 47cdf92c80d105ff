/** Files and feeds as programs, spreadsheets and servers leave them. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { FileRefused } from '../../exchange/file-refused.ts';
import { readPrice } from '../../exchange/products/prices.ts';
import { onEveryStore } from '../support/stores.ts';
import { pictures, TestCatalogue } from './importing.ts';

const google = 'http://base.google.com/ns/1.0';
const refusal = (pattern: RegExp) => (error: Error) => error instanceof FileRefused && pattern.test(error.message);

onEveryStore((store) => {
  const catalogue = new TestCatalogue(store);

  test('a feed whose prefix for Google’s fields is another, or none, is read whole', async () => {
    await catalogue.anew();
    const fields = (prefix: string, sku: string) =>
      ['id', 'title', 'image_link', 'price', 'brand', 'item_group_id']
        .map((name, at) => {
          const value = [sku, 'Bowl', 'https://shop.example/b.jpg', '7.50 EUR', 'Clay', 'BOWLS'][at];
          return `<${prefix}${name}>${value}</${prefix}${name}>`;
        })
        .join('');
    for (const feed of [
      `<rss xmlns:product="${google}"><channel><item>${fields('product:', 'OTHER')}</item></channel></rss>`,
      `<rss><channel><item xmlns="${google}">${fields('', 'DEFAULT')}</item></channel></rss>`,
      `<rss xmlns:g="${google}"><channel><item xmlns:x="${google}/">${fields('x:', 'INNER')}</item></channel></rss>`,
      `<rss><channel><item>${fields('', 'NONE')}</item></channel></rss>`,
      `<a:feed xmlns:a="http://www.w3.org/2005/Atom" xmlns:q="${google}"><a:entry>${fields('q:', 'ATOM')}</a:entry></a:feed>`,
    ]) {
      const { counts, refused } = await catalogue.take(feed);
      assert.deepEqual(counts, [1, 0, 0, 0], `${JSON.stringify(refused)} ${feed}`);
    }
    for (const sku of ['OTHER', 'DEFAULT', 'INNER', 'NONE', 'ATOM']) {
      const bowl = await catalogue.product(sku);
      assert.deepEqual([bowl.title, bowl.price, bowl.brand, bowl.item_group], ['Bowl', 7.5, 'Clay', 'BOWLS'], sku);
      assert.deepEqual(pictures(bowl), ['https://shop.example/b.jpg'], sku);
    }
  });

  test('a journal in Atom is no catalogue: the id of an entry is no sku', async () => {
    await catalogue.anew();
    const journal =
      '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>tag:shop.example,1</id><title>News</title></entry></feed>';
    assert.deepEqual((await catalogue.take(journal)).refused, [[1, 'sku is missing']]);
  });

  test('sep= in the first line, as Excel writes it, is no header', async () => {
    await catalogue.anew();
    for (const [separator, sku, more = ''] of [
      [';', 'A'],
      ['\t', 'B'],
      ['|', 'C'],
      // Saved again with as many cells as the other rows.
      [';', 'D', ';;'],
    ]) {
      const rows = [
        `sep=${separator}${more}`,
        `sku${separator}title${separator}price`,
        `${sku}${separator}Jug${separator}4,50`,
      ];
      const { counts, refused } = await catalogue.take(`\ufeff${rows.join('\r\n')}\r\nX\r\n`);
      assert.deepEqual([counts, refused.map(([line]) => line)], [[1, 0, 0, 1], [4]], JSON.stringify(refused));
      assert.equal((await catalogue.product(sku!)).price, 4.5);
    }
  });

  test('bars between the cells are told by the header, as other separators are', async () => {
    await catalogue.anew();
    assert.deepEqual((await catalogue.take('sku|title|price\nB|Jug, blue; tall|4,50\n')).counts, [1, 0, 0, 0]);
    assert.deepEqual((await catalogue.product('B')).title, 'Jug, blue; tall');
  });

  test('UTF-16 without a mark is read, in either order of its bytes', async () => {
    await catalogue.anew();
    const text = 'id\ttitle\tlink\tprice\nU\tSchüssel 急須\thttps://shop.example/u\t5.00 EUR\n';
    const little = Buffer.from(text, 'utf16le');
    assert.deepEqual((await catalogue.take(little)).counts, [1, 0, 0, 0]);
    assert.equal((await catalogue.product('U')).title, 'Schüssel 急須');
    assert.deepEqual((await catalogue.take(Buffer.from(little).swap16())).counts, [0, 0, 1, 0]);
    // Hardly an ASCII character among the first hundred.
    const japanese = Buffer.from(
      `sku,title,description\nJ,急須,${'急須と茶碗の組み合わせ'.repeat(20)}\n`,
      'utf16le',
    ).swap16();
    assert.deepEqual((await catalogue.take(japanese)).counts, [1, 0, 0, 0]);
    assert.equal((await catalogue.product('J')).title, '急須');
  });

  test('XML in UTF-8 that calls itself UTF-16, as programs in .NET write it, is read', async () => {
    await catalogue.anew();
    const items = '<rss><channel><item><id>N</id><title>Schüssel</title></item></channel></rss>';
    const { counts } = await catalogue.take(`<?xml version="1.0" encoding="utf-16"?>${items}`);
    assert.deepEqual([counts, (await catalogue.product('N')).title], [[1, 0, 0, 0], 'Schüssel']);
  });

  test('Shift_JIS and other encodings are refused rather than garbled', async () => {
    await catalogue.anew();
    const texts: [string, number[]][] = [
      ['Shift_JIS', [0x83, 0x7d, 0x83, 0x4f, 0x83, 0x4a, 0x83, 0x62, 0x83, 0x76]],
      ['Shift_JIS, hiragana', [0x82, 0xa8, 0x92, 0x83, 0x82, 0xcc]],
      ['EUC-JP', [0xa5, 0xde, 0xa5, 0xb0, 0xa5, 0xab, 0xa5, 0xc3, 0xa5, 0xd7]],
      ['Windows-1251', [0xd7, 0xe0, 0xf8, 0xea, 0xe0]],
      ['Windows-1250', [0x4b, 0xb3, 0x61, 0x6d, 0x6b, 0x61, 0x20, 0xbf, 0xf3, 0xb3, 0x74, 0x61]],
      ['EUC-KR', [0xc2, 0xfb, 0xc0, 0xdc, 0x20, 0xbc, 0xbc, 0xc6, 0xae]],
    ];
    for (const [name, bytes] of texts)
      await assert.rejects(
        catalogue.take(Buffer.concat([Buffer.from('sku,title\nJ,'), Buffer.from(bytes), Buffer.from('\n')])),
        refusal(/neither UTF-8 nor Windows-1252.*save the file as UTF-8/),
        name,
      );
    const western =
      'sku,title\nW,"Cr\xe8me br\xfbl\xe9e \x96 \xab d\xe9j\xe0 vu \xbb, \xa3 5, 20 \xb0C, \x93x\x94 \xae"\n';
    assert.deepEqual((await catalogue.take(Buffer.from(western, 'latin1'))).counts, [1, 0, 0, 0]);
    assert.equal((await catalogue.product('W')).title, 'Crème brûlée – « déjà vu », £ 5, 20 °C, “x” ®');
  });

  test('a fault far down in the bytes of a file is named with the line that came before it', async () => {
    await catalogue.anew();
    const rows = Array.from({ length: 6_000 }, (_, n) => `L-${n},A jug of clay\n`).join('');
    const japanese = Buffer.from([0x83, 0x7d, 0x83, 0x4f, 0x83, 0x4a, 0x83, 0x62, 0x83, 0x76, 0x0a]);
    const file = Buffer.concat([Buffer.from(`sku,title\n${rows}J,`), japanese]);
    const { refused, whole } = await catalogue.take(Readable.from([file.subarray(0, 100_000), file.subarray(100_000)]));
    assert.equal(whole.isWhole, false);
    assert.ok(refused[0]![0] > 1_000, `line ${refused[0]![0]}`);
    assert.match(refused[0]![1], /save the file as UTF-8/);
  });

  test('a file that was compressed is read, and one that was cut off says so', async () => {
    await catalogue.anew();
    const packed = gzipSync('sku,title\nG,Packed\n');
    assert.deepEqual((await catalogue.take(packed)).counts, [1, 0, 0, 0]);
    await assert.rejects(catalogue.take(packed.subarray(0, 20)), refusal(/compressed file is damaged, or was cut off/));
    for (const start of ['PK\x03\x04', '\xd0\xcf\x11\xe0\xa1\xb1', 'BZh91AY', '\x28\xb5\x2f\xfd'])
      await assert.rejects(catalogue.take(Buffer.from(`${start}....`, 'latin1')), refusal(/save it as CSV/), start);
  });

  test('a price that cannot be read costs the price and a line, not the product', async () => {
    await catalogue.anew();
    await catalogue.take('sku,title,price,currency\nA,A,5,EUR\n');
    const { counts, notices } = await catalogue.take('sku,title,price,currency\nA,A,on request,EUR\nB,B,"1,299",EUR\n');
    assert.deepEqual(counts, [1, 1, 0, 0]);
    assert.match(notices.join('\n'), /^line 2: price "on request" is left out.*\nline 3: price "1,299" is left out/);
    // What it cost before is not what it costs.
    assert.deepEqual([(await catalogue.product('A')).price, (await catalogue.product('B')).title], [null, 'B']);
    const json = await catalogue.take('[{"sku":"N","title":"N","price":1.299}]');
    assert.deepEqual([json.notices, (await catalogue.product('N')).price], [[], 1.299]);
  });

  test('a sale that has ended, or not begun, is none', async () => {
    await catalogue.anew();
    const now = () => Date.parse('2026-03-10T12:00:00Z');
    const row = (sku: string, sale: string, dates: string) => `${sku}\t${sku}\t\t24 EUR\t${sale}\t${dates}\n`;
    const { counts, notices, whole } = await catalogue.take(
      'id\ttitle\tlink\tprice\tsale_price\tsale_price_effective_date\n' +
        row('ENDED', '19 EUR', '2019-01-01T00:00+0000/2019-01-31T00:00+0000') +
        row('ENDED-MS', '19 EUR', '2026-03-01T00:00:00.000+01:00/2026-03-02T00:00:00.000+01:00') +
        row('RUNS', '19 EUR', '2026-03-01T00:00+0100/2026-03-10T14:00+0100') +
        row('OVER', '19 EUR', '2026-03-01/2026-03-10T12:30+0100') +
        row('TODAY', '19 EUR', '2026-03-01/2026-03-10') +
        row('LATER', '19 EUR', '2026-04-01T00:00Z/2026-04-30T00:00Z') +
        row('UNREAD', '19 EUR', 'spring/summer') +
        row('ASK', 'ask us', ''),
      { now },
    );
    assert.deepEqual([counts, notices.length], [[8, 0, 0, 0], 2], notices.join('\n'));
    const prices = async (sku: string) => {
      const { price, retail_price } = await catalogue.product(sku);
      return [price, retail_price];
    };
    for (const sku of ['ENDED', 'OVER', 'LATER', 'UNREAD', 'ASK']) assert.deepEqual(await prices(sku), [24, null], sku);
    for (const sku of ['RUNS', 'TODAY']) assert.deepEqual(await prices(sku), [19, 24], sku);
    assert.equal(whole.changesAt, Date.parse('2026-03-10T14:00+01:00'), 'when the first of them changes');
    const head = 'ID,Type,SKU,Name,Published,Date sale price starts,Date sale price ends,Sale price,Regular price\n';
    await catalogue.take(`${head}1,simple,W,W,1,,2026-03-09 23:59:59,5,8\n2,simple,V,V,1,,2026-03-11,5,8\n`, { now });
    assert.deepEqual(
      [await prices('W'), await prices('V')],
      [
        [8, null],
        [5, 8],
      ],
    );
  });
});

test('prices as shops write them, with signs and thousands', () => {
  const read: [string, string | null, string?][] = [
    ['€ 19.90', '19.90', 'EUR'],
    ['19,90\u00a0€', '19.90', 'EUR'],
    ['€1.299,-', '1299', 'EUR'],
    ['$19.90', '19.90'],
    ['$1,299', '1299'],
    ['$1,299.00', '1299.00'],
    ['US$ 19.90', '19.90', 'USD'],
    ['£1,299.00', '1299.00', 'GBP'],
    ['¥12,500', '12500'],
    ['12,500 JPY', '12500', 'JPY'],
    ['￥１,９８０', '1980'],
    ['1,980円', '1980', 'JPY'],
    ['19,90 Euro', '19.90', 'EUR'],
    ['1 299 руб.', '1299', 'RUB'],
    ['12.500 JPY', '12500', 'JPY'],
    ['1,299 USD', '1299', 'USD'],
    ['₹1,29,900.00', '129900.00', 'INR'],
    ['R$ 1.299,90', '1299.90', 'BRL'],
    ['199,00 kr', '199.00'],
    ['199 kr.', '199'],
    ['49,99 zł', '49.99', 'PLN'],
    ['1 299 Kč', '1299', 'CZK'],
    ["CHF 1'299.90", '1299.90', 'CHF'],
    ['1 299,90 EUR', '1299.90', 'EUR'],
    ['1.299.000', '1299000'],
    ['0.125', '0.125'],
    ['1.500 KWD', '1.500', 'KWD'],
    ['€ 19.90 EUR', '19.90', 'EUR'],
    ['0', '0'],
    ['$.99', '0.99'],
    ['.5', '0.5'],
    ['Rs.99', '99'],
    ['299:-', '299'],
    ['1.299,90 TL', '1299.90', 'TRY'],
    ['12.345đ', '12345', 'VND'],
    ['.999', null],
    ['1,299', null],
    ['1.299', null],
    ['1,299 EUR', null],
    ['12 5', null],
    ['-', null],
    ['-5', null],
    ['1e9', null],
    ['1.29.90', null],
    ['EUR 5 USD', null],
    ['$5 EUR', '5', 'EUR'],
    ['19.90-29.90', null],
    ['from 19.90', null],
    ['5 ABC', null],
    ['constructor 5', null],
  ];
  for (const [text, amount, currency] of read)
    assert.deepEqual(
      readPrice(text),
      amount === null ? null : { amount, ...(currency === undefined ? {} : { currency }) },
      text,
    );
});
