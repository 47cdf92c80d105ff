/**
 * Recognisable values are put wherever the API can put them, and into everything that is written here; then every
 * answer to a shopper, every log line, every metric and every served file is searched for them.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { planted } from './fake-upstream.ts';
import { customerSecret, merchantKey, Stage, until } from './harness.ts';

const reads = [
  '',
  '/questions',
  '/review?review_no=14',
  '/review?review_no=13',
  '/reviews?count=100&datasources=bbb,google',
  '/review/comments?review_no=14',
  '/products',
  '/product/questions',
  '/product/reviews',
  '/product/reviews?sku=SKU-1&order=relevant',
  `/product/reviews?q=${planted.bareDigits}`,
  '/product/reviews/top-rated',
  '/product/reviews/stats?sku=SKU-1',
  '/product/reviews/stats?skus=SKU-1,SKU-9',
  '/reviews?unpublished=1&deleted=1',
  '/product/questions?filter=PENDING',
  '/product/reviews?date_from=never',
];

function sign(claims: object): string {
  const text = [{ alg: 'HS256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${createHmac('sha256', customerSecret).update(text).digest('base64url')}`;
}

test('nothing that was planted comes out, in answers, logs, metrics or files', async () => {
  await using stage = await Stage.open();
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const proxy = await stage.proxy({ logger });
  const out: [where: string, text: string][] = [];
  const see = (where: string, { text, headers }: { text: string; headers: Headers }) =>
    out.push([where, text], [`headers of ${where}`, JSON.stringify([...headers])]);

  const token = sign({
    email: planted.email,
    exp: 4_000_000_000,
    order_id: planted.orderId,
    first_name: 'Ada',
    last_name: planted.lastName,
  });
  const customer = { 'plaudit-customer': token };
  const written = {
    sku: 'SKU-1',
    title: `From ${planted.email}`,
    content: `Call ${planted.phone}`,
    rating: '5',
    email: planted.email,
    order_id: planted.orderId,
    user_location: planted.email,
  };
  const visit = async (when: string) => {
    for (const path of reads) see(`${when} ${path}`, await proxy.shop(path));
    see(`${when} write link`, await proxy.get('/v1/partners/-/write-link/get'));
    see(`${when} edit link`, await proxy.get('/v1/partners/-/edit-link/get', customer));
    see(
      `${when} edit link without a token`,
      await proxy.get(`/v1/partners/-/edit-link/get?email=${planted.email}`, { 'plaudit-customer': `${token}x` }),
    );
    see(`${when} review`, await proxy.post('/product/reviews/add', written, customer));
    see(
      `${when} report`,
      await proxy.post('/reviews/flag', { review_no: '14', reason: 'other', message: planted.email }, customer),
    );
    see(`${when} vote`, await proxy.post('/product/reviews/vote', { review_id: '8', vote: 'positive' }));
    see(`${when} guess`, await proxy.merchant('/businesses/-/messages', { key: `${merchantKey}x` }));
  };

  await visit('cold');
  await proxy.mirrored();
  await visit('mirrored');
  stage.upstream.fault = (_call, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        status: 'ERROR',
        success: false,
        errorCode: 305,
        errorReason: `${planted.email} ${stage.upstream.token}`,
      }),
    );
  await visit('refused');
  stage.upstream.fault = (_call, response) => void response.writeHead(500).end(`${planted.email} ${planted.password}`);
  await visit('down');
  // What a merchant may see is seen by the merchant alone: it must not be in the log either.
  assert.ok((await proxy.merchant('/businesses/-/queue')).text.includes(planted.email));
  await proxy.merchant(`/businesses/-/privacy/access?email=${planted.email}`);

  for (const path of ['/healthz', '/readyz', '/metrics', '/v1/nothing', `/v1/businesses/${planted.email}/products`])
    see(path, await proxy.get(path));
  const files = join(import.meta.dirname, 'files', 'widgets');
  for (const file of readdirSync(files, { recursive: true, withFileTypes: true })) {
    if (file.isFile()) see(file.name, await proxy.get(`${file.parentPath.slice(files.length)}/${file.name}`));
  }
  await until('the requests were logged', () => lines.length > 50);
  for (const line of lines) out.push(['log', line]);

  const secrets = [
    ...Object.values(planted).filter((value) => value !== planted.lastName),
    'Plantedsurname',
    merchantKey,
    customerSecret,
    token,
    stage.upstream.token!,
    'account@private.example',
  ];
  for (const [where, text] of out)
    for (const secret of secrets)
      assert.ok(!text.includes(secret), `${where} gives away ${secret}: ${text.slice(0, 300)}`);
  assert.ok(out.length > 150);
});
