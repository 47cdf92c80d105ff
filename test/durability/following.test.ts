/** A proxy that follows our own service and is killed, by itself or beside another on the same database. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import type { KeyLocation } from '../../review-store/secrets/open-key.ts';
import { onBothDatabases } from '../server-proxy/both-databases.ts';
import { FakeChanges } from '../server-proxy/fake-changes.ts';
import { product, productReview } from '../server-proxy/fake-upstream.ts';
import { Stage, until } from '../server-proxy/harness.ts';
import { spawnProxy, type SpawnedProxy } from '../support/spawned-proxy.ts';

const databases = onBothDatabases();
const REVIEWS = 60;

async function openShop(): Promise<{ stage: Stage; changes: FakeChanges }> {
  const products = [product(1), product(2)];
  const productReviews = Array.from({ length: REVIEWS }, (_none, at) => productReview(at + 1, products[at % 2]!));
  const stage = await Stage.open({ content: { products, productReviews } });
  return { stage, changes: new FakeChanges(stage.upstream) };
}

const start = (stage: Stage, location: KeyLocation): Promise<SpawnedProxy> => {
  const place = 'directory' in location ? location.directory : location.databaseUrl;
  const secret: Record<string, string> = 'secret' in location ? { PLAUDIT_SECRET: location.secret! } : {};
  return spawnProxy([stage.upstream.url, place], secret);
};

async function kill({ child }: SpawnedProxy): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function shown({ url }: SpawnedProxy): Promise<number[]> {
  const answer = await fetch(`${url}/v1/businesses/-/product/reviews?count=100`);
  const { product_reviews: reviews = [] } = (await answer.json()) as { product_reviews?: { id: number }[] };
  return reviews.map(({ id }) => id).toSorted((one, other) => one - other);
}

const isWhole = (proxy: SpawnedProxy) =>
  until('all is shown', async () => {
    const report = (await (await fetch(`${proxy.url}/readyz`)).json()) as { businesses?: { complete: boolean }[] };
    return report.businesses?.[0]?.complete === true;
  });

for (const [database, place] of databases) {
  test(`${database}: who is killed while the mirror is filled goes on where it was, with each item once`, async () => {
    const { stage, changes } = await openShop();
    await using _stage = stage;
    const location = await place(stage);
    changes.most = 4;
    const first = await start(stage, location);
    await until('some of it is kept', () => changes.asked.length > 5);
    await kill(first);
    const asked = changes.asked.length;
    const second = await start(stage, location);
    try {
      await isWhole(second);
      assert.notEqual(changes.asked[asked], null, 'it began again');
      assert.deepEqual(
        await shown(second),
        Array.from({ length: REVIEWS }, (_none, at) => at + 1),
      );
      const stats = await (await fetch(`${second.url}/v1/businesses/-/product/reviews/stats`)).text();
      assert.match(stats, new RegExp(`"total":${REVIEWS}\\b`));
    } finally {
      await kill(second);
    }
  });
}

test('of two on one database one follows, both show what changed, and the other takes over', async () => {
  const [, [, place]] = databases as readonly [unknown, (typeof databases)[number]];
  const { stage, changes } = await openShop();
  await using _stage = stage;
  const location = await place(stage);
  const leader = await start(stage, location);
  await isWhole(leader);
  const other = await start(stage, location);
  try {
    await isWhole(other);
    changes.change('product_reviews', 1, () => null);
    for (const proxy of [leader, other])
      await until('it is gone', async () => (await shown(proxy)).length === REVIEWS - 1);
    const metrics = await (await fetch(`${other.url}/metrics`)).text();
    assert.match(metrics, /^plaudit_mirror_age_seconds\{.*part="products"\} \d/m, 'it says how far behind it is');
    await kill(leader);
    changes.change('product_reviews', 2, () => null);
    await until('that is gone, too', async () => (await shown(other)).length === REVIEWS - 2);
  } finally {
    for (const proxy of [leader, other]) if (proxy.child.exitCode === null) proxy.child.kill('SIGKILL');
  }
});
