/** A page of a listed website that asks the proxy is how our service learns that its snippet is pasted. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { readStorefront } from '../../review-service/data/storefronts.ts';
import { startProxyOf } from '../support/proxy-of-service.ts';
import { TestService } from '../support/review-service.ts';
import type { TestProxy } from './harness.ts';

const storefront = 'https://shop.example';
/** Of the same owner. */
const other = 'other.example';
const directory = mkdtempSync(join(tmpdir(), 'plaudit-storefronts-'));
let service: TestService;
let proxy: TestProxy;
before(async () => {
  service = await new TestService({ directory: join(directory, 'service') }).start();
  service.token = await service.account('shop.example');
  await service.account(other, 'owner@shop.example');
  const businesses = ['shop.example', other];
  proxy = await startProxyOf(service, { directory: join(directory, 'proxy') }, { origins: [storefront], businesses });
});
after(async () => {
  await proxy?.close();
  await service?.stop();
  rmSync(directory, { recursive: true, force: true });
});

const ask = (headers: Record<string, string>) => fetch(`${proxy.url}/v1/businesses/-`, { headers });
const known = (domain = 'shop.example') =>
  service.withDatabase(async (db) => {
    const business = await db
      .selectFrom('business')
      .select('id')
      .where('domain', '=', domain)
      .executeTakeFirstOrThrow();
    return readStorefront(db, business.id);
  });

test('a listed website that asks is known at the service, and no other', async () => {
  assert.equal((await ask({})).status, 200);
  assert.equal((await ask({ origin: 'https://elsewhere.example' })).status, 403);
  await service.ok('getBusiness', 'shop.example', { headers: { 'plaudit-storefront': 'javascript:alert(1)' } });
  assert.equal(await known(), null);
  assert.equal((await ask({ origin: storefront })).status, 200);
  // Whatever the proxy asks next says it: its watch for changes asks at least twice a minute.
  await service.ok('addProduct', 'shop.example', { form: { sku: 'MUG', title: 'Mug' } });
  while ((await known()) === null) await wait(50);
  assert.equal((await known())!.origin, storefront);
});

test('a website that shows one shop is none of another shop at the same proxy', async () => {
  assert.equal((await ask({ origin: storefront })).status, 200);
  await service.ok('addProduct', other, { form: { sku: 'POT', title: 'Pot' } });
  const products = async () => (await fetch(`${proxy.url}/v1/businesses/${other}/products`)).text();
  while (!(await products()).includes('POT')) await wait(50);
  // The proxy has asked once more about it since.
  await service.ok('addProduct', other, { form: { sku: 'CUP', title: 'Cup' } });
  while (!(await products()).includes('CUP')) await wait(50);
  assert.equal(await known(other), null);
});
