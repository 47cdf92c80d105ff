/**
 * A merchant's day, from the first table of products to the end of it all: the commands of the pages are pasted one after
 * the other into one folder, in which a shop runs that has what a day brings.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openServiceDatabase } from '../../review-service/database.ts';
import { saveContent } from '../support/content.ts';
import { until } from '../server-proxy/harness.ts';
import { Follower, password, shellBlocksOf } from '../support/followed.ts';
import { blocksOf } from '../support/markdown.ts';

const shop = 'your-shop.example';
const jane = { username: 'jane', firstName: 'Jane', lastName: 'D', email: 'jane@customers.example' };
const alex = { username: 'alex', firstName: 'Alex', lastName: 'P' };
const li = { username: 'li', firstName: 'Li', lastName: '', email: 'li@customers.example' };

/** What waits in the morning, under the numbers that the page has. */
const content = {
  products: [
    { id: 1, sku: 'MUG-1', title: 'Mug' },
    { id: 2, sku: 'POT-1', title: 'Pot' },
  ],
  productReviews: [
    { id: 41, product: { sku: 'MUG-1' }, published: 'pending', title: 'Waits', user: li },
    { id: 42, product: { sku: 'POT-1' }, title: 'Says where somebody lives', user: jane },
    { id: 43, product: { sku: 'POT-1' }, title: 'Asks to be forgotten', user: alex },
  ],
  reviews: [{ reviewNo: 17, title: 'The handle was missing', author: li }],
  productQuestions: [{ id: 51, content: 'Dishwasher?', published: 'pending', product: { sku: 'MUG-1' } }],
};

/** The blocks of a document that the page says to save, by their names. */
function save(terminal: Follower, document: string): void {
  for (const { language, code } of blocksOf(document)) {
    const [, name] = /^\/\/ ([\w-]+\.mjs)\n/.exec(code) ?? [];
    if (name) terminal.write(name, code);
    if (language === 'csv') terminal.write(code.startsWith('email') ? 'orders.csv' : 'currency.csv', code);
  }
}

/** Pastes a document. @returns what each block printed */
async function paste(terminal: Follower, document: string): Promise<string[]> {
  save(terminal, document);
  const said: string[] = [];
  for (const block of shellBlocksOf(`docs/${document}`)) {
    // The one number that is different each time.
    const [, report = 'ID'] = /^(\S+)\t.*\t42 --product\t/m.exec(said.join('\n')) ?? [];
    // test/packages/systemd-guide.test.ts has a machine for it.
    if (block.startsWith('systemctl')) continue;
    said.push(await terminal.run(block.replace('close ID', `close ${report}`)));
  }
  return said;
}

/** What the pages before lead to: a shop with an owner, which runs. */
async function startShop(terminal: Follower): Promise<void> {
  const start = shellBlocksOf('docs/starting-a-shop.md#Without a browser')[0]!
    // A feed of a shop that is not there.
    .replace(/ --feed \S+/, '')
    .replace('PASSWORD=…', `PASSWORD='${password}'`);
  await terminal.serve(start);
  await terminal.stopAll();
  const db = await openServiceDatabase({ directory: join(terminal.folder, 'data', 'service') });
  await saveContent(db, shop, content);
  await db.destroy();
  await terminal.serve(start);
}

const mailsOf = (terminal: Follower): string[] => readdirSync(join(terminal.folder, 'data', 'service', 'mail'));

test('a merchant’s day and the last one lead nowhere wrong, as they are pasted', { timeout: 600_000 }, async () => {
  await using terminal = await Follower.open();
  await startShop(terminal);
  const report = { review_id: '42', reason: 'personal_info', message: 'It says where I live.' };
  await until('the proxy knows that the service takes reports, and the report is in', async () => {
    const body = new URLSearchParams(report);
    return (await fetch(`${terminal.url}/v1/businesses/-/product/reviews/flag`, { method: 'POST', body })).ok;
  });

  terminal.write('products.csv', 'sku,title,price\nMUG-1,Mug,19.90\n');
  const taken = await paste(terminal, 'guides/woocommerce.md');
  assert.deepEqual(
    taken.map((said) => /^\d+ products: .*/m.exec(said)?.[0]),
    [
      '1 products: 0 added, 1 changed, 0 unchanged, 0 refused',
      '1 products: 0 added, 1 changed, 0 unchanged, 0 refused',
    ],
  );

  const day = (await paste(terminal, 'a-merchants-day.md')).join('\n');
  for (const wanted of [
    /^41\t.*\tMUG-1\theld\t-\tLi/m,
    /^51\tpending/m,
    /^\S+\t.*\t42 --product\tpersonal_info/m,
    /^Product review 41 is published$/m,
    /^Product review 42 is hidden/m,
    /^Review 17 has a reply of the shop$/m,
    /^2 orders: 1 asked, 1 already asked, 0 unsubscribed, 0 refused$/m,
    /^\S+\t(?:waiting|sent)\t1002\tli@customers\.example\tMUG-1$/m,
    /^Erased from the review service.*: 1 review,[^]*^43\t.*\tAlex P\t[^]*^Erased from the review service.*: 1 review,/m,
  ])
    assert.match(day, wanted);
  assert.ok(mailsOf(terminal).length > 0, 'a customer is asked by mail');
  await until('shoppers see what was published, and nobody who was erased', async () => {
    const answer = await fetch(`${terminal.url}/v1/businesses/-/product/reviews`);
    const { product_reviews: reviews } = (await answer.json()) as { product_reviews: { id: number }[] };
    return reviews.map(({ id }) => id).join() === '41';
  });

  await paste(terminal, 'uninstalling.md');
  for (const taken of ['last-backup.sqlite', 'last-export.tar']) assert.ok(existsSync(join(terminal.folder, taken)));
  assert.ok(!existsSync(join(terminal.folder, 'data')));
});
