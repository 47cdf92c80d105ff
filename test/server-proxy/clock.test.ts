/** The clock of the proxy's machine is wrong for a while, and right again: nothing waits for the days between. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { systemClock, type Clock } from '../../server-kit/clock.ts';
import { proxyMoments } from '../../server-proxy/state/moments.ts';
import { openProxyDatabase } from '../../server-proxy/state/open.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';
import { productReview, send, type Call, type FakeUpstream } from './fake-upstream.ts';
import { fastClock, startNow } from './clocks.ts';
import { Stage, until, type TestProxy } from './harness.ts';

const FASTER = 10;
const HOUR = 3_600_000;
const jumps = { hour: HOUR, day: 24 * HOUR, year: 365 * 24 * HOUR } as const;

let postgres: UsedPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres.stop());

const isAdd = ({ path }: Call): boolean => path.endsWith('/product/reviews/add');
const add = (proxy: TestProxy, title: string) =>
  proxy.post('/product/reviews/add', { sku: 'SKU-1', title, content: `What ${title} says.`, rating: '5' });
const vote = (proxy: TestProxy, id: number) =>
  proxy.post('/product/reviews/vote', { review_id: String(id), vote: 'positive' });
const timesOf = ({ content }: FakeUpstream, title: string): number =>
  content.productReviews.filter((one) => one['title'] === title).length;
const nothingWaits = async (proxy: TestProxy): Promise<boolean> =>
  /plaudit_outbox\{state="waiting"\} 0\n[^]*plaudit_votes_waiting 0\n/.test((await proxy.get('/metrics')).text);

/** The clock of the API is right, that of the proxy is ahead of it by as much as is said. */
function clocks(): { api: Clock; proxy: Clock & { ahead: number } } {
  const start = startNow();
  const api = fastClock(FASTER, start);
  const proxy = { ahead: 0, now: () => api.now() + proxy.ahead, elapsed: api.elapsed, sleep: api.sleep };
  return { api, proxy };
}

describe('a clock that was ahead, by', { concurrency: 2 }, () => {
  for (const [name, jump] of Object.entries(jumps)) {
    for (const database of ['SQLite', 'PostgreSQL'] as const) {
      // A process that goes on meanwhile, and one that starts anew once the clock is right.
      const restarts = (database === 'SQLite') === (name !== 'day');
      test(
        `${name.startsWith('h') ? 'an' : 'a'} ${name}, on ${database}, ${restarts ? 'until a restart' : 'while it runs'}`,
        { timeout: 300_000 },
        async () => {
          const { api, proxy: clock } = clocks();
          await using stage = await Stage.open({ now: api.now, knowsVoters: true });
          const { upstream } = stage;
          const options = {
            clock,
            location:
              database === 'SQLite'
                ? { directory: stage.path('data') }
                : { databaseUrl: await freshDatabase(postgres.url, 'proxy') },
          };
          let proxy = await (await stage.proxy(options)).mirrored();
          clock.ahead = jump;
          upstream.forgetCalls();
          const calls = upstream.calls.length;
          await until('it has read what it reads again and again', () => upstream.calls.length > calls + 2);
          upstream.loseAnswer = isAdd;
          assert.equal((await add(proxy, 'In doubt')).http, 202);
          upstream.loseAnswer = null;
          assert.ok((await vote(proxy, 8)).http < 300);
          upstream.fault = (call, response) =>
            isAdd(call)
              ? send(response, 429, { status: 'ERROR', success: false, errorCode: 429 }, { 'retry-after': '10' })
              : false;
          assert.equal((await add(proxy, 'Put off')).http, 202);
          upstream.fault = null;
          if (restarts) await proxy.close();
          clock.ahead = 0;
          if (restarts) proxy = await stage.proxy(options);
          // By the clock of the API, which runs fast: what would wait for the jump to be over waits longer.
          const since = api.now();
          await until('nothing waits', () => nothingWaits(proxy));
          assert.ok((await vote(proxy, 7)).http < 300);
          assert.equal((await add(proxy, 'Afterwards')).http < 300, true);
          upstream.content.productReviews.unshift(productReview(900, upstream.content.products[0]!, 200));
          await until('the mirror reads on', async () =>
            (await proxy.shop('/product/reviews?count=100')).text.includes('"Review 900"'),
          );
          await until('nothing waits', () => nothingWaits(proxy));
          assert.deepEqual(
            ['In doubt', 'Put off', 'Afterwards'].map((title) => timesOf(upstream, title)),
            [1, 1, 1],
          );
          if (jump > HOUR) assert.ok(api.now() - since < 12 * HOUR);
          else assert.ok(api.now() - since < jump, `it took ${(api.now() - since) / 60_000} minutes`);
        },
      );
    }
  }
});

for (const restarts of [false, true]) {
  test(`a pause of the API that is noted late, by what the clock showed before it was set back, is over ${restarts ? 'with the next start' : 'too'}`, async () => {
    const { api, proxy: clock } = clocks();
    await using stage = await Stage.open({ now: api.now });
    const { upstream } = stage;
    let proxy = await (await stage.proxy({ clock })).mirrored();
    const reads = async (why: string) => {
      const calls = upstream.calls.length;
      await until(`it reads ${why}`, () => upstream.calls.length > calls + 2);
    };
    const data = new DatabaseSync(stage.path('data/proxy.sqlite'));
    const storedAhead = data.prepare('select 1 from mirror_walk where head_read_at > ? or swept_at > ?');
    clock.ahead = HOUR;
    upstream.forgetCalls();
    const isStoredAhead = () => {
      const halfway = api.now() + HOUR / 2;
      return storedAhead.get(halfway, halfway) !== undefined;
    };
    await until('what it reads is stored ahead', isStoredAhead);
    // While it runs it would see the clock go back, and put right what the next start is to find.
    if (restarts) await proxy.close();
    clock.ahead = 0;
    if (!restarts) await until('it was put right', () => !isStoredAhead());
    // Less than the API may ask for.
    data.prepare('update proxy_gate set closed_until = ?').run(clock.now() + HOUR - 60_000);
    data.close();
    if (restarts) proxy = await stage.proxy({ clock });
    await reads('although it was told to pause');
    await proxy.close();
  });
}

test('a clock that was set ahead freed an address from its limit', async () => {
  // A minute of waiting takes hours, however busy the machine is.
  const elapsed = () => systemClock.elapsed() / 1_000;
  const clock = { ...systemClock, elapsed, ahead: 0, now: () => Date.now() + clock.ahead };
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy({ clock })).mirrored();
  const answers = [];
  while (answers.at(-1) !== 429) answers.push((await vote(proxy, 999)).http);
  assert.equal(new Set(answers.slice(0, -1)).size, 1);
  for (const ahead of [HOUR, -HOUR]) {
    clock.ahead = ahead;
    assert.equal((await vote(proxy, 999)).http, 429);
  }
});

test('every moment of the proxy’s tables is in the list of those that are put right', async () => {
  const db = await openProxyDatabase({ databaseUrl: await freshDatabase(postgres.url, 'proxy') });
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and (table_name like 'proxy\\_%' or table_name like 'mirror\\_%' or table_name = 'job') and data_type = 'bigint' and column_name ~ '_(at|until|since)$'`.execute(
    db,
  );
  await db.destroy();
  const named = ({ table, column }: { table: string; column: string }) => `${table}.${column}`;
  // That one is the API's, by its own clock.
  const held = rows
    .map(named)
    .filter((moment) => moment !== 'proxy_session.expires_at')
    .toSorted();
  assert.deepEqual(
    [...new Set(proxyMoments.map(named))].toSorted(),
    held,
    'add a new moment to server-proxy/state/moments.ts',
  );
});
