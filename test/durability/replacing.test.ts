/**
 * An upgrade under a load of 20 shoppers, with the programs as operators run them. On one machine the proxy is away for
 * as long as it takes to start; of two instances behind a load balancer one always answers. Longer, and with the times
 * that were promised, by `npm run test:durability`, which replaces an earlier version: see earlier-version.ts.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test, type TestContext } from 'node:test';
import pg from 'pg';
import { until } from '../server-proxy/harness.ts';
import { Balancer } from '../support/balancer.ts';
import { findEarlierProgram } from '../support/earlier-version.ts';
import { presentProgram } from '../support/present-program.ts';
import { isLong, rounds } from '../support/length.ts';
import { runProgram } from '../support/program.ts';
import { freePort } from '../support/ports.ts';
import { RunningProgram } from '../support/running-program.ts';
import { Shoppers, type Lost } from '../support/shoppers.ts';
import { ShopPrograms } from '../support/shop-programs.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';

/** From the last answer of the old program to the first of the new one. */
const LONGEST_AWAY_MS = 3_000;
/** What is replaced: in the long tests, an earlier version. */
let earlier: string;
const SHOPPERS = rounds(10, 20);
const ROUNDS_BETWEEN = rounds(2, 40);

let directory: string;
let postgres: UsedPostgres;
before(async () => {
  earlier = findEarlierProgram() ?? presentProgram;
  directory = mkdtempSync(join(tmpdir(), 'plaudit-replacing-'));
  postgres = await usePostgres();
});
after(async () => {
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** What the load has shown, for whoever reads the report of the run. */
function report(t: TestContext, { requests, lost, written, votes }: Shoppers): void {
  const first = Math.min(...lost.map(({ begunAt }) => begunAt));
  const away = lost.length === 0 ? 0 : Math.max(...lost.map(({ endedAt }) => endedAt)) - first;
  t.diagnostic(
    `${requests} requests, ${lost.length} lost within ${Math.round(away)} ms; ` +
      `${written.length} reviews and ${votes} votes acknowledged`,
  );
  if (isLong) assert.ok(away <= LONGEST_AWAY_MS, `nobody answered for ${Math.round(away)} ms`);
}

/** Titles of reviews, as the service has them and as the proxy is still to send them. */
interface Stored {
  readonly atService: readonly string[];
  readonly waiting: readonly string[];
  readonly votes: number;
}

function assertNothingLost({ written, votes }: Shoppers, stored: Stored): void {
  const count = (title: string, titles: readonly string[]) => titles.filter((one) => one === title).length;
  for (const title of written) {
    const [delivered, waiting] = [count(title, stored.atService), count(title, stored.waiting)];
    assert.ok(delivered + waiting >= 1 && delivered <= 1 && waiting <= 1, `${title}: ${delivered} and ${waiting}`);
  }
  assert.equal(stored.votes, votes);
}

const OUTBOX = `select fields from proxy_outbox where state <> 'delivered'`;
const VOTES = 'select count(*) as votes from proxy_vote';
const titleOf = ({ fields }: { fields: string }): string => (JSON.parse(fields) as { title: string }).title;

function titlesAtService(place: string): string[] {
  using data = new DatabaseSync(join(place, 'reviews.sqlite'), { readOnly: true });
  return data
    .prepare('select title from product_review')
    .all()
    .map(({ title }) => String(title));
}

function storedOnOneMachine(serviceData: string, proxyData: string): Stored {
  using data = new DatabaseSync(join(proxyData, 'proxy.sqlite'), { readOnly: true });
  const waiting = data.prepare(OUTBOX).all();
  return {
    atService: titlesAtService(serviceData),
    waiting: waiting.map((row) => titleOf(row as never)),
    votes: Number(data.prepare(VOTES).get()!['votes']),
  };
}

test('on one machine, only what is asked while the proxy starts is refused, and every acknowledged write is kept', async (t) => {
  const shop = await ShopPrograms.make(join(directory, 'one'), earlier);
  const proxyData = join(directory, 'one', 'proxy');
  const shoppers = await (async () => {
    await using first = await shop.startService(earlier);
    await using proxy = await shop.startProxy(['--data', proxyData], earlier);
    await shop.mirrored(proxy);
    const shoppers = new Shoppers(proxy.url, await shop.pageOf(proxy), SHOPPERS).start();
    await shoppers.goOn(ROUNDS_BETWEEN);

    await first.stop();
    await using _second = await shop.startService();
    await shoppers.goOn(ROUNDS_BETWEEN);
    assert.deepEqual(shoppers.lost, [], 'without the service, the proxy answers and keeps what is written');

    const stoppedAt = performance.now();
    assert.equal(await proxy.stop(), 0);
    await using next = await shop.startProxy(['--data', proxyData]);
    await shoppers.goOn(ROUNDS_BETWEEN);
    await shoppers.stop();
    const unexpected = shoppers.lost.filter(
      ({ how, begunAt }) =>
        !['connection', '503 with Retry-After'].includes(how) || begunAt < stoppedAt || begunAt > next.readyAt,
    );
    assert.deepEqual(unexpected, []);
    return shoppers;
  })();
  report(t, shoppers);
  assertNothingLost(shoppers, storedOnOneMachine(shop.serviceData, proxyData));
});

test('on one machine, a proxy that starts beside the one it replaces loses no request', async (t) => {
  const shop = await ShopPrograms.make(join(directory, 'beside'));
  const proxyData = join(directory, 'beside', 'proxy');
  // Long enough for everybody to have asked once more, and to be told to close the connection.
  const args = ['--data', proxyData, '--drain', '2'];
  const shoppers = await (async () => {
    await using _service = await shop.startService();
    await using first = await shop.startProxy(args);
    await shop.mirrored(first);
    const shoppers = new Shoppers(first.url, await shop.pageOf(first), SHOPPERS).start();
    await shoppers.goOn(ROUNDS_BETWEEN);
    await using _second = await shop.startProxy([...args, '--beside']);
    await shoppers.goOn(ROUNDS_BETWEEN);
    assert.equal(await first.stop(), 0);
    await shoppers.goOn(ROUNDS_BETWEEN);
    await shoppers.stop();
    return shoppers;
  })();
  report(t, shoppers);
  assert.deepEqual(shoppers.lost, []);
  assertNothingLost(shoppers, storedOnOneMachine(shop.serviceData, proxyData));
});

/** Whether instances of the earlier version go on beside this one; else this version replaces itself. */
async function doesEarlierGoOn(shop: ShopPrograms): Promise<boolean> {
  const databaseUrl = await freshDatabase(postgres.url);
  await (await shop.startProxy(['--database-url', databaseUrl], earlier)).stop();
  const { out } = await runProgram(['upgrade', '--check'], { env: { PLAUDIT_DATABASE_URL: databaseUrl } });
  return !out.includes('stop all instances first');
}

test('of two instances on PostgreSQL that are replaced one after the other, no request is lost', async (t) => {
  const shop = await ShopPrograms.make(join(directory, 'two'));
  const databaseUrl = await freshDatabase(postgres.url);
  const ports = [await freePort(), await freePort()];
  const start = (port: number, program?: string) =>
    shop.startProxy(['--database-url', databaseUrl, '--drain', '10'], program, port);
  const lost: Lost[] = [];
  const shoppers = await (async () => {
    await using _service = await shop.startService();
    const running: RunningProgram[] = [];
    await using all = new AsyncDisposableStack();
    const run = async (at: number, program?: string) => {
      running[at] = all.use(await start(ports[at]!, program));
    };
    const replaced = earlier === presentProgram || (await doesEarlierGoOn(shop)) ? earlier : presentProgram;
    await run(0, replaced);
    await shop.mirrored(running[0]!);
    await run(1, replaced);
    const urls = running.map(({ url }) => url);
    await using balancer = await Balancer.start(urls);
    const isBalanced = () => until('both are ready', () => urls.every((url) => balancer.isReady(url)));
    await isBalanced();
    const shoppers = new Shoppers(balancer.url, await shop.pageOf(running[0]!), SHOPPERS).start();
    for (const at of running.keys()) {
      await shoppers.goOn(ROUNDS_BETWEEN);
      assert.equal(await running[at]!.stop(), 0);
      await run(at);
      await isBalanced();
    }
    await shoppers.goOn(ROUNDS_BETWEEN);
    await shoppers.stop();
    for (const url of urls) assert.ok(balancer.passedOn.get(url)! > 0);
    lost.push(...shoppers.lost);
    return shoppers;
  })();
  report(t, shoppers);
  assert.deepEqual(lost, []);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('set search_path to plaudit_proxy');
  const [outbox, votes] = [await client.query(OUTBOX), await client.query(VOTES)];
  await client.end();
  assertNothingLost(shoppers, {
    atService: titlesAtService(shop.serviceData),
    waiting: outbox.rows.map((row) => titleOf(row as never)),
    votes: Number((votes.rows[0] as { votes: string }).votes),
  });
});
