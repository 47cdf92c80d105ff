/**
 * A file of each format with a row for each rule that its columns can meet; what each row becomes is beside the file, a
 * line for each review.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { FileRefused } from '../../../exchange/file-refused.ts';
import { readMap } from '../../../exchange/reviews/map.ts';
import type { FormatName } from '../../../exchange/reviews/format.ts';
import { fileOf, read, table } from './reading.ts';

const recognised: readonly (readonly [file: string, format: FormatName])[] = [
  ['judgeme', 'judgeme'],
  ['judgeme-template', 'judgeme'],
  ['judgeme-older', 'judgeme'],
  ['yotpo', 'yotpo'],
  ['yotpo-template', 'yotpo'],
  ['yotpo-older', 'yotpo'],
  ['loox', 'loox'],
  ['loox-template', 'loox'],
  ['okendo', 'okendo'],
  ['woocommerce', 'woocommerce'],
  ['cusrev', 'cusrev'],
  ['sitereviews', 'sitereviews'],
  ['shopify', 'shopify'],
  ['trustpilot', 'trustpilot'],
  ['trustpilot-newer', 'trustpilot'],
  ['feefo', 'feefo'],
];
const named: readonly (readonly [file: string, format: FormatName])[] = [
  ['okendo-export', 'okendo'],
  ['stamped', 'stamped'],
  ['stamped-widget', 'stamped'],
  ['own', 'csv'],
];

async function check(name: string, format: FormatName, wanted?: FormatName): Promise<void> {
  const { file, lines } = await read(`${name}.csv`, { format: wanted });
  assert.equal(file.format.name, format);
  const notes = [...file.notes].map(([note, reviews]) => `note ${reviews}: ${note}`);
  const untaken = [...file.untaken].map(([title, cells]) => `not taken ${cells}: ${title}`);
  const expected = readFileSync(fileOf(`${name}.txt`), 'utf8').trimEnd();
  assert.equal([...lines, ...notes, ...untaken].join('\n'), expected);
}

for (const [name, format] of recognised) test(`${name}: recognised by its header`, () => check(name, format));
for (const [name, format] of named)
  test(`${name}: by --format alone`, async () => {
    await assert.rejects(read(`${name}.csv`), /fits no format.*--format: judgeme, yotpo/);
    await check(name, format, format);
  });

for (const name of ['opinew', 'ryviu', 'powerreviews'])
  test(`${name}: refused with the map that takes it, and hidden by that where it is hidden`, async () => {
    const refused = await read(`${name}.csv`).then(
      () => assert.fail('taken'),
      (error: FileRefused) => error.message,
    );
    const [, pairs] = /--format csv --map '([^']+)'/.exec(refused)!;
    const dateOrder = refused.endsWith('--date-order mdy') ? 'mdy' : undefined;
    const map = readMap(pairs!)!;
    const { lines } = await read(`${name}.csv`, { format: 'csv', map, dateOrder });
    assert.equal(lines.join('\n'), readFileSync(fileOf(`${name}.txt`), 'utf8').trimEnd());
    await assert.rejects(read(`${name}.csv`, { format: 'judgeme' }), FileRefused, 'whatever else it is said to be');
  });

test('a header that fits two formats is refused with both', async () => {
  const file = table('curated,photo_url,rating,body,review_date,created_at\nok,,5,b,2024-03-05,2024-03-05\n');
  await assert.rejects(read(file), /several formats.*--format: judgeme, loox$/);
});

test('columns that several formats have tell nothing', async () => {
  await assert.rejects(read(table('metaobject_handle,incentivized,rating\nm,true,5\n')), /fits no format/);
});

test('an export without the column that says what was hidden is refused', async () => {
  const file = table('id,rating,email,img,nickname,full_name,review,date,productId\n1,5,,,A,A B,r,2024-03-05,555\n');
  await assert.rejects(read(file), /not of the format loox: it has no column status/);
});

test('any table by a map, whose titles may hold commas', async () => {
  const map = readMap('Stars, of five=rating,When=created,Who=name,Words=content,SKU=sku,Fit=attribute:How it fits')!;
  const file = table('"Stars, of five"\tWhen\tWho\tWords\tSKU\tFit\n4,6\t5.3.2024\tAnn Lee\tGood\tMUG-1\tWell\n');
  const { lines, file: opened } = await read(file, { map, dateOrder: 'dmy' });
  assert.deepEqual(lines, [
    '2  MUG-1||||  5*  /Good  Ann L  <>  2024-03-05T00:00:00.000Z  published  How it fits=Well',
  ]);
  assert.equal(opened.format.name, 'csv');
  await assert.rejects(read(file, { map: readMap('Rating=rating')! }), /--map names the column "Rating"/);
  for (const wrong of ['', 'Stars', 'Stars=points', 'Stars=rating;Who=name', '=rating'])
    assert.equal(readMap(wrong), null, wrong);
});

test('a map says what a column of a known format means', async () => {
  const file = table('curated,title,body,rating,review_date,reviewer_name,Bought\nok,t,b,5,5/3/2024,A,yes\n');
  const { lines } = await read(file, { format: 'judgeme', map: readMap('Bought=verified')! });
  assert.match(lines[0]!, /verified$/);
});
