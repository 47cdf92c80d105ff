import assert from 'node:assert/strict';
import { test } from 'node:test';
import { png } from '../support/pictures.ts';
import { merchantKey, Stage } from './harness.ts';

const picture = async () => new Blob([new Uint8Array(await png())]);

test('what a merchant says or asks and nobody reads is refused by its name, and not answered with OK', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  const product = { sku: 'SKU-1', title: 'Kettle' };
  const review = { sku: 'SKU-1', title: 'Quiet', content: 'It hums.', rating: '5' };
  const before = await proxy.foregroundCalls();
  for (const [path, body, name] of [
    ['/products/add', { ...product, new_sku: 'SKU-9' }, 'new_sku'],
    ['/products/add', { ...product, toString: 'x' }, 'toString'],
    ['/products/add', { ...product, 'categories[]': 'Kitchen' }, 'categories\\[\\]'],
    ['/product/reviews/add', { ...review, created: '2020-01-01' }, 'created'],
    ['/product/reviews/add', { ...review, date: '2020-01-01' }, 'date'],
    ['/product/reviews/add', { ...review, verified: '1' }, 'verified'],
    ['/product/reviews/vote', { review_id: '1', vote: 'positive', replace: '1' }, 'replace'],
    ['/product/reviews/add', { ...review, homepage: '' }, 'homepage'],
    ['/product/reviews/add', { ...review, image: 'https://shop.example/a.jpg' }, 'image'],
    ['/product/images/remove', { product_id: '1', image_id: '1', sku: 'SKU-1' }, 'sku'],
    ['/review/request/add', { email: 'a@b.example', order_id: '1', order_date: '2026-01-01', name: 'Ann' }, 'name'],
    ['/reviews/publish', { review_no: '13', note: 'x' }, 'note'],
    ['/queue/drop', { id: 'one', reason: 'spam' }, 'reason'],
    ['/products/remove?dry_run=1', { product_id: '3' }, 'dry_run'],
    ['/products/add?price=3', product, 'price'],
    ['/product/reviews/add', { ...review, sku: 'SKU\n1' }, 'sku'],
    ['/products/add', { ...product, sku: 'SKU\u00851' }, 'sku'],
    ['/product/reviews?limit=5', undefined, 'limit'],
    ['/reviews?toString=1', undefined, 'toString'],
    ['/transparency?since=2026', undefined, 'since'],
    ['/queue?status=held', undefined, 'status'],
  ] as const) {
    const { http, body: answer } = await proxy.merchant(`/businesses/-${path}`, body && { body });
    assert.deepEqual([http, answer.errorCode], [400, 306], path);
    assert.match(answer.errorReason, new RegExp(`^Parameter ${name} `));
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(review)) form.append(name, value);
  form.append('photo', await picture(), 'a.png');
  const { http, body: answer } = await proxy.merchant('/businesses/-/product/reviews/add', { body: form });
  assert.deepEqual([http, answer.errorCode], [400, 306]);
  assert.match(answer.errorReason, /^Parameter photo /);
  assert.equal(await proxy.foregroundCalls(), before);
});

test('whatever the specification or an extension has is no unknown parameter, in each of its variants', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  const removal = new FormData();
  for (const [name, value] of Object.entries({ product_id: '1', image_id: '1' })) removal.append(name, value);
  removal.append('qqfile', await picture(), 'a.png');
  const request = { email: 'a@b.example', order_id: '1', order_date: '2026-01-01' };
  for (const [path, body] of [
    [
      '/product/reviews/add',
      {
        sku: 'SKU-1',
        product_id: '1',
        title: 'Quiet',
        content: 'It hums.',
        rating: '5',
        user_name: 'Ann B',
        location: 'main',
        image1: 'https://shop.example/a.jpg',
        caption1: 'On the stove',
      },
    ],
    ['/product/review/request/add', { ...request, product_sku: 'SKU-1', return_link: '1' }],
    ['/review/request/add', { ...request, product_sku: 'SKU-1', labels: 'a,b' }],
    ['/product/images/add', { sku: 'SKU-1', image: 'https://shop.example/a.jpg' }],
    ['/product/images/remove', removal],
    ['/product/reviews?sku=SKU-1&client_token=mine', undefined],
    // The proxy adds its own.
    ['/products/remove?client_token=mine', { product_id: '3', user_token: 'mine' }],
  ] as const) {
    // The fake API behind does not have all of them.
    const { body: answer } = await proxy.merchant(`/businesses/-${path}`, body && { body });
    assert.notEqual(answer.errorCode, 306, `${path}: ${answer.errorReason}`);
  }
});

test('the name of a parameter is shown as far as it is one', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  const answer = await fetch(`${proxy.url}/merchant/v1/businesses/-/products/remove`, {
    method: 'POST',
    body: new URLSearchParams({ product_id: '3', ['x'.repeat(100_000)]: '' }),
    headers: { authorization: `Bearer ${merchantKey}` },
  });
  assert.equal(answer.status, 400);
  assert.ok((await answer.text()).length < 500);
});
