/**
 * `kill -9` while twenty shoppers write reviews and vote, against an API that takes what it is sent and loses a third
 * of its answers. A few times here, and fifty times by `npm run test:durability`.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { rounds } from '../support/length.ts';
import { spawnProxy } from '../support/spawned-proxy.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';
import { product, productReview, type Call } from '../server-proxy/fake-upstream.ts';
import { fastClock, startNow } from '../server-proxy/clocks.ts';
import { sign, Stage, until } from '../server-proxy/harness.ts';

const KILLS = rounds(2, 50);
const WRITERS = 20;
/**
 * The proxy and the API live on a clock that runs faster, so that retries and limits do not take hours. Much faster, and
 * a call that a busy machine lets arrive half a second after it was given up counts in a window that it has long left.
 */
const FASTER = 8;
/** Each is voted on once: an API that counts the proxy as one voter takes no more in a day. */
const REVIEWS = 40 * KILLS + 200;

let postgres: UsedPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres.stop());

/** The same on every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const isAdd = ({ path }: Call): boolean => path.endsWith('/product/reviews/add');
const isVote = ({ path }: Call): boolean => path.endsWith('/product/reviews/vote');

for (const database of ['SQLite', 'PostgreSQL'] as const) {
  test(
    `every acknowledged review and vote reaches the API exactly once, over ${KILLS} kills with ${WRITERS} writers, on ${database}`,
    { timeout: 1_800_000 },
    async (t) => {
      const started = startNow();
      const clock = fastClock(FASTER, started);
      const products = [product(1)];
      await using stage = await Stage.open({
        now: () => clock.now(),
        content: {
          products,
          productReviews: Array.from({ length: REVIEWS }, (_none, index) => productReview(index + 1, products[0]!, 1)),
        },
      });
      const { upstream } = stage;
      const location = database === 'SQLite' ? stage.path('data') : await freshDatabase(postgres.url, 'proxy');
      const chance = random(7);
      upstream.loseAnswer = (call) => (isAdd(call) || isVote(call)) && chance() < 0.33;

      const start = () => spawnProxy([upstream.url, location, String(FASTER), JSON.stringify(started)]);

      const acknowledged = { titles: new Set<string>(), votes: new Set<number>() };
      let queued = 0;
      let [written, cast, posts] = [0, 0, 0];
      async function post(
        url: string,
        writer: number,
        operation: string,
        fields: Record<string, string>,
      ): Promise<boolean> {
        // The shop vouches for whoever writes: what the gate for robots thinks of so many is another test's matter.
        const customer = {
          email: `${++posts}@customers.example`,
          order_id: `order ${posts}`,
          jti: `token ${posts}`,
          exp: Math.floor(clock.now() / 1_000) + 86_400,
        };
        const headers = {
          'x-forwarded-for': `203.0.113.${writer}`,
          ...(operation === 'add' ? { 'plaudit-customer': sign(customer) } : {}),
        };
        // What is cut off by the kill was not acknowledged, and may have arrived or not.
        const answer = await fetch(`${url}/v1/businesses/-/product/reviews/${operation}`, {
          method: 'POST',
          body: new URLSearchParams(fields),
          headers,
        }).catch(() => null);
        if (answer?.status === 202) queued += 1;
        return answer?.ok === true;
      }
      async function write(url: string, writer: number): Promise<void> {
        const title = `Review ${++written} of writer ${writer}`;
        if (
          await post(url, writer, 'add', {
            sku: 'SKU-1',
            title,
            content: `What ${title} says.`,
            rating: String(1 + (written % 5)),
          })
        )
          acknowledged.titles.add(title);
      }
      async function vote(url: string, writer: number): Promise<void> {
        if (cast === REVIEWS) return;
        const id = ++cast;
        if (await post(url, writer, 'vote', { review_id: String(id), vote: 'positive' })) acknowledged.votes.add(id);
      }

      for (let kill = 0; kill < KILLS; kill += 1) {
        const { url, child } = await start();
        let over = false;
        const writers = Array.from({ length: WRITERS }, async (_none, writer) => {
          while (!over) {
            await (writer % 2 === 0 ? write : vote)(url, writer);
            await wait(400 * chance());
          }
        });
        const [titles, votes] = [acknowledged.titles.size, acknowledged.votes.size].map(
          (size) => size + 1 + Math.floor(8 * chance()),
        );
        await until(
          'some of both are acknowledged',
          () => acknowledged.titles.size >= titles! && acknowledged.votes.size >= votes!,
        );
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
      const metrics = async () => (await fetch(`${url}/metrics`)).text();
      await until(
        'nothing waits',
        async () => /plaudit_outbox\{state="waiting"\} 0\n[^]*plaudit_votes_waiting 0\n/.test(await metrics()),
        1_500_000,
      );
      const refused = /plaudit_outbox\{state="refused"\} (\d+)/.exec(await metrics())?.[1];
      child.kill('SIGKILL');
      await once(child, 'exit');

      const times = new Map<string, number>();
      for (const { title } of upstream.content.productReviews)
        times.set(String(title), (times.get(String(title)) ?? 0) + 1);
      const counted = new Map(upstream.content.productReviews.map((one) => [Number(one['id']), Number(one['votes'])]));
      const lost = [
        ...[...acknowledged.titles].filter((title) => !times.has(title)),
        ...[...acknowledged.votes].filter((id) => counted.get(id) === 0),
      ];
      const twice = [...[...times].filter(([, count]) => count > 1), ...[...counted].filter(([, votes]) => votes > 1)];
      t.diagnostic(
        `${written} reviews written, ${acknowledged.titles.size} acknowledged, ${upstream.calls.filter(isAdd).length} sent; ${cast} votes cast, ${acknowledged.votes.size} acknowledged, ${upstream.calls.filter(isVote).length} sent; ${queued} of both to be delivered later`,
      );
      assert.ok(
        acknowledged.titles.size >= KILLS && acknowledged.votes.size >= KILLS,
        'some of both were acknowledged',
      );
      assert.ok(queued > 0, 'something had to wait');
      assert.deepEqual([lost, twice, refused], [[], [], '0']);
    },
  );
}
