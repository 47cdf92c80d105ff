/** Files of orders, as shops export them. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { FileRefused } from '../../exchange/file-refused.ts';
import { MOST_ROWS, readOrders } from '../../exchange/orders/read-orders.ts';

async function* bytesOf(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof content === 'string' ? Buffer.from(content) : content;
}

const notices: string[] = [];
const read = (content: string | Uint8Array) => readOrders(bytesOf(content), (notice) => notices.push(notice));
const fileOf = (name: string) => readFile(join(import.meta.dirname, 'orders', name));
const refused = (content: string | Uint8Array, line: number, reason: RegExp) =>
  assert.rejects(read(content), (error) => {
    assert.ok(error instanceof FileRefused);
    assert.match(error.message, reason);
    assert.equal(error.line, line);
    return true;
  });

const jane = {
  email: 'jane@customers.example',
  order_id: '#1001',
  order_date: '2026-11-03',
  first_name: 'Jane Mary',
  last_name: 'Doe',
  product_skus: 'MUG-1,POT-1',
  language: '',
};

test('an export of Shopify is an order for each name, with the line items of the rows below it', async () => {
  const found = await read(await fileOf('shopify.csv'));
  assert.deepEqual(found, [
    { line: 2, fields: jane },
    { line: 4, leftOut: 'cancelled' },
    { line: 5, leftOut: 'refunded' },
    { line: 6, refused: 'none of its line items has a SKU' },
    {
      line: 7,
      fields: {
        ...jane,
        email: 'li@customers.example',
        order_id: '#1005',
        first_name: 'Li',
        last_name: '',
        product_skus: 'MUG-1',
      },
    },
  ]);
});

test('exports of WooCommerce have their line items in one cell, in numbered ones, or in rows', async () => {
  const order = { ...jane, order_id: '1001', first_name: 'Jane' };
  const files = ['woocommerce-import-export.csv', 'woocommerce-customer-order.csv', 'woocommerce-advanced.csv'];
  for (const file of files) {
    const found = await read(await fileOf(file));
    assert.deepEqual(found[0], { line: 2, fields: order }, file);
    assert.deepEqual(
      found.slice(1).map((one) => ('leftOut' in one ? one.leftOut : 'refused' in one ? one.refused : one.fields)),
      [
        {
          ...order,
          email: 'li@customers.example',
          order_id: '1002',
          first_name: 'Li',
          last_name: '',
          product_skus: '25',
        },
        'failed',
        'whether to ask about the order cannot be told from its state "Abgeschlossen"',
      ],
      file,
    );
  }
});

test('a table with the names of the API may have other columns, another separator and rows of one order', async () => {
  const table = [
    'Notes;Phone;email;order id;Order_Date;product_sku;first_name;language',
    ';x;jane@customers.example;7;2026-11-03T10:00:00Z;MUG-1;Jané;de',
    ';x;jane@customers.example;7;2026-11-03;"POT-1\nPOT-2";Jané;de',
    ';x;li@customers.example;7;2026-11-03;MUG-1;;',
  ].join('\r\n');
  const order = { ...jane, order_id: '7', first_name: 'Jané', last_name: '', language: 'de' };
  const wanted = [
    { line: 2, fields: { ...order, product_skus: 'MUG-1,POT-1\nPOT-2' } },
    {
      line: 5,
      fields: { ...order, email: 'li@customers.example', first_name: '', language: '', product_skus: 'MUG-1' },
    },
  ];
  assert.deepEqual(await read(table), wanted);
  assert.deepEqual(notices, []);
  assert.deepEqual(await read(Buffer.from(table, 'latin1')), wanted);
  assert.match(notices.join(), /Windows-1252/);
});

test('a row that does not fit is refused by its line, and a file that is broken, of no format or too long is refused whole', async () => {
  const header = 'email,order_id,order_date,product_skus\n';
  const row = 'a@customers.example,1,2026-11-03,MUG-1\n';
  assert.deepEqual((await read(`${header}a,b,c,d,e\n${row}`))[0], {
    line: 2,
    refused: 'the row has 5 cells, and the header has 4',
  });
  await refused(
    `${header}${row}"a@customers.example,2,2026-11-03,MUG-1\n`,
    3,
    /quotation mark is opened and never closed/,
  );
  await refused(`${header}${row}a@customers.example,2`, 3, /ends in the middle of this row/);
  await refused('', 0, /empty/);
  await refused(Buffer.from('PK\x03\x04more', 'latin1'), 0, /save it as CSV/);
  await refused(
    'Date,Order #,Customer,Product(s)\n2026-11-03,1,Jane,Mug\n',
    1,
    /needs email, order_id, order_date and product_skus/,
  );
  await refused(header + row.repeat(MOST_ROWS + 1), MOST_ROWS + 2, /more than 20000 rows/);
});
