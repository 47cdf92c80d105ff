/** Bodies as they are sent to fill a process's memory. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { RawConnection, multipartType, partHead, type RawAnswer } from '../support/raw-connection.ts';
import { TestService } from '../support/review-service.ts';
import { png } from '../support/pictures.ts';
import { merchantKey, Stage } from '../server-proxy/harness.ts';

const MEGABYTE = 1024 * 1024;
const shop = 'a.example';

/** What is answered to a request of which nothing but its headers, and what `begins` says, was ever sent. */
async function answerBeforeBody(
  url: string,
  path: string,
  { headers = {}, begins = '' }: { headers?: Record<string, string | number>; begins?: string } = {},
): Promise<RawAnswer> {
  const connection = await RawConnection.open(url);
  await connection.head('POST', path, { 'content-type': multipartType, 'content-length': 90 * MEGABYTE, ...headers });
  if (begins) await connection.write(begins);
  const answer = await connection.answer();
  connection.close();
  assert.ok(answer, `${path} was answered`);
  return answer;
}

const codeOf = (answer: RawAnswer): [number, number] => [
  answer.status,
  (JSON.parse(answer.text) as { errorCode: number }).errorCode,
];

async function withService(work: (service: TestService) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-bodies-'));
  const service = await new TestService({ directory }).start();
  try {
    service.token = await service.account(shop);
    await work(service);
  } finally {
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

test('the proxy refuses a shopper and a merchant before a byte of the body is sent', { timeout: 120_000 }, async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  const add = '/v1/businesses/shop.example/product/reviews/add';
  const refused = (path: string, headers: Record<string, string | number> = {}) =>
    answerBeforeBody(proxy.url, path, { headers }).then(codeOf);
  assert.deepEqual(await refused(add, { origin: 'https://evil.example' }), [403, 308]);
  assert.deepEqual(await refused('/v1/businesses/other.example/product/reviews/add'), [404, 301]);
  assert.deepEqual(await refused(add, { 'plaudit-customer': 'forged' }), [401, 203]);
  assert.deepEqual(await refused('/merchant/v1/businesses/shop.example/products/add'), [401, 203]);
  assert.deepEqual(await refused('/v1/nowhere'), [404, 399]);
  assert.deepEqual(await refused(add, { 'content-length': 200 * MEGABYTE }), [413, 306], 'more than any form holds');
  // Of an operation that takes no files, a body of this size needs no look.
  assert.deepEqual(await refused('/v1/businesses/shop.example/product/reviews/vote'), [413, 306]);
  const answers: [number, number][] = [];
  for (let times = 0; times < 25; times += 1) answers.push(await refused(add, { 'content-length': 200 * MEGABYTE }));
  assert.deepEqual(answers.at(-1), [429, 429], 'the limit of the address comes first');
});

test(
  'the service refuses whoever has no token, and a page whoever sent too much, before a byte of the body is sent',
  { timeout: 120_000 },
  () =>
    withService(async (service) => {
      const add = `/v1/businesses/${shop}/product/reviews/add`;
      assert.deepEqual(codeOf(await answerBeforeBody(service.url, add)), [401, 101]);
      assert.deepEqual(
        codeOf(await answerBeforeBody(service.url, `${add}?client_token=${service.clientToken}`)),
        [401, 203],
      );
      assert.deepEqual(
        codeOf(
          await answerBeforeBody(service.url, `${add}?client_token=${service.clientToken}`, {
            headers: { user_token: 'forged' },
          }),
        ),
        [401, 203],
      );
      assert.deepEqual(codeOf(await answerBeforeBody(service.url, '/v1/login')), [401, 101]);
      const { url } = await service.ok('getWriteLink', shop);
      const page = new URL(url).pathname;
      assert.equal((await answerBeforeBody(service.url, '/write/a.example/unknown')).status, 404);
      for (let times = 0; times < 60; times += 1)
        assert.equal((await fetch(url, { method: 'POST', body: new URLSearchParams({ title: 'x' }) })).status, 400);
      const refused = await answerBeforeBody(service.url, page);
      assert.equal(refused.status, 429);
      assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    }),
);

test('a file is refused by the header of its part where none is taken', { timeout: 120_000 }, async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  const vote = '/v1/businesses/shop.example/product/reviews/vote';
  for (const [path, headers] of [
    [vote, {}],
    ['/merchant/v1/businesses/shop.example/products/add', { authorization: `Bearer ${merchantKey}` }],
  ] as const) {
    const answer = await answerBeforeBody(proxy.url, path, {
      headers: { 'content-length': 200_000, ...headers },
      begins: `${partHead('image1', 'a.jpg')}the beginning of a picture`,
    });
    assert.deepEqual(codeOf(answer), [415, 311]);
  }
});

test('the text of a form has 256 KB in all, however it is sent and divided', { timeout: 120_000 }, async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  const add = '/product/reviews/add';
  const much = 'x'.repeat(250_000);
  const fields = { sku: 'SKU-1', title: 'T', rating: '5', content: 'c' };
  const whole = async (more: Record<string, string>): Promise<(FormData | Record<string, string>)[]> => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...more })) form.append(name, value);
    form.append('image1', new Blob([new Uint8Array(await png())]), 'a.png');
    return [{ ...fields, ...more }, form];
  };
  for (const body of await whole({ ignored: much })) assert.equal((await proxy.post(add, body)).http, 200);
  const tooMuch = [
    await whole({ ignored: `${much}${much}` }),
    await whole(
      Object.fromEntries(Array.from({ length: 30 }, (_none, index) => [`ignored${index}`, 'x'.repeat(10_000)])),
    ),
  ].flat();
  for (const body of tooMuch) {
    const { http, body: envelope } = await proxy.post(add, body);
    assert.deepEqual([http, envelope.errorCode], [413, 306]);
  }
});
