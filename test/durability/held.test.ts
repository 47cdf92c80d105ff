/** `kill -9` of the proxy between the acknowledgement of what looks like a flood and the service that holds it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { AskingShop, account } from '../support/asking-shop.ts';
import { rounds } from '../support/length.ts';
import { spawnProxy } from '../support/spawned-proxy.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';
import { until } from '../server-proxy/harness.ts';

const ROUNDS = rounds(1, 6);
const same = 'It came on the next day, it is heavier than it looks, and the handle stays cool for a long time. Number';

let postgres: UsedPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres.stop());

for (const database of ['SQLite', 'PostgreSQL'] as const)
  test(
    `what was held is in the inbox once after ${ROUNDS} kills, its answer lost or not, on ${database}`,
    { timeout: 1_200_000 },
    async () => {
      await using stage = await AskingShop.open(
        database === 'SQLite' ? null : await freshDatabase(postgres.url, 'proxy'),
      );
      let writers = 0;
      const start = async () => {
        const env = { PLAUDIT_TEST_ACCOUNT: JSON.stringify(account) };
        const started = await spawnProxy([stage.relay.url, stage.place], env);
        await until('the mirror is complete', async () => {
          const { businesses } = (await (await fetch(`${started.url}/readyz`)).json()) as {
            businesses?: { complete: boolean }[];
          };
          return businesses?.every(({ complete }) => complete) === true;
        });
        return started;
      };
      let { url, child } = await start();
      after(() => child.kill('SIGKILL'));
      const write = async (title: string) => {
        const { status } = await fetch(`${url}/v1/businesses/-/product/reviews/add`, {
          method: 'POST',
          body: new URLSearchParams({ sku: 'MUG', title, content: `${same} ${title}`, rating: '1' }),
          headers: { 'x-forwarded-for': `198.51.100.${++writers}` },
        });
        return status;
      };
      const kill = async () => {
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      };
      const metricsSay = async (pattern: RegExp) => pattern.test(await (await fetch(`${url}/metrics`)).text());
      await write('first');
      const held: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const way of ['lost', 'away', 'killed']) {
          if (way === 'lost') stage.relay.loseAnswer = (path) => path.endsWith('/add');
          if (way === 'away') stage.relay.isAway = true;
          const title = `${way} ${round}`;
          held.push(title);
          assert.equal(await write(title), 202);
          await kill();
          [stage.relay.loseAnswer, stage.relay.isAway] = [() => false, false];
          ({ url, child } = await start());
        }
      }
      await until('nothing waits', async () => metricsSay(/plaudit_outbox\{state="waiting"\} 0\n/));
      await until('nothing is held', async () => metricsSay(/plaudit_outbox\{state="held"\} 0\n/));
      const rows = await stage.inService((db) =>
        db
          .selectFrom('product_review')
          .select(['title', 'state', 'held_for'])
          .where('held_for', 'is not', null)
          .execute(),
      );
      assert.deepEqual(rows.map(({ title }) => title).toSorted(), held.toSorted());
      assert.ok(rows.every(({ state, held_for }) => state === 0 && held_for === 'text'));
      await kill();
    },
  );
