import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { testProgram } from '../support/present-program.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';
import { account, product, productReview, type Content } from './fake-upstream.ts';
import { Stage, until, type Read } from './harness.ts';

let postgres: UsedPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres.stop());

/** A proxy in a process of its own, as an operator runs it. */
class Instance implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly url: string;

  private constructor(process: ChildProcess, url: string) {
    this.#process = process;
    this.url = url;
  }

  static async start(upstream: string, databaseUrl: string): Promise<Instance> {
    const script = testProgram('test/server-proxy/instance.ts');
    const child = spawn(process.execPath, [script], {
      env: {
        ...process.env,
        UPSTREAM: upstream,
        DATABASE_URL: databaseUrl,
        CLIENT_TOKEN: account.clientToken,
        EMAIL: account.email,
        PASSWORD: account.password,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(child.stdout!, 'data')) as [Buffer];
    return new Instance(child, line.toString().trim());
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Read> {
    const response = await fetch(`${this.url}${path}`, { headers });
    const text = await response.text();
    return {
      http: response.status,
      headers: response.headers,
      text,
      body: response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : null,
    };
  }

  async mirrored(): Promise<void> {
    await until(
      'the mirror is complete',
      async () => (await this.get('/readyz')).body.businesses?.[0].complete === true,
    );
  }

  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const gone = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await gone;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill();
  }
}

function shop(): Partial<Content> {
  const products = [product(1), product(2)];
  return {
    products,
    productReviews: Array.from({ length: 250 }, (_none, index) =>
      productReview(250 - index, products[index % 2]!, (250 - index) % 200),
    ),
  };
}

const reviews = '/v1/businesses/shop.example/product/reviews?sku=SKU-1';

test('two instances log in once, share one budget and one mirror, and one that dies is replaced', async () => {
  await using stage = await Stage.open({ content: shop() });
  const database = await freshDatabase(postgres.url, 'proxy');
  await using one = await Instance.start(stage.upstream.url, database);
  await using other = await Instance.start(stage.upstream.url, database);
  await Promise.all([one, other].map((instance) => instance.get('/v1/partners/-/write-link/get')));
  await one.mirrored();
  await other.mirrored();
  assert.equal(stage.upstream.logins, 1);
  // The second and the third page of the reviews, the first of which is looked at again and again: nothing was walked twice.
  const walked = stage.upstream
    .callsOf('/product/reviews')
    .map(({ query }) => query.get('start') ?? '0')
    .filter((start) => start !== '0');
  assert.deepEqual([walked.length, new Set(walked).size], [2, 2]);

  const before = [await one.get(reviews), await other.get(reviews)];
  assert.equal(before[0]!.headers.get('etag'), before[1]!.headers.get('etag'));

  await one.kill();
  stage.upstream.content.productReviews.unshift(productReview(900, stage.upstream.content.products[0]!, 240));
  await until(
    'the other has taken over and shows what is new',
    async () => (await other.get(reviews)).body.product_reviews[0].id === 900,
  );
  assert.notEqual((await other.get(reviews)).headers.get('etag'), before[1]!.headers.get('etag'));
  assert.equal(stage.upstream.logins, 1);
});

test('what one instance learns, the other answers with: its ETag changes too', async () => {
  await using stage = await Stage.open({ knowsVoters: true });
  const database = await freshDatabase(postgres.url, 'proxy');
  await using one = await Instance.start(stage.upstream.url, database);
  await one.mirrored();
  await using other = await Instance.start(stage.upstream.url, database);
  // The same question as that of the ETag: an answer that is not kept yet may be ahead of one that is.
  const votes = async (instance: Instance) => {
    const { body } = await instance.get(reviews);
    return body.product_reviews.find((review: { id: number }) => review.id === 8).num_positive_votes as number;
  };
  assert.deepEqual([await votes(one), await votes(other)], [0, 0]);
  let etag = '';
  const isUnchanged = async () => (await one.get(reviews, { 'if-none-match': etag })).http === 304;
  // The languages of reviews come into their answers one after the other.
  await until('its answer stays as it is', async () => {
    etag = (await one.get(reviews)).headers.get('etag')!;
    return isUnchanged();
  });
  const vote = await fetch(`${other.url}/v1/businesses/shop.example/product/reviews/vote`, {
    method: 'POST',
    body: new URLSearchParams({ review_id: '8', vote: 'positive' }),
  });
  assert.ok(vote.ok);
  await until('the first instance counts it', async () => (await votes(one)) === 1);
  assert.equal(await isUnchanged(), false);
});
