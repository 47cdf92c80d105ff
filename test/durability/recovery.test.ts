/** The API goes away and comes back, and processes die meanwhile: what was acknowledged is there soon, and once. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { isLong, longOn } from '../support/length.ts';
import { product, productReview, type Call, type FakeUpstream } from '../server-proxy/fake-upstream.ts';
import { Stage, until, signedFor } from '../server-proxy/harness.ts';
import { spawnProxy } from '../support/spawned-proxy.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';

/** Seconds in which everything is there; in the short form the machine may do something else. */
const PROMPT = isLong ? 20 : Infinity;
const REVIEWS = 5;
const VOTES = 5;

let postgres: UsedPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres.stop());

const isAdd = ({ path }: Call): boolean => path.endsWith('/product/reviews/add');
/** A search for a write; the counting of what was removed names no product. */
const isLook = ({ query }: Call): boolean => query.get('deleted') === '1' && query.has('sku');

class ProxyProcess implements AsyncDisposable {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  static async start(upstream: string, location: string): Promise<ProxyProcess> {
    const { child, url } = await spawnProxy([upstream, location]);
    return new ProxyProcess(child, url);
  }

  async post(operation: string, fields: Record<string, string>): Promise<number> {
    const headers = fields['title'] === undefined ? {} : signedFor(fields['title']);
    const answer = await fetch(`${this.url}/v1/businesses/-/product/reviews/${operation}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields),
    });
    await answer.arrayBuffer();
    return answer.status;
  }

  async mirrored(): Promise<void> {
    await until('the mirror is complete', async () => {
      const { businesses } = (await (await fetch(`${this.url}/readyz`)).json()) as {
        businesses?: { complete: boolean }[];
      };
      return businesses?.every(({ complete }) => complete) === true;
    });
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill();
  }
}

const open = (): Promise<Stage> => {
  const products = [product(1)];
  return Stage.open({
    content: {
      products,
      productReviews: Array.from({ length: 20 }, (_none, index) => productReview(index + 1, products[0]!, 1)),
    },
  });
};
const locate = async (stage: Stage, database: string): Promise<string> =>
  database === 'SQLite' ? stage.path('data') : freshDatabase(postgres.url, 'proxy');
const timesOf = ({ content }: FakeUpstream, title: string): number =>
  content.productReviews.filter((one) => one['title'] === title).length;
const votesOf = ({ content }: FakeUpstream, id: number): number =>
  Number(content.productReviews.find((one) => one['id'] === String(id))!['votes']);
const review = (title: string) => ({ sku: 'SKU-1', title, content: `What ${title} says.`, rating: '5' });

async function writeAll(proxy: ProxyProcess): Promise<void> {
  for (let number = 1; number <= REVIEWS; number += 1)
    assert.equal(await proxy.post('add', review(`Opinion ${number}`)), 202);
  for (let id = 1; id <= VOTES; id += 1)
    assert.equal(await proxy.post('vote', { review_id: String(id), vote: 'positive' }), 202);
}

/** Waits for all that was written, and asserts that it was there soon. */
async function assertDelivered(upstream: FakeUpstream, since: number): Promise<number> {
  const numbers = (count: number) => Array.from({ length: count }, (_none, index) => index + 1);
  await until(
    'everything is delivered',
    () =>
      numbers(REVIEWS).every((one) => timesOf(upstream, `Opinion ${one}`) > 0) &&
      numbers(VOTES).every((id) => votesOf(upstream, id) > 0),
  );
  const seconds = (performance.now() - since) / 1_000;
  assert.ok(seconds <= PROMPT, `it took ${seconds.toFixed(1)} s`);
  assert.deepEqual(
    [
      numbers(REVIEWS).map((one) => timesOf(upstream, `Opinion ${one}`)),
      numbers(VOTES).map((id) => votesOf(upstream, id)),
    ],
    [Array(REVIEWS).fill(1), Array(VOTES).fill(1)],
  );
  return seconds;
}

for (const database of ['SQLite', 'PostgreSQL'] as const) {
  for (const killed of [false, true]) {
    test(
      `what was acknowledged while the API refused connections is there within 20 s of its return${killed ? ', also after kill -9' : ''}, on ${database}`,
      { timeout: 300_000, ...(killed ? {} : longOn(database)) },
      async (t) => {
        await using stage = await open();
        const { upstream } = stage;
        const [address, location] = [upstream.url, await locate(stage, database)];
        await using first = await ProxyProcess.start(address, location);
        await first.mirrored();
        await upstream.stop();
        const calls = upstream.calls.length;
        await writeAll(first);
        if (killed) await first.kill();
        await using second = killed ? await ProxyProcess.start(address, location) : first;
        // Long enough for attempts that fail, and for pauses to grow.
        await wait(isLong ? 60_000 : 5_000);
        await upstream.start(Number(new URL(address).port));
        const since = performance.now();
        const seconds = await assertDelivered(upstream, since);
        await until('nothing waits', async () =>
          /plaudit_outbox\{state="waiting"\} 0\n[^]*plaudit_votes_waiting 0\n/.test(
            await (await fetch(`${second.url}/metrics`)).text(),
          ),
        );
        assert.equal(upstream.calls.slice(calls).filter(isLook).length, 0, 'what never left is not looked for');
        t.diagnostic(`everything was there after ${seconds.toFixed(1)} s`);
      },
    );
  }

  test(
    `what was under way when the process was killed is looked for and sent once, without waiting for a lease, on ${database}`,
    { timeout: 300_000 },
    async (t) => {
      await using stage = await open();
      const { upstream } = stage;
      const location = await locate(stage, database);
      await using first = await ProxyProcess.start(upstream.url, location);
      await first.mirrored();
      // It takes what it is sent, and nothing comes of it.
      upstream.fault = (call) => (isAdd(call) ? new Promise(() => {}) : false);
      const cutOff = first.post('add', review('Under way')).catch(() => 0);
      await until('it is under way', () => upstream.calls.some(isAdd));
      await first.kill();
      assert.equal(await cutOff, 0);
      upstream.fault = null;
      await using _second = await ProxyProcess.start(upstream.url, location);
      const since = performance.now();
      await until('it is there', () => timesOf(upstream, 'Under way') > 0);
      const seconds = (performance.now() - since) / 1_000;
      assert.ok(seconds <= PROMPT, `it took ${seconds.toFixed(1)} s`);
      assert.ok(upstream.calls.some(isLook), 'it was in doubt, and looked for');
      assert.equal(timesOf(upstream, 'Under way'), 1);
      t.diagnostic(`it was there after ${seconds.toFixed(1)} s`);
    },
  );
}

test('what another instance has under way is left to it, until it is gone', { timeout: 300_000 }, async () => {
  await using stage = await open();
  const { upstream } = stage;
  const location = await freshDatabase(postgres.url, 'proxy');
  await using one = await ProxyProcess.start(upstream.url, location);
  await one.mirrored();
  upstream.fault = (call) => (isAdd(call) ? new Promise(() => {}) : false);
  const cutOff = one.post('add', review('Under way')).catch(() => 0);
  await until('it is under way', () => upstream.calls.some(isAdd));
  const since = performance.now();
  await using other = await ProxyProcess.start(upstream.url, location);
  await other.mirrored();
  assert.equal(await other.post('vote', { review_id: '1', vote: 'positive' }), 200);
  // The other looks every two seconds at who lives.
  await wait(6_000);
  const attempts = upstream.calls.filter((call) => isAdd(call) || isLook(call)).length;
  // On a machine that is too busy the first has given up by itself.
  if (performance.now() - since < 25_000) assert.equal(attempts, 1);
  upstream.fault = null;
  await one.kill();
  await cutOff;
  await until('the other has taken over', () => timesOf(upstream, 'Under way') > 0);
  assert.equal(upstream.calls.filter(isAdd).length, 2);
});
