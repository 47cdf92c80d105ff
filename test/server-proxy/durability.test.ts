/**
 * `kill -9` while twenty shoppers write, against an API that takes what it is sent and loses a third of its answers.
 * A few times here, and fifty times by `npm run test:durability`.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fastClock, Stage, until } from './harness.ts';

const KILLS = Number(process.env['PLAUDIT_KILL_ROUNDS'] ?? 3);
const WRITERS = 20;
/** The proxy and the API live on a clock that runs faster, so that retries and limits do not take hours. */
const FASTER = 50;

/** The same on every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

test(`every acknowledged review reaches the API exactly once, over ${KILLS} kills with ${WRITERS} writers`, { timeout: 900_000 }, async (t) => {
  const started = Date.now();
  const clock = fastClock(FASTER, started);
  await using stage = await Stage.open({ now: () => clock.now() });
  const { upstream } = stage;
  const chance = random(7);
  const isAdd = ({ path }: { path: string }) => path.endsWith('/product/reviews/add');
  upstream.loseAnswer = (call) => isAdd(call) && chance() < 0.33;

  async function start(): Promise<{ url: string; child: ChildProcess }> {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'durability', 'proxy.ts'), upstream.url, stage.path('data'), String(FASTER), String(started)], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return { url: line.toString().trim(), child };
  }

  const acknowledged = new Set<string>();
  const queued = new Set<string>();
  let written = 0;
  async function write(url: string, writer: number, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const title = `Review ${++written} of writer ${writer}`;
      const body = new URLSearchParams({ sku: 'SKU-1', title, content: `What ${title} says.`, rating: String(1 + (written % 5)) });
      // What is cut off by the kill was not acknowledged, and may have arrived or not.
      const answer = await fetch(`${url}/v1/businesses/-/product/reviews/add`, { method: 'POST', body, headers: { 'x-forwarded-for': `203.0.113.${writer}` } }).catch(() => null);
      if (answer?.ok) acknowledged.add(title);
      if (answer?.status === 202) queued.add(title);
      await wait(400 * chance());
    }
  }

  for (let kill = 0; kill < KILLS; kill += 1) {
    const { url, child } = await start();
    let over = false;
    const writers = Array.from({ length: WRITERS }, (_none, writer) => write(url, writer, () => over));
    const enough = acknowledged.size + 1 + Math.floor(15 * chance());
    await until('some reviews are acknowledged', () => acknowledged.size >= enough);
    // Between any two steps of those that are under way.
    await wait(100 * chance());
    over = true;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    await Promise.all(writers);
  }

  upstream.loseAnswer = null;
  const { url, child } = await start();
  await until('nothing waits', async () => /plaudit_outbox\{state="waiting"\} 0/.test(await (await fetch(`${url}/metrics`)).text()), 600_000);
  const refused = /plaudit_outbox\{state="refused"\} (\d+)/.exec(await (await fetch(`${url}/metrics`)).text())?.[1];
  child.kill('SIGKILL');
  await once(child, 'exit');

  const arrived = new Map<string, number>();
  for (const { title } of upstream.content.productReviews) arrived.set(String(title), (arrived.get(String(title)) ?? 0) + 1);
  const lost = [...acknowledged].filter((title) => !arrived.has(title));
  const twice = [...arrived].filter(([, times]) => times > 1);
  t.diagnostic(`${written} written, ${acknowledged.size} acknowledged (${queued.size} of them to be delivered later), ${upstream.callsOf('/product/reviews/add').length} sent`);
  assert.ok(acknowledged.size >= KILLS, 'something was acknowledged');
  assert.ok(queued.size > 0, 'something had to wait');
  assert.deepEqual([lost, twice, refused], [[], [], '0']);
});
