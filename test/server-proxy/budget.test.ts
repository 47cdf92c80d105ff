import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { ApiError } from '../../contract/endpoints/errors.ts';
import type { Location } from '../../review-store/databases/location.ts';
import { openProxyDatabase } from '../../server-proxy/state/open.ts';
import type { ProxyDb } from '../../server-proxy/state/tables.ts';
import { upstreamPlace } from '../../server-proxy/state/upstream-place.ts';
import { Budget } from '../../api-client/budget.ts';
import type { Lane } from '../../api-client/lanes.ts';
import { usePostgres, type UsedPostgres } from '../support/use-postgres.ts';
import { ManualClock, settle } from './clocks.ts';
import { until } from './harness.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** Every call that the API sees, at the worst moment for us. */
class Api {
  readonly seen: number[] = [];
  readonly #clock: ManualClock;

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  arrive(): void {
    this.seen.push(this.#clock.now());
  }

  most(window: number): number {
    const times = this.seen.toSorted((one, other) => one - other);
    let first = 0;
    let most = 0;
    for (const [index, time] of times.entries()) {
      while (times[first]! <= time - window) first += 1;
      most = Math.max(most, index - first + 1);
    }
    return most;
  }
}

/** Every pool of connections that is used here. */
const pools = new Set<pg.Pool>();
const { connect } = pg.Pool.prototype;
pg.Pool.prototype.connect = function (this: pg.Pool, ...args: never[]) {
  pools.add(this);
  return Reflect.apply(connect, this, args);
} as typeof connect;

/** Until nothing asks the database any more: a clock that goes on meanwhile would outrun a database that is slow to answer. */
async function rest(): Promise<void> {
  for (let quiet = 0; quiet < 2;) {
    await settle();
    const isIdle = [...pools].every(
      ({ totalCount, idleCount, waitingCount }) => idleCount === totalCount && waitingCount === 0,
    );
    quiet = isIdle ? quiet + 1 : 0;
    if (!isIdle) await wait(1);
  }
}

const databases = ['SQLite', 'PostgreSQL'] as const;
let postgres: UsedPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres.stop());

for (const database of databases) {
  describe(`the budget on ${database}`, () => {
    let directory: string;
    let db: ProxyDb;
    const location = (): Location =>
      database === 'SQLite' ? { directory, name: 'proxy' } : { databaseUrl: postgres.url };

    before(async () => {
      directory = mkdtempSync(join(tmpdir(), 'plaudit-budget-'));
      db = await openProxyDatabase(location());
    });
    after(async () => {
      await db.destroy();
      rmSync(directory, { recursive: true, force: true });
    });

    async function fresh(): Promise<{ clock: ManualClock; api: Api; budget: Budget }> {
      await db.deleteFrom('proxy_call').execute();
      await db.deleteFrom('proxy_gate').execute();
      const clock = new ManualClock();
      return { clock, api: new Api(clock), budget: new Budget({ place: upstreamPlace(db), clock }) };
    }

    /** Moves the clock on, giving the database time at every step. */
    async function pass(clock: ManualClock, ms: number, step = 500): Promise<void> {
      for (let passed = 0; passed < ms; passed += step) {
        await clock.advance(Math.min(step, ms - passed), step);
        await rest();
      }
    }

    /** A call that the API sees after `delay`, and whose answer takes as long again. */
    async function call(budget: Budget, api: Api, clock: ManualClock, lane: Lane, delay = 0): Promise<void> {
      const permit = await budget.acquire(lane, clock.now() + 50 * SECOND);
      await clock.sleep(delay);
      api.arrive();
      await clock.sleep(delay);
      await permit.end();
    }

    test('never more than ten calls in any ten seconds, however late they arrive', async () => {
      const { clock, api, budget } = await fresh();
      const calls = Promise.allSettled(
        Array.from({ length: 40 }, (_none, index) => call(budget, api, clock, 'shopper', (index % 5) * 900)),
      );
      await rest();
      await pass(clock, 60 * SECOND);
      await calls;
      assert.ok(api.seen.length >= 20, `only ${api.seen.length} calls were made`);
      assert.ok(api.most(10 * SECOND) <= 10, `${api.most(10 * SECOND)} calls in a window`);
    });

    test('whoever has stopped before asking is refused at once', async () => {
      const { clock, api, budget } = await fresh();
      await Promise.all(Array.from({ length: 10 }, () => call(budget, api, clock, 'shopper')));
      const asked = budget.acquire('write', clock.now() + 50 * SECOND, { signal: AbortSignal.abort() });
      const outcome = asked.then(
        () => 'granted',
        (error: ApiError) => error.message,
      );
      await rest();
      assert.equal(await Promise.race([outcome, wait(1_000, 'it waits')]), 'The proxy is stopping');
    });

    test('background calls leave half of each window to shoppers, also to those who come after them, and shoppers go first', async () => {
      const { clock, api, budget } = await fresh();
      const order: Lane[] = [];
      const tracked = (lane: Lane) =>
        call(budget, api, clock, lane).then(() => {
          order.push(lane);
        });
      const sweeps = Array.from({ length: 9 }, () => tracked('sweep'));
      await until('the background has had its half', async () => {
        await rest();
        return order.length >= 5;
      });
      const calls = Promise.all([...sweeps, ...Array.from({ length: 5 }, () => tracked('shopper')), tracked('write')]);
      await until('a window is used up', async () => {
        await rest();
        return order.length >= 10;
      });
      assert.equal(order.slice(0, 10).filter((lane) => lane === 'sweep').length, 5);
      assert.ok(order.slice(0, 10).includes('write'));
      await pass(clock, 25 * SECOND);
      await calls;
      assert.ok(api.most(10 * SECOND) <= 10);
    });

    test('who cannot be served in time is told when to come back', async () => {
      const { clock, api, budget } = await fresh();
      for (let count = 0; count < 10; count += 1) await call(budget, api, clock, 'shopper');
      const late = budget.acquire('shopper', clock.now() + 2 * SECOND).catch((error: ApiError) => error);
      await pass(clock, 3 * SECOND);
      const error = (await late) as ApiError;
      assert.deepEqual([error.code, error.http], [503, 503]);
      assert.ok(error.retryAfterSeconds! >= 1);
    });

    test('who can wait has the turn that is sure to come, and as long for the call as ever; behind a call that hangs nobody waits', async () => {
      const { clock, budget } = await fresh();
      const since = clock.now();
      const first = [];
      for (let count = 0; count < 10; count += 1)
        first.push(await budget.acquire('shopper', clock.now() + 30 * SECOND));
      for (const permit of first.slice(0, 2)) await permit.end();
      await pass(clock, 3 * SECOND);
      const late = Array.from({ length: 3 }, () =>
        budget.acquire('shopper', clock.now() + 2 * SECOND, { patient: true }).then(
          (permit) => ({ at: clock.now() - since, time: permit.deadline - clock.now() }),
          (error: ApiError) => ({ at: clock.now() - since, refused: error.http }),
        ),
      );
      const all = Promise.all(late);
      let gone = false;
      void all.then(() => {
        gone = true;
      });
      await until('all have gone on', async () => {
        await pass(clock, SECOND / 2);
        return gone;
      });
      const [one, other, third] = await all;
      // The database takes a moment to say that it is their turn, and the clock goes on meanwhile.
      for (const waited of [one, other])
        assert.ok(
          'time' in waited! && waited.at >= 10 * SECOND && waited.time > 0 && waited.time <= 2 * SECOND,
          JSON.stringify(waited),
        );
      assert.ok(
        'refused' in third! && third.refused === 503 && third.at >= 2 * SECOND && third.at < 10 * SECOND,
        JSON.stringify(third),
      );
    });

    test('who has waited for something else already waits for no turn as if they had just come', async () => {
      const { clock, api, budget } = await fresh();
      for (let count = 0; count < 10; count += 1) await call(budget, api, clock, 'shopper');
      await pass(clock, 3 * SECOND);
      const began = clock.now();
      const acquire = (since: number) =>
        budget.acquire('shopper', began + 2 * SECOND, { patient: true, since }).then(
          (permit) => permit.end().then(() => 'granted'),
          (error: ApiError) => error.http,
        );
      const both = Promise.all([acquire(began - 5 * SECOND), acquire(began)]);
      let gone = false;
      void both.then(() => {
        gone = true;
      });
      await until('both have gone on', async () => {
        await pass(clock, SECOND / 2);
        return gone;
      });
      assert.deepEqual(await both, [503, 'granted']);
    });

    test('the hour holds over a restart, and a full one refuses at once', async () => {
      const { clock, api, budget } = await fresh();
      const now = clock.now();
      await db
        .insertInto('proxy_call')
        .values(
          Array.from({ length: 999 }, (_none, index) => ({
            id: `old-${index}`,
            lane: 'head',
            ended_at: now - 1_800 * SECOND,
          })),
        )
        .execute();
      await assert.rejects(
        budget.acquire('shopper', now + 5 * SECOND),
        (error: ApiError) => error.http === 503 && error.retryAfterSeconds! > 1_700 && error.retryAfterSeconds! < 1_900,
      );
      await call(budget, api, clock, 'write');
      await assert.rejects(new Budget({ place: upstreamPlace(db), clock }).acquire('write', now + 5 * SECOND), {
        http: 503,
      });
      await pass(clock, HOUR / 2 + 2 * SECOND, 600 * SECOND);
      await call(budget, api, clock, 'shopper');
      assert.equal(await budget.usedThisHour(), 2);
    });

    test('shoppers of a shop that is not mirrored yet leave the first sweep its calls, and the sweep leaves the heads theirs', async () => {
      const { clock, budget } = await fresh();
      const now = clock.now();
      const log = async (lane: Lane, count: number) => {
        await db
          .insertInto('proxy_call')
          .values(
            Array.from({ length: count }, (_none, index) => ({
              id: `${lane}-${index}`,
              lane,
              ended_at: now - 60 * SECOND,
            })),
          )
          .execute();
      };
      budget.reserve({ headsPerHour: 400, firstSweepPerHour: 450, backgroundPerWindow: 5 });
      await log('shopper', 140);
      await assert.rejects(budget.acquire('shopper', now + 5 * SECOND), { http: 503 });
      await (await budget.acquire('sweep', now + 5 * SECOND)).end();
      budget.reserve({ headsPerHour: 400, firstSweepPerHour: 0, backgroundPerWindow: 5 });
      await (await budget.acquire('shopper', now + 5 * SECOND)).end();
      await log('sweep', 308);
      await assert.rejects(budget.acquire('sweep', now + 5 * SECOND), { http: 503 });
      await (await budget.acquire('head', now + 5 * SECOND)).end();
    });

    test('what can be called when is known without a call, and calls of an earlier hour count for nothing in it', async () => {
      const { clock, budget } = await fresh();
      const now = clock.now();
      const log = async (count: number, ago: number) => {
        await db
          .insertInto('proxy_call')
          .values(
            Array.from({ length: count }, (_none, index) => ({
              id: `${ago}-${index}`,
              lane: 'sweep',
              ended_at: now - ago,
            })),
          )
          .execute();
      };
      budget.reserve({ headsPerHour: 100, firstSweepPerHour: 500, backgroundPerWindow: 9, shoppersPerWindow: 5 });
      await log(900, HOUR + 2 * SECOND);
      assert.deepEqual([(await budget.outlook()).sweep.at, (await budget.outlook()).free], [now, 9]);
      await log(4, SECOND);
      const { free, shopper } = await budget.outlook();
      assert.deepEqual([free, shopper.at], [5, now]);
      await log(750, 60 * SECOND);
      const { sweep, ...none } = await budget.outlook();
      assert.ok(sweep.certain && sweep.at > now + HOUR - 120 * SECOND);
      assert.equal(none.free, 0);
    });

    test('a call that waits for its share of a window is made once the share is larger', async () => {
      const { clock, budget } = await fresh();
      const reserve = (backgroundPerWindow: number) =>
        budget.reserve({ headsPerHour: 0, firstSweepPerHour: 0, backgroundPerWindow });
      const acquire = () => budget.acquire('sweep', clock.now() + 50 * SECOND);
      reserve(5);
      for (let count = 0; count < 5; count += 1) await (await acquire()).end();
      const next = acquire();
      await rest();
      reserve(9);
      await next;
    });

    test('calls that died with their process are counted as long as they may have lasted', async () => {
      const { clock, budget } = await fresh();
      for (let count = 0; count < 10; count += 1) await budget.acquire('write', clock.now() + 20 * SECOND);
      const next = new Budget({ place: upstreamPlace(db), clock }).acquire('write', clock.now() + 60 * SECOND);
      let granted = false;
      void next.then(() => {
        granted = true;
      });
      await pass(clock, 29 * SECOND);
      assert.equal(granted, false);
      await pass(clock, 2 * SECOND);
      await next;
    });

    test('a pause that the API asks for holds for every instance', async () => {
      const { clock, budget } = await fresh();
      const other = new Budget({ place: upstreamPlace(db), clock });
      await budget.pause(30 * SECOND);
      await assert.rejects(
        other.acquire('write', clock.now() + 10 * SECOND),
        (error: ApiError) => error.retryAfterSeconds === 30,
      );
      await pass(clock, 31 * SECOND);
      await (await other.acquire('write', clock.now() + 10 * SECOND)).end();
    });

    test('a clock that is set back does not stop the calls for long', async () => {
      const { clock, budget } = await fresh();
      await db
        .insertInto('proxy_call')
        .values(
          Array.from({ length: 10 }, (_none, index) => ({
            id: `future-${index}`,
            lane: 'head',
            ended_at: clock.now() + 24 * HOUR,
          })),
        )
        .execute();
      const permit = budget.acquire('shopper', clock.now() + 30 * SECOND);
      await rest();
      await pass(clock, 12 * SECOND);
      await (await permit).end();
    });

    test('several instances share one budget', async () => {
      const { clock, api, budget } = await fresh();
      const others =
        database === 'SQLite' ? [db] : [await openProxyDatabase(location()), await openProxyDatabase(location())];
      const budgets = [budget, ...others.map((other) => new Budget({ place: upstreamPlace(other), clock }))];
      const calls = Promise.allSettled(
        Array.from({ length: 24 }, (_none, index) =>
          call(budgets[index % budgets.length]!, api, clock, 'shopper', 300),
        ),
      );
      await rest();
      await pass(clock, 60 * SECOND);
      await calls;
      assert.ok(api.seen.length >= 15);
      assert.ok(api.most(10 * SECOND) <= 10, `${api.most(10 * SECOND)} calls in a window`);
      if (database === 'PostgreSQL') for (const other of others) await other.destroy();
      await sql`select 1`.execute(db);
    });
  });
}
