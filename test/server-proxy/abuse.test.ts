import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pixelBomb, svg } from '../support/pictures.ts';
import { fieldOf } from './fake-upstream.ts';
import { Stage } from './harness.ts';

const add = '/product/reviews/add';
const written = { sku: 'SKU-1', title: 'Lovely', content: 'A good one.', rating: '5' };

test('a form that only a robot fills in like this is refused, and nothing of it goes on', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  for (const [extra, http, reason] of [
    [{ homepage: 'https://spam.example' }, 400, /homepage must be empty/],
    [{ elapsed: '300' }, 429, /faster than anybody writes/],
    [{ elapsed: '0' }, 429, /faster/],
    [{ elapsed: '-5000' }, 400, /elapsed must be a number/],
    [{ elapsed: '1e9' }, 400, /elapsed must be a number/],
  ] as const) {
    const refused = await proxy.post(add, { ...written, ...extra });
    assert.equal(refused.http, http, refused.text);
    assert.match(refused.body.errorReason, reason);
    if (http === 429) assert.equal(refused.headers.get('retry-after'), '2');
  }
  assert.equal(stage.upstream.callsOf(add).length, 0);
  const taken = await proxy.post(add, { ...written, homepage: '', elapsed: '2000' });
  assert.equal(taken.http, 200, taken.text);
  assert.deepEqual(
    ['homepage', 'elapsed'].map((name) => fieldOf(stage.upstream.callsOf(add)[0]!, name)),
    [null, null],
  );
});

test('a form that was too fast can be sent again under the same key, a moment later', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  const key = { 'idempotency-key': 'one' };
  assert.equal((await proxy.post(add, { ...written, elapsed: '1500' }, key)).http, 429);
  const again = await proxy.post(add, { ...written, elapsed: '2100' }, key);
  assert.deepEqual([again.http, again.headers.get('idempotent-replayed')], [200, null]);
});

test('a picture that unfolds into gigabytes, and one that is a program, are refused before they do', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  for (const [bytes, http] of [
    [pixelBomb(), 413],
    [svg, 415],
  ] as const) {
    const body = new FormData();
    for (const [name, value] of Object.entries(written)) body.append(name, value);
    body.append('image1', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png');
    const refused = await proxy.post(add, body);
    assert.deepEqual([refused.http, refused.body.errorCode], [http, 311]);
  }
  assert.equal(stage.upstream.callsOf(add).length, 0);
});

test('reports of reviews are limited for each address, by the /64 of IPv6', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy({ trustedProxies: ['127.0.0.1'] });
  const flag = (address: string) => proxy.post('/reviews/flag', { review_no: 'x' }, { 'x-forwarded-for': address });
  const answers = await Promise.all(Array.from({ length: 30 }, (_none, index) => flag(`2001:db8:1:2::${index + 1}`)));
  assert.equal(answers.filter(({ http }) => http === 429).length, 10);
  assert.equal((await flag('2001:db8:1:3::1')).http, 400);
});

test('what is refused is counted by what an operator would do about it', async () => {
  await using stage = await Stage.open({ knowsVoters: true });
  const proxy = await (await stage.proxy()).mirrored();
  await proxy.post(add, { ...written, homepage: 'https://spam.example' });
  await proxy.shop('/products', { origin: 'https://evil.example' });
  await proxy.get('/v1/partners/-/edit-link/get');
  for (let times = 0; times < 2; times += 1)
    await proxy.post('/product/reviews/vote', { review_id: '8', vote: 'positive' });
  const photo = new FormData();
  for (const [name, value] of Object.entries(written)) photo.append(name, value);
  photo.append('image1', new Blob([svg]), 'a.svg');
  await proxy.post(add, photo);
  await proxy.shop('/review?review_no=999');
  await proxy.shop('/products?count=101');
  await Promise.all(Array.from({ length: 25 }, () => proxy.post('/reviews/flag', {})));
  const { text } = await proxy.get('/metrics');
  const counted = Object.fromEntries(
    [...text.matchAll(/^plaudit_refusals_total\{reason="(\w+)"\} (\d+)$/gm)].map(([, reason, count]) => [
      reason,
      Number(count),
    ]),
  );
  assert.deepEqual(counted, { robot: 1, origin: 1, customer: 1, vote: 1, file: 1, missing: 1, request: 21, rate: 5 });
});
