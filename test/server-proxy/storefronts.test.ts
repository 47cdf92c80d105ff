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
const directory = mkdtempSync(join(tmpdir(), 'plaudit-storefronts-'));
let service: TestService;
let proxy: TestProxy;
before(async () => {
  service = await new TestService({ directory: join(directory, 'service') }).start();
  service.token = await service.account('shop.example');
  proxy = await startProxyOf(service, { directory: join(directory, 'proxy') }, { origins: [storefront] });
});
after(async () => {
  await proxy?.close();
  await service?.stop();
  rmSync(directory, { recursive: true, force: true });
});

const ask = (headers: Record<string, string>) => fetch(`${proxy.url}/v1/businesses/-`, { headers });
const known = async () => {
  const id = Number((await service.withDatabase((db) => db.selectFrom('business').select('id').execute()))[0]!.id);
  return service.withDatabase((db) => readStorefront(db, id));
};

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
