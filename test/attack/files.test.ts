/** Files that the build has not compressed, asked for with qualities: each is compressed once, at a price. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PacedClock } from '../server-proxy/clocks.ts';
import { Stage } from '../server-proxy/harness.ts';
import { rawRequest } from '../support/raw-http.ts';

const MEGABYTE = 1024 * 1024;
const attacker = '203.0.113.66';

test('a file is compressed once for all qualities, and counts for whoever had it compressed', async () => {
  await using stage = await Stage.open();
  const storefrontDirectory = stage.path('storefront');
  mkdirSync(storefrontDirectory);
  // Each costs more than half of what an address may spend at once.
  for (const name of ['one.js', 'other.js'])
    writeFileSync(join(storefrontDirectory, name), `// ${name}\n`.repeat((6 * MEGABYTE) / (name.length + 4)));
  const clock = new PacedClock(1);
  const proxy = await stage.proxy({ clock, trustedProxies: ['127.0.0.1'], storefrontDirectory });
  clock.pace = 0;
  const ask = (path: string, encoding: string, from = attacker) =>
    rawRequest(`${proxy.url}/${path}`, { headers: { 'accept-encoding': encoding, 'x-forwarded-for': from } });

  const first = await ask('one.js', 'br;q=0.9');
  assert.deepEqual([first.http, first.headers['content-encoding']], [200, 'br']);
  assert.ok(first.text.length < MEGABYTE);
  // Were it compressed anew, the second would cost more than is left.
  for (let times = 0; times < 50; times += 1) {
    const again = await ask('one.js', `br;q=0.${times + 10}, gzip;q=0.05`);
    assert.deepEqual([again.http, again.headers['content-encoding']], [200, 'br']);
    assert.equal(again.headers['content-length'], first.headers['content-length']);
  }
  assert.equal((await ask('one.js', 'identity')).headers['content-encoding'], undefined);
  assert.equal((await ask('other.js', 'br;q=0.9')).http, 429);
  assert.equal((await ask('other.js', 'br;q=0.9', '198.51.100.7')).http, 200, 'another address');
  assert.equal((await ask('other.js', 'br;q=0.9')).http, 200, 'once it is there');
});

test('the files of one address have a limit', async () => {
  await using stage = await Stage.open();
  const clock = new PacedClock(1);
  const proxy = await stage.proxy({ clock, trustedProxies: ['127.0.0.1'] });
  clock.pace = 0;
  const ask = async (from: string) =>
    (await fetch(`${proxy.url}/sri.json`, { method: 'HEAD', headers: { 'x-forwarded-for': from } })).status;
  let asked = 0;
  const asking = async () => {
    while (asked < 6_000) {
      asked += 1;
      assert.equal(await ask(attacker), 200);
    }
  };
  await Promise.all(Array.from({ length: 20 }, asking));
  assert.equal(await ask(attacker), 429);
  assert.equal(await ask('198.51.100.7'), 200, 'another address');
});
