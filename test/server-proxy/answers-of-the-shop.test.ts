import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildRenderer } from '../support/renderer.ts';
import { comment, user } from './fake-upstream.ts';
import { Stage } from './harness.ts';

buildRenderer();

const shop = { ...user(1), username: 'shop.example', firstName: 'Shop' };
type Written = { readonly by_business?: true; readonly author: { readonly username: string } };
type Asked = { readonly answers: readonly Written[] };
const isOfShop = (written: readonly Written[]) => written.map(({ by_business }) => by_business ?? null);

test('an answer and a comment of the shop say that it is the shop, and nobody else does', async () => {
  await using stage = await Stage.open();
  const { content } = stage.upstream;
  for (const question of [...content.productQuestions, ...content.questions]) {
    const [answer] = question['answers'] as object[];
    question['answers'] = [answer, { ...answer, id: '10', author: shop }];
  }
  content.comments = [comment(11, 'By the shop', { author: shop }), comment(11, 'By somebody')];
  const cold = await stage.proxy();
  const ask = async () => {
    const [products, business, comments] = await Promise.all([
      cold.shop('/product/questions?sku=SKU-1'),
      cold.shop('/questions'),
      cold.shop('/review/comments'),
    ]);
    const [ofProduct, ofShop] = [products, business].map(({ body }) => (body.questions as Asked[])[0]!.answers);
    return [isOfShop(ofProduct!), isOfShop(ofShop!), isOfShop(comments.body.comments as Written[])];
  };
  const expected = [
    [null, true],
    [null, true],
    [true, null],
  ];
  assert.deepEqual(await ask(), expected);
  const proxy = await cold.mirrored();
  assert.deepEqual(await ask(), expected);
  const { text } = await proxy.get('/render/plaudit-questions?sku=SKU-1&locale=en');
  assert.equal(text.match(/From the shop/g)?.length, 1);
});
