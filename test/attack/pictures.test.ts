/** Small files that take long to decode, many of them from one address: others' photos do not wait for them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { prepareImage } from '../../server-kit/pictures/images.ts';
import { Stage } from '../server-proxy/harness.ts';
import { png } from '../support/pictures.ts';
import { solve } from '../support/proofs.ts';

/** A picture of nothing: a few hundred bytes that unfold into many megabytes. */
const unfolding = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#fff' } })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();

const never = new AbortController().signal;

test('pictures are decoded in turns by address, and whoever sends many waits for their own', async () => {
  const [slow, small] = [await unfolding(2_000), await png()];
  const decoded: string[] = [];
  const send = async (picture: Buffer, address: string, signal = never) => {
    await prepareImage(picture, { turn: { address, signal } });
    decoded.push(address);
  };
  const sent = Array.from({ length: 15 }, () => send(slow, 'attacker'));
  await send(small, 'shopper');
  assert.ok(decoded.length <= 3, `${decoded.length - 1} of the attacker's went first`);
  await Promise.all(sent);
});

test('a picture whose request is gone is not decoded, and only so many of one address wait', async () => {
  const picture = await unfolding(2_000);
  const gone = new AbortController();
  let decoded = 0;
  const send = (signal: AbortSignal) => prepareImage(picture, { turn: { address: 'attacker', signal } });
  const count = () => {
    decoded += 1;
  };
  const first = send(never).then(count);
  const given = Array.from({ length: 20 }, () => send(gone.signal).then(count));
  const settled = Promise.allSettled(given);
  await assert.rejects(send(never), { http: 503, retryAfterSeconds: 10 });
  gone.abort();
  for (const one of await settled) assert.equal(one.status, 'rejected');
  await first;
  assert.equal(decoded, 1);
  // Others were never meant.
  await prepareImage(await png(), { turn: { address: 'shopper', signal: never } });
});

test('twenty posts with photos at once: those that will need a proof are refused before anything is decoded', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy({ trustedProxies: ['127.0.0.1'] })).mirrored();
  const picture = await unfolding(3_000);
  const answers: number[] = [];
  const post = async (index: number) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ sku: 'SKU-1', title: `Mug ${index}`, content: 'Good.', rating: '5' }))
      form.append(name, value);
    for (let at = 1; at <= 5; at += 1) form.append(`image${at}`, new Blob([new Uint8Array(picture)]), 'a.png');
    const { http } = await proxy.post('/product/reviews/add', form, { 'x-forwarded-for': '203.0.113.66' });
    answers.push(http);
  };
  await Promise.all(Array.from({ length: 20 }, (_none, index) => post(index)));
  assert.deepEqual(answers.slice(0, 17), Array(17).fill(429));
  assert.ok(
    answers.slice(17).every((http) => http === 200 || http === 202),
    answers.join(),
  );
});

test('one proof of work with twelve posts at once, and again later: the photos of one are decoded', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy({ trustedProxies: ['127.0.0.1'] })).mirrored();
  const picture = await unfolding(3_000);
  let titles = 0;
  const post = (headers: Record<string, string> = {}, photos = 0) => {
    const form = new FormData();
    const words = { sku: 'SKU-1', title: `Mug ${++titles}`, content: 'Good.', rating: '5' };
    for (const [name, value] of Object.entries(words)) form.append(name, value);
    for (let at = 1; at <= photos; at += 1) form.append(`image${at}`, new Blob([new Uint8Array(picture)]), 'a.png');
    return proxy.post('/product/reviews/add', form, { 'x-forwarded-for': '203.0.113.67', ...headers });
  };
  for (let free = 0; free < 3; free += 1) assert.ok((await post()).http < 300);
  const proof = { 'plaudit-proof': await solve((await post()).body.challenge) };
  const answers: number[] = [];
  await Promise.all(Array.from({ length: 12 }, async () => answers.push((await post(proof, 5)).http)));
  assert.deepEqual(answers.slice(0, 11), Array(11).fill(429), answers.join());
  assert.ok(answers[11]! < 300, answers.join());
  // What is refused before its pictures are read says nothing of them.
  const form = new FormData();
  for (const [name, value] of Object.entries({ sku: 'SKU-1', title: 'Mug', content: 'Good.', rating: '5' }))
    form.append(name, value);
  form.append('image1', new Blob(['no picture']), 'a.png');
  const again = await proxy.post('/product/reviews/add', form, { 'x-forwarded-for': '203.0.113.67', ...proof });
  assert.equal(again.http, 429);
});
