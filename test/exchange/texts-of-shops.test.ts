/** Texts as shops write them: HTML with entities, in every field of every format. */
import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { plainText } from '../../exchange/reading/plain-text.ts';
import { onEveryStore } from '../support/stores.ts';
import { categories, pictures, TestCatalogue } from './importing.ts';

onEveryStore((store) => {
  const catalogue = new TestCatalogue(store);

  test('a feed with entities in titles, skus, brands, categories and addresses is read as a reader sees it', async () => {
    await catalogue.anew();
    const file = join(import.meta.dirname, 'products', 'entities.xml');
    const { counts, refused } = await catalogue.take(createReadStream(file));
    assert.deepEqual(counts, [2, 0, 0, 0], JSON.stringify(refused));
    const dish = await catalogue.product('B&B-1');
    assert.deepEqual([dish.title, dish.brand], ['Bread & butter dish, crème', 'Smith & Sons']);
    assert.equal(dish.description, 'For H2O & tea – it’s "old"™ Oak Ash', 'no text of styles and scripts');
    assert.equal(dish.product_link, 'https://shop.example/p?a=1&copy=2&region=3');
    assert.deepEqual(
      [categories(dish), pictures(dish)],
      [['Table', 'Bread & Butter'], ['https://shop.example/i.jpg?v=1&w=2']],
    );
    const rope = await catalogue.product('CMP-2');
    assert.deepEqual(
      [rope.title, rope.description],
      ['Rope, 3<4 mm & region', '5 < 6 and 7 > 3; a<b, fish&chips&region'],
    );
  });

  test('a table with entities in the sku, the parent and the categories is read as a reader sees it', async () => {
    await catalogue.anew();
    const head = 'ID,Type,SKU,Name,Published,Description,Categories,Parent\n';
    const rows =
      '1,variation,H&amp;S,"Oil &amp; vinegar",1,"<p>&frac12; litre</p><style>p{}</style>","Oils &#038; more > Olive &lt;1 l",O&amp;V\n';
    assert.deepEqual((await catalogue.take(head + rows)).counts, [1, 0, 0, 0]);
    const oil = await catalogue.product('H&S');
    assert.deepEqual([oil.title, oil.item_group, oil.description], ['Oil & vinegar', 'O&V', '½ litre']);
    assert.deepEqual(categories(oil), ['Oils & more', 'Olive <1 l']);
    const own = 'sku,title,brand,categories,description\nX,Caf&eacute;,A &amp; B,"Tea &amp; coffee, Cups","One\nTwo"\n';
    await catalogue.take(own);
    const cafe = await catalogue.product('X');
    assert.deepEqual([cafe.title, cafe.brand, cafe.description], ['Café', 'A & B', 'One\nTwo']);
    assert.deepEqual(categories(cafe), ['Tea & coffee', 'Cups']);
    await catalogue.take('[{"sku":"J&amp;1","title":"T&uuml;r","categories":["A &amp; B"]}]');
    const door = await catalogue.product('J&1');
    assert.deepEqual([door.title, categories(door)], ['Tür', ['A & B']]);
  });
});

test('signs of a comparison are no tags, though letters stand behind them', () => {
  for (const text of ['a<b && c>d', 'x<y, y>z', 'i<b - 1 and b>2']) assert.equal(plainText(text, 100), text);
  for (const html of [
    '<br>x',
    '<br/>x',
    "<img\nsrc='a&b'>x",
    '<o:p>x</o:p>',
    '<b @click="y">x</b>',
    '<p a="1>2">x</p >',
  ])
    assert.equal(plainText(html, 100), 'x', html);
});

test('markup that is never closed, nested or as long as can be takes no more than its length', () => {
  for (const piece of ['<b>', '<a href="', '<!--', '<script>', '<', '&', '&lt', '</', "<p title='>"]) {
    const text = plainText(piece.repeat(200_000), 100);
    assert.ok(text.length <= 100, piece);
  }
  assert.equal(plainText('before <script>x</scr', 100), 'before');
});
