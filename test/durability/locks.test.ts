/**
 * Another program takes the lock of the SQLite file: a backup, or somebody's shell. Reads know nothing of it; writes
 * wait for it, and after ten seconds are refused. For half a minute by `npm run test:durability`.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import {
  assertUnavailable,
  readAll,
  startProxyProgram,
  startServiceProgram,
  type Program,
} from '../support/both-programs.ts';
import { isLong, rounds } from '../support/length.ts';
import { openServiceDatabase } from '../../review-service/database.ts';
import { ensureBusiness } from '../../review-store/content/businesses.ts';
import type { Store } from '../../review-store/content/ids.ts';
import { openProxyDatabase, storeOf } from '../../server-proxy/state/open.ts';
import { settle } from '../server-proxy/clocks.ts';
import { sign, Stage, until } from '../server-proxy/harness.ts';
import { AskingShop } from '../support/asking-shop.ts';
import { saveContent } from '../support/content.ts';
import { TestService, type Given } from '../support/review-service.ts';

const shop = 'shop.example';
const HELD_MS = rounds(11_000, 30_000);
/** Far from it, unless the process stands still. */
const SLOWEST_READ_MS = 5_000;
const LONGEST_WAIT_MS = 10_000;

async function survives(t: TestContext, program: Program, file: string): Promise<void> {
  const shell = new DatabaseSync(file);
  shell.exec('pragma busy_timeout = 10000');
  const title = (name: string) => `${name} of the ${program.name}`;
  assert.ok((await program.write(title('before'))).ok);
  await readAll(program);

  // A moment: the write waits for it, and is done.
  shell.exec('begin immediate');
  const patient = program.write(title('patient'));
  await readAll(program);
  shell.exec('commit');
  const { status } = await patient;
  assert.ok(status === 200 || status === 202, `answered ${status}`);

  for (const lock of isLong ? ['immediate', 'exclusive'] : ['exclusive']) {
    shell.exec(`begin ${lock}`);
    const begun = performance.now();
    const late = performance.now() + HELD_MS;
    const refusals = ['one', 'two', 'three'].map(async (name) => {
      const response = await program.write(title(`${lock} ${name}`));
      return { response, after: performance.now() - begun };
    });
    const reads: number[] = [];
    while (performance.now() < late) {
      reads.push(...(await readAll(program)));
      await wait(rounds(500, 50));
    }
    for (const { response, after } of await Promise.all(refusals)) {
      await assertUnavailable(response);
      t.diagnostic(`${lock}: refused after ${Math.round(after)} ms`);
      assert.ok(after > 0.9 * LONGEST_WAIT_MS && after < HELD_MS + SLOWEST_READ_MS, `refused after ${after} ms`);
    }
    reads.sort((one, other) => one - other);
    const [median, usual, slowest] = [0.5, 0.95, 1].map((share) =>
      Math.round(reads[Math.ceil(share * reads.length) - 1]!),
    );
    t.diagnostic(
      `${lock}: ${reads.length} reads took ${median} ms in the middle, ${usual} ms for 95 in 100, ${slowest} ms at most`,
    );
    assert.ok(slowest! < SLOWEST_READ_MS, `a read took ${slowest} ms`);
    shell.exec('commit');
    // Under the same key it is the same write, done once.
    const again = await program.write(title(`${lock} one`));
    assert.ok(again.status === 200 || again.status === 202, `answered ${again.status}`);
    await until('it is there once', async () => (await program.count(title(`${lock} one`))) === 1);
    assert.equal(await program.count(title(`${lock} two`)), 0);
  }
  shell.close();
}

test('the lock of another program on the data of the service', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-lock-'));
  const program = await startServiceProgram({ directory });
  try {
    await survives(t, program, join(directory, 'reviews.sqlite'));
  } finally {
    await program.kill();
    rmSync(directory, { recursive: true, force: true });
  }
});

test('the lock of another program on the data of the proxy', async (t) => {
  await using stage = await Stage.open();
  const program = await startProxyProgram(stage.upstream, stage.path('locked'));
  try {
    await survives(t, program, join(stage.path('locked'), 'proxy.sqlite'));
  } finally {
    await program.kill();
  }
});

type Write = () => Promise<{ http: number; headers: Headers }>;

/**
 * Nobody waits twice. In the same process, and so on the same clock, somebody else waits for the same lock in vain; by
 * when they would have waited half as long again, everybody is answered, who else would only then wait once more.
 */
async function waitOnce(file: string, besides: Store, writes: Readonly<Record<string, Write>>): Promise<void> {
  const shell = new DatabaseSync(file);
  shell.exec('pragma busy_timeout = 10000; begin immediate');
  const waiting = new Set(Object.keys(writes));
  const answers = Promise.all(
    Object.entries(writes).map(async ([name, write]) => {
      const answer = await write();
      waiting.delete(name);
      return [name, answer] as const;
    }),
  );
  await assert.rejects(ensureBusiness(besides, 'beside.example'));
  await wait(LONGEST_WAIT_MS / 2);
  // Whatever the process was late with, its answers among it.
  await settle(2_000);
  const late = [...waiting];
  const refused = await answers;
  shell.exec('commit');
  shell.close();
  assert.deepEqual(late, [], 'they waited twice');
  for (const [name, { http }] of refused) assert.deepEqual([name, http], [name, 503], name);
  for (const [name, { headers }] of refused) assert.ok(Number(headers.get('retry-after')) > 0, name);
}

test('a foreign write lock makes reviews wait 20 s: at the proxy', async () => {
  await using stage = await AskingShop.open();
  const proxy = await stage.startProxy();
  const customer = sign({ email: 'jane@x.example', first_name: 'Jane', exp: Math.floor(Date.now() / 1_000) + 3_600 });
  const text = (title: string) => ({ sku: 'MUG', rating: '4', title, content: `${title}, and it holds tea` });
  const asked = { sku: 'MUG', first_name: 'Ann', content: 'Does it float?', elapsed: '5000' };
  const answered = { question_id: '1', first_name: 'Bob', content: 'Two pounds', elapsed: '5000' };
  const sends: readonly [what: string, path: string, fields: Record<string, string>, more?: Record<string, string>][] =
    [
      ["a stranger's review", '/product/reviews/add', { ...text('Blue'), elapsed: '5000' }],
      ["a customer's review", '/product/reviews/add', text('Green'), { 'plaudit-customer': customer }],
      ['a question', '/product/questions/add', asked],
      ['an answer', '/product/questions/answer', answered],
      ['a report', '/product/reviews/flag', { review_id: '1', reason: 'other', message: 'No' }],
      ['a vote', '/product/reviews/vote', { review_id: '2', vote: 'positive' }],
    ];
  // Of another address each, so that nobody is asked for a proof.
  const send = (at: number, keyed: boolean) => {
    const [, path, fields, more] = sends[at]!;
    const from = { 'x-forwarded-for': `198.51.${keyed ? 100 : 101}.${at}` };
    return proxy.post(path, fields, { ...from, ...(keyed ? { 'idempotency-key': `the key of ${at}` } : {}), ...more });
  };
  const writes = Object.fromEntries(
    sends.flatMap(([what], at) => [
      [`${what} under a key`, () => send(at, true)],
      [`${what} without a key`, () => send(at, false)],
    ]),
  );
  const besides = await openProxyDatabase({ directory: stage.place });
  await waitOnce(join(stage.place, 'proxy.sqlite'), storeOf(besides), writes);
  await besides.destroy();

  for (const [at, [what]] of sends.entries()) {
    const [once, twice] = [await send(at, true), await send(at, true)];
    assert.ok(once.http === 200 || once.http === 202, `${what}: ${once.http} ${once.text}`);
    assert.equal(twice.headers.get('idempotent-replayed'), 'true', what);
  }
  const { body } = await proxy.shop('/product/questions?sku=MUG');
  assert.equal(body.questions.filter(({ content }: { content: string }) => content === asked.content).length, 1);
});

test('a foreign write lock makes reviews wait 20 s: at the service', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-lock-'));
  const service = await new TestService({ directory }).start();
  const besides = await openServiceDatabase({ directory });
  try {
    service.token = await service.account(shop);
    await saveContent(besides, shop, {
      products: [{ id: 1, sku: 'MUG' }],
      productReviews: [{ id: 1, product: { sku: 'MUG' } }],
    });
    const { url } = await service.ok('getWriteLink', shop);
    const page = await (await fetch(url)).text();
    const form = /name="form" value="([^"]+)"/.exec(page)![1]!;
    service.clock.advance(60_000);
    const read = async (response: Promise<Response>) => {
      const { status, headers } = await response;
      return { http: status, headers };
    };
    const call = (name: 'addProductReview' | 'voteOnProductReview', form: Given, keyed = true) => {
      const headers = keyed ? { 'idempotency-key': `key of ${name}` } : {};
      return read(service.call(name, shop, { form, headers, still: true }));
    };
    const review = { sku: 'MUG', rating: 4, title: 'Blue', content: 'It holds tea' };
    const filled = {
      rating: '2',
      service: '4',
      title: 'Slow',
      content: 'Came late',
      name: 'Jo',
      email: 'jo@x.example',
    };
    const writes = {
      'a review': () => call('addProductReview', review),
      'a review without a key': () => call('addProductReview', { ...review, title: 'Grey' }, false),
      'a vote': () => call('voteOnProductReview', { review_id: 1, vote: 'positive' }),
      'a page': () =>
        read(fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ ...filled, form }) })),
    };
    await waitOnce(join(directory, 'reviews.sqlite'), besides, writes);
    for (const write of Object.values(writes)) assert.ok([200, 303].includes((await write()).http));
    for (const name of ['a review', 'a vote'] as const)
      assert.equal((await writes[name]()).headers.get('idempotent-replayed'), 'true');
    assert.equal((await service.ok('listReviews', shop, { query: { unpublished: 1 } })).length, 1);
  } finally {
    await besides.destroy();
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});
