/**
 * What a program keeps of requests does not grow with what strangers write into them: long addresses with parameters
 * that mean nothing, long headers, long searches, each another time. The program has a heap of 256 MB, and survives.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { FakeUpstream } from '../server-proxy/fake-upstream.ts';
import { fastClock, PacedClock, startNow } from '../server-proxy/clocks.ts';
import { Stage, until } from '../server-proxy/harness.ts';
import { isLong, rounds } from '../support/length.ts';
import { buildRenderer } from '../support/renderer.ts';
import { clockFactor, MeasuredProgram } from './measured.ts';

before(buildRenderer);

const MEGABYTE = 1024 * 1024;
const REQUESTS = rounds(500, 20_000);
const AT_ONCE = 20;
/** What an attack that says nothing may leave behind; it sends many times as much. */
const MOST_OF_NOTHING = 3 * MEGABYTE;
/** What questions that can be answered may leave behind: the bounds of the caches together. */
const MOST_OF_ANSWERS = 128 * MEGABYTE;

interface Attack {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: readonly number[];
  /** Whether it is another question each time, with an answer that is worth keeping for a while. */
  readonly isAnother?: true;
}

/** Each makes the request of this number: nothing that a cache could take for another one. */
const attacks: Readonly<Record<string, (index: number) => Attack>> = {
  'a parameter that means nothing': (index) => ({
    path: `/v1/businesses/-/product/reviews?x=${filler(index, 12_000)}`,
  }),
  'many parameters that mean nothing': (index) => ({
    path: `/v1/businesses/-/products?${Array.from({ length: 900 }, (_none, at) => `p${at}=${index}`).join('&')}`,
  }),
  'a search': (index) => ({ path: `/v1/businesses/-/product/reviews?q=${filler(index, 240)}`, isAnother: true }),
  'a list of skus': (index) => ({
    path: `/v1/businesses/-/product/reviews/stats?skus=${Array.from({ length: 50 }, (_none, at) => filler(index * 100 + at, 200)).join()}`,
    isAnother: true,
  }),
  'a sku': (index) => ({ path: `/v1/businesses/-/product/reviews?sku=${filler(index, 250)}`, isAnother: true }),
  'X-Forwarded-For': (index) => ({
    path: '/v1/businesses/-/product/reviews',
    headers: { 'x-forwarded-for': `${filler(index, 12_000)}, ${address(index)}` },
  }),
  'X-Forwarded-For without an address': (index) => ({
    path: '/v1/businesses/-/product/reviews',
    headers: { 'x-forwarded-for': filler(index, 12_000) },
    status: [200, 429],
  }),
  'Accept-Encoding': (index) => ({
    path: '/v1/businesses/-/product/reviews',
    headers: { 'accept-encoding': filler(index, 12_000) },
  }),
  'a fragment': (index) => ({
    path: `/render/plaudit-stars?sku=SKU-1&proxy=https://${'a'.repeat(60)}.example/${filler(index, 400)}`,
    isAnother: true,
  }),
};

/** A text of this length that only this number has, and that is read as it is written. */
const filler = (index: number, length: number): string => `${index}x`.padEnd(length, `ab${index % 10}`);
const address = (index: number): string => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

async function ask(url: string, index: number, { path, headers, status = [200] }: Attack): Promise<void> {
  const answer = await fetch(`${url}${path}`, { headers: { 'x-forwarded-for': address(index), ...headers } });
  const text = await answer.text();
  assert.ok(status.includes(answer.status), `${answer.status} ${text.slice(0, 200)}`);
}

async function flood(url: string, attack: (index: number) => Attack, from: number): Promise<void> {
  let next = from;
  const asking = async () => {
    for (let index = next++; index < from + REQUESTS; index = next++) await ask(url, index, attack(index));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, asking));
}

/** What ended with the last requests is freed a moment later; what is kept stays however often it is measured. */
async function settled(measure: () => Promise<number>, most: number): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < 20 && least > most; round += 1) {
    if (round > 0) await wait(250);
    least = Math.min(least, await measure());
  }
  return least;
}

test(
  'no proxy grows with the keys that strangers choose for its caches',
  { timeout: rounds(600_000, 3_600_000) },
  async (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'plaudit-keys-'));
    const start = startNow();
    const upstream = await new FakeUpstream({ now: () => fastClock(clockFactor, start).now() }).start();
    try {
      await using program = await MeasuredProgram.start('proxy', directory, upstream.url, JSON.stringify(start));
      await until('the mirror is complete', async () => {
        const { businesses } = (await (await fetch(new URL('/readyz', program.url))).json()) as {
          businesses?: { complete: boolean }[];
        };
        return businesses?.every(({ complete }) => complete) === true;
      });
      const grown: string[] = [];
      let from = 0;
      for (const [what, attack] of Object.entries(attacks)) {
        // So few answers fit into the caches, whatever is kept.
        if (attack(0).isAnother && !isLong) continue;
        // What the first requests load stays.
        for (let index = 0; index < 100; index += 1) await ask(program.url, from + index, attack(from + index));
        const before = await program.keptBytes();
        await flood(program.url, attack, (from += 1_000));
        from += REQUESTS;
        const most = attack(0).isAnother ? MOST_OF_ANSWERS : MOST_OF_NOTHING;
        const more = await settled(async () => (await program.keptBytes()) - before, most);
        t.diagnostic(`${what}: ${(more / MEGABYTE).toFixed(1)} MB more`);
        if (more > most) grown.push(`${what} makes it keep ${(more / MEGABYTE).toFixed(1)} MB`);
      }
      assert.deepEqual(grown, []);
    } finally {
      await upstream.stop();
      rmSync(directory, { recursive: true, force: true });
    }
  },
);

test('a question of more than 2 KB is answered and paid for anew each time, and pushes nothing out', async () => {
  await using stage = await Stage.open();
  const clock = new PacedClock(1);
  const proxy = await (await stage.proxy({ clock, trustedProxies: ['127.0.0.1'] })).mirrored();
  clock.pace = 0;
  const skus = (count: number) => Array.from({ length: count }, (_none, index) => filler(index, 100)).join();
  const link = (length: number) => `https://shop.example/${'%C3%BC'.repeat(length)}`;
  for (const [index, [kept, long]] of [
    [
      `/v1/businesses/-/product/reviews/stats?skus=${skus(15)}`,
      `/v1/businesses/-/product/reviews/stats?skus=${skus(60)}`,
    ],
    [`/render/plaudit-stars?sku=SKU-1&proxy=${link(100)}`, `/render/plaudit-stars?sku=SKU-1&proxy=${link(400)}`],
  ].entries()) {
    const headers = { 'x-forwarded-for': address(index) };
    const statuses = async (path: string) => {
      const all = new Set<number>();
      for (let times = 0; times < 400 && !all.has(429); times += 1) all.add((await proxy.get(path, headers)).http);
      return [...all];
    };
    assert.deepEqual(await statuses(kept!), [200], kept);
    assert.deepEqual(await statuses(long!), [200, 429], long);
  }
});
