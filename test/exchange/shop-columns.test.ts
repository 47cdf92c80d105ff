/** Exports of shops with the columns that their programs write, in whatever language and edition. */
import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import woocommerce from '../../exchange/products/columns/woocommerce.json' with { type: 'json' };
import { FileRefused } from '../../exchange/file-refused.ts';
import { onEveryStore } from '../support/stores.ts';
import { categories, pictures, TestCatalogue } from './importing.ts';

const fixture = (name: string) => createReadStream(join(import.meta.dirname, 'products', name));
const refusal = (pattern: RegExp) => (error: Error) => error instanceof FileRefused && pattern.test(error.message);

onEveryStore((store) => {
  const catalogue = new TestCatalogue(store);

  test('an export of WooCommerce in German leaves drafts out, keeps skus and drops HTML', async () => {
    await catalogue.anew();
    const { counts, whole, refused, notices } = await catalogue.take(fixture('woocommerce.de.csv'));
    assert.deepEqual([counts, whole.unpublished], [[1, 0, 0, 0], 3], JSON.stringify(refused));
    const vase = await catalogue.product('VASE-7');
    assert.deepEqual(
      [vase.title, vase.description, vase.price, vase.gtin],
      ['Vase klein', 'Gebrannt in Höhr', 24.5, '4006381333931'],
    );
    assert.deepEqual([categories(vase), pictures(vase)], [['Wohnen', 'Vasen'], ['https://laden.example/v.jpg']]);
    assert.deepEqual(notices, []);
    assert.deepEqual(
      (await catalogue.take(fixture('woocommerce.de.csv'), { format: 'woocommerce' })).counts,
      [0, 0, 1, 0],
    );
  });

  for (const [language, titles] of Object.entries(woocommerce))
    test(`an export of WooCommerce in the language ${language} is read by its own columns`, async () => {
      await catalogue.anew();
      const titleOf = (field: keyof typeof woocommerce.en): string =>
        (titles as Partial<typeof woocommerce.en>)[field]?.[0] ?? woocommerce.en[field][0]!;
      const row = (sku: string, published: string) =>
        [
          ['id', '7'],
          ['type', 'simple'],
          ['sku', sku],
          ['name', 'A name'],
          ['published', published],
          ['description', '<p>Words</p>'],
          ['saleprice', '4'],
          ['regularprice', '5'],
          ['categories', 'One > Two'],
          ['images', 'https://shop.example/1.jpg'],
          ['brands', 'Ours'],
        ] as [keyof typeof woocommerce.en, string][];
      const line = (cells: string[]) => `${cells.map((cell) => `"${cell}"`).join(',')}\n`;
      const file =
        line(row('', '').map(([field]) => titleOf(field))) +
        line(row('SHOWN', '1').map(([, value]) => value)) +
        line(row('DRAFT', '-1').map(([, value]) => value));
      const { counts, whole, notices } = await catalogue.take(file);
      assert.deepEqual([counts, whole.unpublished, notices], [[1, 0, 0, 0], 1, []]);
      const { title, description, price, retail_price, brand, ...product } = await catalogue.product('SHOWN');
      assert.deepEqual([title, description, price, retail_price, brand], ['A name', 'Words', 4, 5, 'Ours']);
      assert.deepEqual([categories(product as never), pictures(product as never).length], [['One', 'Two'], 1]);
    });

  test('an export of WooCommerce in a language that is not known says how to export in English', async () => {
    await catalogue.anew();
    const finnish = 'ID,Tyyppi,Tuotetunnus,Nimi,Julkaistu,Kuvaus\n1,simple,A,Kuppi,-1,x\n';
    const howTo = refusal(/WooCommerce.*export it in English: in WordPress under Users, Profile/);
    await assert.rejects(catalogue.take(finnish), howTo);
    await assert.rejects(
      catalogue.take(finnish, { format: 'woocommerce' }),
      refusal(/no column Type, SKU, Name, Published\. .*export it in English/),
    );
    const half = 'ID,Typ,Artikelnummer,Name,Veröffentlicht,Preis neu\n1,simple,A,Tasse,1,5\n';
    const { counts, notices } = await catalogue.take(half);
    assert.deepEqual(counts, [1, 0, 0, 0]);
    assert.match(notices.join('\n'), /woocommerce has no such columns: "Preis neu"\. .*export it in English/);
  });

  test('Shopify’s present columns are not taken for the API’s own: drafts and unpublished products stay out', async () => {
    await catalogue.anew();
    const { counts, whole, refused, notices } = await catalogue.take(fixture('shopify-present.csv'));
    assert.deepEqual([counts, whole.unpublished, notices], [[2, 0, 0, 0], 2, []], JSON.stringify(refused));
    const [grey, red] = [await catalogue.product('SCARF-GREY'), await catalogue.product('SCARF-RED')];
    assert.deepEqual(
      [grey.title, grey.item_group, grey.description, grey.brand, grey.gtin],
      ['Wool scarf (Grey)', 'wool-scarf', 'Warm merino wool', 'Knit & Co', '0401'],
    );
    assert.deepEqual([grey.price, grey.retail_price, categories(grey)], [39, 45, ['Scarves']]);
    assert.deepEqual([red.title, pictures(red).length], ['Wool scarf (Red)', 2]);
    const unclear = 'Title,URL handle,Published on online store,Status,SKU,Price\nA,a,TRUE,Entwurf,A,1\n';
    assert.match((await catalogue.take(unclear)).refused[0]![1], /published cannot be told from "Entwurf"/);
  });

  test('a named format is held to its columns: without what tells drafts apart, nothing is taken', async () => {
    await catalogue.anew();
    for (const [format, header, lacks] of [
      ['shopify', 'Handle,Title,Variant SKU,Variant Price,Status', 'Published'],
      ['shopify', 'URL handle,Title,SKU,Price,Published on online store', 'Status'],
      ['woocommerce', 'ID,Type,SKU,Name', 'Published'],
      ['google', 'id,title', 'link'],
      ['csv', 'title,price', 'sku'],
    ] as const)
      await assert.rejects(
        catalogue.take(`${header}\n1,1,1,1,true\n`, { format }),
        refusal(new RegExp(`not of the format ${format}: it has no column ${lacks}`)),
      );
  });

  test('a layout of another program is not taken for the API’s own columns', async () => {
    await catalogue.anew();
    for (const header of [
      'Product ID,Variant ID,Product Type,Product Page,Title,Description,SKU,Price,Stock,Categories,Tags,Visible',
      'sku,title,price,status',
      'SKU,Title,Veröffentlicht',
      'TITLE,DESCRIPTION,PRICE,QUANTITY,TAGS,MATERIALS,IMAGE1,SKU',
    ])
      await assert.rejects(
        catalogue.take(`${header}\n${header.replaceAll(/[^,]+/g, '1')}\n`),
        refusal(/fits no format \(its columns are ".*--format/),
      );
  });

  test('columns that a file has and its format has not are said', async () => {
    await catalogue.anew();
    const own = await catalogue.take('sku,title,colour,prize\nA,A,red,5\n', { format: 'csv' });
    assert.deepEqual([own.counts, own.notices.length], [[1, 0, 0, 0], 1]);
    assert.match(own.notices[0]!, /format csv has no such columns: "colour", "prize"/);
    const few = await catalogue.take('sku,title,price,colour\nB,B,5,red\n');
    assert.match(few.notices.join('\n'), /no such columns: "colour"/);
    const google = await catalogue.take('id\ttitle\tlink\tcustom_label_0\tlagerplatz\nC\tC\t\tx\ty\n');
    assert.match(google.notices.join('\n'), /format google has no such columns: "lagerplatz"$/);
  });
});
