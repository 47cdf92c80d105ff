/** Texts of several lines, which browsers send with two characters for each break, through both programs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LONGEST_QUESTION, LONGEST_TEXT } from '../../contract/endpoints/limits.ts';
import { AskingShop } from '../support/asking-shop.ts';
import { png } from '../support/pictures.ts';
import { until, type TestProxy } from './harness.ts';

/** As long as its field lets somebody type, a third of it breaks and faces that count as two. */
const filled = (longest: number): string => 'a\n🙂\n'.repeat(longest).slice(0, longest - 1) + 'z';

const sent = { sku: 'MUG', first_name: 'Ann', elapsed: '5000', rating: '4' };
let networks = 0;
/** As a form of a browser sends it: multipart, with `\r\n` for each break. */
function post(proxy: TestProxy, path: string, fields: Record<string, string>, photo?: Buffer) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...sent, ...fields })) form.append(name, value);
  if (photo) form.append('image1', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'photo.png');
  return proxy.post(path, form, { 'x-forwarded-for': `198.51.100.${(networks += 1)}` });
}

test('a text of several lines that fills its field is taken, and is what was typed', async () => {
  await using asking = await AskingShop.open();
  const proxy = await asking.startProxy();
  const written = filled(LONGEST_TEXT);
  // With a photo the review travels as multipart to the service, too.
  for (const photo of [undefined, await png()]) {
    const title = photo ? 'With a photo' : 'Without';
    const added = await post(proxy, '/product/reviews/add', { title, content: written }, photo);
    assert.equal(added.http, 200, added.text);
    assert.equal(added.body.product_review.content, written);
    await until('the list has it as it was typed', async () => {
      const { body } = await proxy.shop('/product/reviews?sku=MUG');
      return body.product_reviews.some((one: typeof sent & { title: string; content: string }) => {
        return one.title === title && one.content === written;
      });
    });
  }
  const question = filled(LONGEST_QUESTION);
  assert.equal((await post(proxy, '/product/questions/add', { content: question })).http, 200);
  assert.equal((await post(proxy, '/product/questions/add', { content: `${question}x` })).http, 400);
  const kept = await asking.inService((db) =>
    db
      .selectFrom('product_question' as never)
      .selectAll()
      .execute(),
  );
  assert.ok(JSON.stringify(kept).includes(JSON.stringify(question).slice(1, -1)));
});

test('a form that is sent as a page sends it keeps the breaks that were typed', async () => {
  await using asking = await AskingShop.open();
  const proxy = await asking.startProxy();
  const content = 'Holds well.\r\n\r\nPours well.\rEven hot.';
  const added = await proxy.post('/product/reviews/add', { ...sent, title: 'Good', content });
  assert.equal(added.body.product_review.content, 'Holds well.\n\nPours well.\nEven hot.');
});
