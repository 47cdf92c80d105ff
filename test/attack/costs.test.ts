/** Questions that are cheap to ask and dear to answer, many of them from one address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rounds } from '../support/length.ts';
import { PacedClock } from '../server-proxy/clocks.ts';
import { Stage } from '../server-proxy/harness.ts';

const attacker = { 'x-forwarded-for': '203.0.113.66' };
const MINUTE = 60_000;

/** So many at a time, as an attacker's tool asks. */
async function many(times: number, ask: (index: number) => Promise<number>): Promise<Map<number, number>> {
  const counted = new Map<number, number>();
  let next = 0;
  const asking = async () => {
    for (let index = next++; index < times; index = next++) {
      const status = await ask(index);
      counted.set(status, (counted.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 20 }, asking));
  return counted;
}

test(
  'one address has a budget of costly questions; what is in memory stays free, and others have their own',
  { timeout: 10 * MINUTE },
  async () => {
    await using stage = await Stage.open();
    const clock = new PacedClock(1);
    const proxy = await (await stage.proxy({ clock, trustedProxies: ['127.0.0.1'] })).mirrored();
    const search = (index: number, headers = attacker) =>
      proxy.shop(`/product/reviews?q=word${index}`, headers).then(({ http }) => http);
    // However long so many questions take here, they come in one moment.
    clock.pace = 0;
    const searched = await many(rounds(300, 2_000), (index) => search(index));
    assert.equal(searched.get(200), 100);
    assert.equal(searched.get(429), rounds(200, 1_900));
    for (const path of [
      '/product/reviews?start=5000',
      '/product/reviews?count=100&start=1',
      '/products?price_range=1,2',
      `/product/reviews/stats?skus=${Array.from({ length: 60 }, (_none, index) => index).join()}`,
    ]) {
      const refused = await proxy.shop(path, attacker);
      assert.deepEqual([refused.http, refused.body.errorCode, refused.body.status], [429, 429, 'ERROR'], path);
      assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
      assert.equal((await proxy.shop(path, { 'x-forwarded-for': '198.51.100.7' })).http, 200, path);
    }
    // What every page asks for, and a search that somebody else has made, are answered as before.
    assert.equal((await proxy.shop('/product/reviews?sku=SKU-1&count=10&start=10', attacker)).http, 200);
    await search(0, { 'x-forwarded-for': '198.51.100.7' });
    assert.equal(await search(0), 200, 'from memory');
    const inOtherWords = await proxy.shop('/product/reviews?order=created&q=word0', attacker);
    assert.equal(inOtherWords.http, 200, 'also in other words');
    clock.pace = 1;
    await clock.sleep(1_000);
    assert.equal(await search(99_999), 200, 'the budget fills again');
  },
);

test('an office of fifty behind one address never meets it', { timeout: 10 * MINUTE }, async () => {
  await using stage = await Stage.open();
  const clock = new PacedClock(1);
  const proxy = await (await stage.proxy({ clock, trustedProxies: ['127.0.0.1'] })).mirrored();
  const asked: Promise<number>[] = [];
  const ask = (path: string) => asked.push(proxy.shop(path, attacker).then(({ http }) => http));
  clock.pace = 0;
  // In one moment, what is meant to be a minute: each looks at a category and a product, and one in five searches.
  for (let person = 0; person < 50; person += 1) {
    ask(
      `/product/reviews/stats?skus=${Array.from({ length: 60 }, (_none, index) => `SKU-${index + (person % 10)}`).join()}`,
    );
    for (const start of [0, 10, 20]) ask(`/product/reviews?sku=SKU-${person}&start=${start}`);
    ask(`/product/reviews/stats?sku=SKU-${person}`);
    ask(`/product/questions?sku=SKU-${person}`);
    if (person % 5 === 0)
      for (const typed of ['lo', 'love', 'lovely', 'lovely mug'])
        ask(`/product/reviews?sku=SKU-${person}&q=${encodeURIComponent(typed)}`);
    if (asked.length >= 40) await Promise.all(asked);
  }
  assert.deepEqual([...new Set(await Promise.all(asked))], [200]);
});
