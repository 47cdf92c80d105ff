/** What every answer has, whatever was asked. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { version } from '../../server-kit/version.ts';
import { endpoints } from '../../contract/endpoints/endpoints.ts';
import { saveContent } from '../support/content.ts';
import { png } from '../support/pictures.ts';
import { assertRefusal, onSqliteFirst, TestService } from '../support/review-service.ts';

onSqliteFirst((place) => {
  let service: TestService;
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account('a.example');
  });
  after(() => service.stop());

  test('an unknown path is 399 with 404, an unknown method 399 with 405 and what is allowed', async () => {
    for (const path of ['/', '/v1', '/v1/nothing', '/v2/login', '/v1/businesses', '/v1/businesses/a.example/reviews/'])
      await assertRefusal(await service.request('GET', path), 399, 404);
    const response = await service.request('GET', '/v1/login');
    assert.match(response.headers.get('allow') ?? '', /POST/);
    await assertRefusal(response, 399, 405);
    for (const [name, { method, path }] of Object.entries(endpoints)) {
      if (name === 'listTopRatedProducts') continue;
      const other = method === 'GET' ? 'POST' : 'PUT';
      await assertRefusal(await service.request(other, `/v1${path.replace('{business}', 'a.example')}`), 399, 405);
    }
    await assertRefusal(await service.request('GET', '/v1/businesses/%ZZ'), 306, 400);
  });

  test('HEAD is answered as GET is, without the body', async () => {
    const response = await service.request('HEAD', '/v1/businesses/a.example');
    assert.deepEqual([response.status, await response.text()], [200, '']);
    assert.match(response.headers.get('content-type')!, /json/);
  });

  test('answers are JSON, and kept by no cache', async () => {
    const response = await service.call('getBusiness', 'a.example');
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(response.headers.get('cache-control'), 'no-store');
  });

  test('bytes that are no HTTP get the envelope too', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.end('NONSENSE\r\n\r\n');
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    await once(socket, 'close');
    assert.match(text, /^HTTP\/1\.1 4\d\d [\s\S]*"status":"ERROR"/);
  });

  test('health, readiness and metrics need no token and name nobody', async () => {
    await service.call('getBusiness', 'a.example');
    const asked = async (path: string) => (await service.request('GET', path, { token: null, client: null })).json();
    assert.deepEqual(await asked('/healthz'), { status: 'OK', success: true, version });
    assert.deepEqual(await asked('/readyz'), {
      status: 'OK',
      success: true,
      storage: 'writable',
      backup: { last: null, tried: null },
    });
    const metrics = await (await service.request('GET', '/metrics', { token: null, client: null })).text();
    assert.match(metrics, /plaudit_service_calls_total\{operation="getBusiness",code="0"\} \d/);
    assert.ok(!metrics.includes('a.example'));
  });

  test('the write link leads to the page, stays the same for a day, and works for 30', async () => {
    const link = await service.ok('getWriteLink', 'a.example');
    assert.equal(link.url, `${service.url}/write/a.example/${link.hash}`);
    assert.ok(link.hash.length >= 43);
    assert.equal((await service.ok('getWriteLink', 'a.example')).hash, link.hash);
    assert.equal(Date.parse(`${link.expire.replace(' ', 'T')}Z`) > service.clock.now + 29 * 86_400_000, true);
    service.clock.advance(86_400_000);
    assert.notEqual((await service.ok('getWriteLink', 'a.example')).hash, link.hash);
  });
});

test('a public address stands in every link in place of the one that is listened on', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-public-'));
  const service = await new TestService({ directory }, { publicUrl: 'https://reviews.shop.example/' }).start();
  try {
    service.token = await service.account('a.example');
    const { url } = await service.ok('getWriteLink', 'a.example');
    assert.match(url, /^https:\/\/reviews\.shop\.example\/write\/a\.example\//);
  } finally {
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});

test('without its database the service says 503, and is alive but not ready', async () => {
  const { startPostgres } = await import('../support/postgres.ts');
  const postgres = await startPostgres();
  const service = await new TestService({ databaseUrl: postgres.url }).start();
  try {
    service.token = await service.account('a.example');
    await service.ok('getBusiness', 'a.example');
    await postgres.stop({ atOnce: true });
    await service.refused('getBusiness', 'a.example', {}, 503, 503, /cannot reach its data/);
    await assertRefusal(await fetch(`${service.url}/readyz`), 503, 503);
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  } finally {
    await service.stop();
  }
});

test('after a change of the public address no answer has the old one, nor does one that is kept', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-moved-'));
  const photo = await png();
  const [old, current] = ['https://old.example', 'https://new.example/reviews'];
  const before = new TestService({ directory }, { publicUrl: old });
  const after = new TestService({ directory }, { publicUrl: current });
  const write = async (service: TestService) => {
    const form = new FormData();
    const fields = { sku: 'MUG', title: 'T', content: 'A mug', rating: '4' };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('image1', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'a.png');
    const answer = await service.call('addProductReview', 'a.example', {
      form,
      headers: { 'idempotency-key': 'once' },
    });
    assert.equal(answer.status, 200);
    return { text: await answer.text(), replayed: answer.headers.get('idempotent-replayed') };
  };
  try {
    await before.start();
    before.token = await before.account('a.example');
    await before.withDatabase((db) => saveContent(db, 'a.example', { products: [{ id: 1, sku: 'MUG' }] }));
    const first = await write(before);
    assert.match(first.text, /"small":"https:\/\/old\.example\//);
    await before.stop();
    Object.assign(after, { token: before.token, clientToken: before.clientToken });
    await after.start();
    const again = await write(after);
    assert.equal(again.replayed, 'true');
    assert.match(again.text, /"small":"https:\/\/new\.example\/reviews\//);
    assert.ok(!again.text.includes(`":"${old}`));
  } finally {
    await before.stop();
    await after.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});
