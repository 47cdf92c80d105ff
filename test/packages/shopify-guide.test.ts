/** What the guide for Shopify says of buyers and orders, tried on a shop that runs. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { blocksOf } from '../support/markdown.ts';
import { OwnShop } from '../support/own-shop.ts';
import { freePort } from '../support/ports.ts';
import { renderLiquid, snippets } from '../support/shopify.ts';

let own: OwnShop;
before(async () => {
  own = await OwnShop.open(['MUG-1,Mug', 'POT-1,Pot']);
});
after(() => own[Symbol.asyncDispose]());

const blocks = blocksOf('guides/shopify.md');

/** Keys of the objects that Shopify has on a product page. */
const mug = { id: 7, handle: 'mug', selected_or_first_available_variant: { sku: 'MUG-1' } };
const order = (name: string, cancelled: boolean, ...products: number[]) => ({
  name,
  cancelled,
  line_items: products.map((id) => ({ product: { id } })),
});
const buyer = {
  email: 'jane@customers.example',
  first_name: 'Jan\u00e9 "J"',
  last_name: "O'Neil",
  orders: [order('#1001', true, 7), order('#1002', false, 8), order('#1003', false, 8, 7), order('#1004', false, 7)],
};

/** The form of the product page. */
const formFor = async (customer: object | null): Promise<string> => {
  const { code } = blocks.find(({ code }) => code.includes("render 'plaudit-customer'"))!;
  const signing = snippets['plaudit-customer.liquid']!.replace(
    'PLAUDIT_CUSTOMER_SECRET',
    own.secret('PLAUDIT_CUSTOMER_SECRET'),
  );
  const data = { product: mug, customer, sku: 'MUG-1' };
  return (await renderLiquid(code, data, { ...snippets, 'plaudit-customer.liquid': signing })).trim();
};

test('who has bought the product writes as its verified buyer: the signature that Liquid made is right', async () => {
  const [, token] = /^<plaudit-review-form sku="MUG-1" customer="([\w.-]+)"><\/plaudit-review-form>$/.exec(
    await formFor(buyer),
  )!;
  const body = new URLSearchParams({ sku: 'MUG-1', title: 'Good', content: 'Keeps tea warm.', rating: '5' });
  const headers = { 'plaudit-customer': token! };
  const added = await fetch(`${own.url}/v1/businesses/-/product/reviews/add`, { method: 'POST', body, headers });
  assert.equal(added.status, 200, await added.text());
  const {
    product_reviews: [review],
  } = await own.merchant<{ product_reviews: { order_id: string; user: { firstName: string } }[] }>(
    '/product/reviews?sku=MUG-1',
  );
  assert.deepEqual([review!.order_id, review!.user.firstName], ['#1003', 'Jan\u00e9 "J"']);
});

test('who is not signed in, or has not bought the product, writes as anybody', async () => {
  const plain = '<plaudit-review-form sku="MUG-1"></plaudit-review-form>';
  assert.equal(await formFor(null), plain);
  assert.equal(await formFor({ ...buyer, orders: buyer.orders.slice(0, 2) }), plain);
});

/** Waits until it answers at all. */
async function listening(url: string, program: ChildProcess): Promise<void> {
  for (;;) {
    assert.equal(program.exitCode, null, 'it runs');
    if (await fetch(url).catch(() => null)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('a fulfilled order of Shopify asks its customer for reviews, once, and nobody else can ask', async () => {
  const { code } = blocks.find(({ code }) => code.startsWith('// shopify-orders.mjs'))!;
  writeFileSync(join(own.folder, 'shopify-orders.mjs'), code);
  const port = String(await freePort());
  const env = {
    ...process.env,
    PLAUDIT_MERCHANT_KEY: own.secret('PLAUDIT_MERCHANT_KEY'),
    SHOPIFY_SECRET: 'secret of the webhook',
    PROXY: own.url,
    PORT: port,
  };
  const program = spawn(process.execPath, ['shopify-orders.mjs'], {
    cwd: own.folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  program.stderr.setEncoding('utf8').on('data', (said: string) => (complaints += said));
  try {
    const url = `http://127.0.0.1:${port}/`;
    await listening(url, program);
    const body = JSON.stringify({
      email: 'jane@customers.example',
      name: '#1003',
      created_at: '2026-11-03T10:00:00+01:00',
      customer: { first_name: 'Jane', last_name: 'Doe' },
      customer_locale: 'de-DE',
      line_items: [{ sku: 'MUG-1' }, { sku: null, title: 'Gift card' }, { sku: 'POT-1' }],
    });
    const send = async (secret: string) => {
      const headers = { 'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64') };
      return (await fetch(url, { method: 'POST', body, headers })).status;
    };
    assert.equal(await send('of somebody else'), 401);
    assert.deepEqual(own.mails, []);
    assert.deepEqual([await send('secret of the webhook'), await send('secret of the webhook')], [200, 200]);
    while (own.mails.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.match(own.mails.join(''), /^To: .*jane@customers\.example/m);
    assert.equal(own.mails.length, 1);
    assert.match(complaints, /^Order #1003: no SKU, so no review is asked for: Gift card\n/);
  } finally {
    const gone = once(program, 'exit');
    program.kill();
    await gone;
  }
});
