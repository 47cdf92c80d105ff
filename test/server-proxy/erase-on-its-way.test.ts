import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runProgram } from '../support/program.ts';
import { fieldOf } from './fake-upstream.ts';
import { PacedClock, SkippingClock } from './clocks.ts';
import { sign, Stage, until } from './harness.ts';

const email = 'jane@customers.example';
const review = { sku: 'SKU-1', title: 'On its way', content: 'Sent while she was erased.', rating: '5' };

test('a review that is on its way while its author is erased stays nowhere: the API is asked once more', async () => {
  const clock = new SkippingClock();
  await using stage = await Stage.open(clock.api);
  const proxy = await (await stage.proxy({ clock })).mirrored();
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  stage.upstream.fault = async ({ path }) => {
    if (path.endsWith('/product/reviews/add')) await held;
    return false;
  };
  const write = () =>
    proxy.post('/product/reviews/add', review, {
      'plaudit-customer': sign({ email, exp: Math.floor(clock.now() / 1_000) + 86_400 }),
      'idempotency-key': 'one',
    });
  const writing = write();
  await until('it is on its way', () => stage.upstream.callsOf('/product/reviews/add').length === 1);
  const erasures = () => stage.upstream.callsOf('/privacy/remove').map((call) => fieldOf(call, 'email'));

  assert.equal((await proxy.merchant('/businesses/-/privacy/remove', { body: { email } })).http, 200);
  assert.deepEqual(erasures(), [email]);
  arrive();
  const answer = await writing;
  assert.deepEqual([answer.http, answer.body.errorCode], [404, 307], answer.text);
  assert.equal((await write()).body.errorCode, 307);
  const titles = async () =>
    (await proxy.shop('/product/reviews')).body.product_reviews.map(({ title }: { title: string }) => title);
  assert.ok(!(await titles()).includes(review.title), 'what the API answered is not mirrored');

  await clock.skipUntil('they are erased once more', async () => erasures().length === 2);
  assert.deepEqual(erasures(), [email, email]);
  await until('nothing of them is left', () =>
    readdirSync(stage.path('data')).every(
      (file) => !readFileSync(`${stage.path('data')}/${file}`, 'latin1').includes(email),
    ),
  );
  assert.equal(stage.upstream.callsOf('/product/reviews/add').length, 1);
});

test('a command erases somebody whose review is on its way, and the API is asked to, too', async () => {
  const clock = new SkippingClock();
  await using stage = await Stage.open(clock.api);
  const proxy = await (await stage.proxy({ clock })).mirrored();
  const { promise: held, resolve: arrive } = Promise.withResolvers<void>();
  stage.upstream.fault = async ({ path }) => {
    if (path.endsWith('/product/reviews/add')) await held;
    return false;
  };
  const writing = proxy.post('/product/reviews/add', review, {
    'plaudit-customer': sign({ email, exp: Math.floor(clock.now() / 1_000) + 86_400 }),
  });
  await until('it is on its way', () => stage.upstream.callsOf('/product/reviews/add').length === 1);
  const command = ['privacy', 'remove', '--data', stage.path('data'), '--business', 'shop.example', '--email', email];
  const { status, out, err } = await runProgram(command);
  assert.deepEqual([status, err], [0, ''], err);
  assert.match(out, /1 waiting write/);
  arrive();
  assert.equal((await writing).body.errorCode, 307);
  await clock.skipUntil(
    'they are erased once more',
    async () => stage.upstream.callsOf('/privacy/remove').length === 1,
  );
});

test('a page that was asked for before somebody was erased, or a product removed, does not bring them back', async () => {
  const clock = new PacedClock(20);
  await using stage = await Stage.open({ now: clock.now });
  const { upstream } = stage;
  const lists = { '/product/reviews': 'productReviews', '/product/questions': 'productQuestions' } as const;
  for (const part of Object.values(lists)) {
    const [first] = upstream.content[part];
    Object.assign((first!['user'] ?? first!['author']) as object, { username: 'jane', email });
    first!['title'] = first!['content'] = 'Written by Jane.';
  }
  const proxy = await (await stage.proxy({ clock })).mirrored();
  const shown = async (path: string, text: string) => (await proxy.shop(`${path}?count=100`)).text.includes(text);
  const held = new Map<string, () => void>();
  /** From now on, each list is answered as it is now, and that arrives later. */
  const hold = async (paths: readonly string[]) => {
    upstream.fault = ({ method, path }, response) => {
      const suffix = paths.find((one) => method === 'GET' && path.endsWith(one) && !held.has(one));
      if (suffix !== undefined) {
        const end = response.end.bind(response) as (text: string) => unknown;
        response.end = (text: unknown) => {
          held.set(suffix, () => end(String(text)));
          return response;
        };
      }
      return false;
    };
    clock.pace = 20;
    await until('they are asked for', () => paths.every((path) => held.has(path)));
    // A busy machine would else be too slow for the calls that wait now.
    clock.pace = 1;
  };
  /** What follows a page comes after it was kept, or was not. */
  const arrive = async (path: string) => {
    const calls = upstream.callsOf(path).length;
    held.get(path)!();
    clock.pace = 20;
    await until(`${path} is asked for again`, () => upstream.callsOf(path).length > calls);
    clock.pace = 1;
  };

  const paths = Object.keys(lists);
  for (const path of paths) assert.ok(await shown(path, 'Written by Jane.'), path);
  await hold(paths);
  assert.equal((await proxy.merchant('/businesses/-/privacy/remove', { body: { email } })).http, 200);
  for (const path of paths) {
    await arrive(path);
    assert.ok(!(await shown(path, 'Written by Jane.')), path);
  }

  assert.ok(await shown('/products', 'Product 2'));
  await hold(['/products']);
  assert.equal((await proxy.merchant('/businesses/-/products/remove', { body: { product_id: '2' } })).http, 200);
  await arrive('/products');
  assert.ok(!(await shown('/products', 'Product 2')));
});
