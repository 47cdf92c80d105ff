/** The listing of all changes: what shoppers may see, in the order in which it was committed, and what of it is gone. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { renameByCommand } from '../../review-service/catalogue/moves.ts';
import { hideByCommand, publishByCommand } from '../../review-service/content/moderation/by-command.ts';
import { moveService, type ServiceLocation } from '../../review-service/database.ts';
import { readItems } from '../../review-service/data/changes/items.ts';
import { requireBusiness } from '../../review-service/data/require-business.ts';
import { storeOf, type Database } from '../../review-service/data/tables.ts';
import { systemClock, type Clock } from '../../server-kit/clock.ts';
import { saveContent } from '../support/content.ts';
import { forgetChanges } from '../support/forget-changes.ts';
import {
  assertRefusal,
  onEveryDatabase,
  TestService,
  type CallOptions,
  type Given,
} from '../support/review-service.ts';
import { runProgram } from '../support/program.ts';
import { settle } from '../support/settle-changes.ts';
import { until } from '../support/smtp.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';

const shop = 'shop.example';
const email = 'jane@customers.example';
const jane = { username: 'jane', firstName: 'Jane', lastName: 'D', email };
const mug = { sku: 'MUG' };
const nothingGone = {
  products: [],
  reviews: [],
  comments: [],
  questions: [],
  product_reviews: [],
  product_questions: [],
};

onEveryDatabase((place) => {
  let service: TestService;
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account(shop);
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        products: [
          { id: 1, ...mug },
          { id: 2, sku: 'CUP' },
        ],
        productReviews: [1, 2, 3].map((id) => ({ id, product: id < 3 ? mug : { sku: 'CUP' }, rating: id, user: jane })),
        reviews: [
          { reviewNo: 1, author: jane },
          { reviewNo: 2, datasource: 'google' },
          { reviewNo: 3, published: 'pending' },
        ],
        productQuestions: [
          { id: 1, product: mug },
          { id: 2, product: mug, published: 'pending' },
        ],
        questions: [{ id: 1 }],
      }),
    );
    await service.ok('addComment', shop, { form: { review_no: 1, text: 'Thank you' } });
  });
  after(() => service.stop());

  const changes = async (query: Given = {}, options: CallOptions = {}) => {
    await settle(service);
    return service.ok('listChanges', shop, { query: { count: 1_000, ...query }, ...options });
  };
  /** Where the changes stand now. */
  const now = async () => {
    let page = await changes();
    while (page.more) page = await changes({ after: page.next! });
    return page.next!;
  };
  const numbersOf = ({ changes: of, gone }: Awaited<ReturnType<typeof changes>>) => ({
    products: of.products.map(({ id }) => id),
    reviews: of.reviews.map(({ reviewNo }) => reviewNo),
    comments: of.comments.map(({ id }) => id),
    questions: of.questions.map(({ id }) => id),
    product_reviews: of.product_reviews.map(({ id }) => id),
    product_questions: of.product_questions.map(({ id }) => id),
    gone: Object.fromEntries(Object.entries(gone).filter(([, ids]) => ids.length > 0)),
  });
  const none = { products: [], reviews: [], comments: [], questions: [], product_reviews: [], product_questions: [] };
  const everything = async () => {
    const pages = [await changes()];
    while (pages.at(-1)!.more) pages.push(await changes({ after: pages.at(-1)!.next! }));
    return pages.map(numbersOf);
  };
  /** What is told of work, after what was told before. */
  const told = async (work: () => Promise<unknown>) => {
    const after = await now();
    await work();
    return numbersOf(await changes({ after }));
  };
  const update = (work: (db: Database) => Promise<unknown>) => () => service.withDatabase(work);
  const hide = (kind: 'business' | 'product', number: number) =>
    service.withDatabase((db) => hideByCommand(db, shop, { kind, number }, 'spam', service.clock.now));
  const publish = (kind: 'business' | 'product', number: number) =>
    service.withDatabase((db) => publishByCommand(db, shop, { kind, number }, service.clock.now));

  test('without a cursor it gives all that shoppers may see, each as its list gives it', async () => {
    const { headers } = await service.call('listReviews', shop);
    assert.match(headers.get('plaudit-extensions')!, /(^|, )all-changes(,|$)/);
    const all = await changes();
    const { urls } = await service.ok('getBusinesses', '', { query: { businesses: JSON.stringify([shop]) } });
    const { products } = await service.ok('listProducts', shop);
    const { product_reviews } = await service.ok('listProductReviews', shop);
    const { questions } = await service.ok('listQuestions', shop);
    const { questions: product_questions } = await service.ok('listProductQuestions', shop, {
      query: { filter: 'PUBLISHED' },
    });
    const { comments } = await service.ok('listComments', shop);
    const reviews = await service.ok('listReviews', shop, { query: { datasources: 'google' } });
    const oldestFirst = <Item>(items: readonly Item[]) => items.toReversed();
    assert.deepEqual(all, {
      changes: {
        business: urls[0],
        products,
        reviews: reviews.toSorted((one, other) => one.reviewNo - other.reviewNo),
        comments: comments.map((comment) => ({ id: all.changes.comments[0]?.id, ...comment })),
        questions,
        product_reviews: oldestFirst(product_reviews),
        product_questions,
      },
      gone: { ...nothingGone, reviews: [3], product_questions: [2] },
      earlier_skus: [1, 2].map((product_id) => ({ product_id, skus: [] })),
      unlisted: all.unlisted,
      next: all.next,
      more: false,
      reset: false,
      status: 'OK',
      success: true,
    });
    assert.equal(all.unlisted?.business.waiting, 1);
  });

  test('pages follow each other, and hold everything once', async () => {
    const seen: unknown[] = [];
    let pages = 0;
    for (let page = await changes({ count: 3 }); ; page = await changes({ count: 3, after: page.next! })) {
      pages += 1;
      const { gone, ...items } = numbersOf(page);
      const all = [...Object.entries(items), ...Object.entries(gone)];
      seen.push(...all.flatMap(([kind, ids]) => ids.map((id) => `${kind} ${id}`)));
      assert.equal(page.unlisted === null, page.more);
      if (!page.more) break;
    }
    assert.equal(new Set(seen).size, seen.length);
    assert.deepEqual([seen.length, pages], [12, 5]);
    assert.deepEqual(numbersOf(await changes({ after: await now() })), { ...none, gone: {} });
  });

  test('hidden, published, voted for: each is told once, with its newest state', async () => {
    assert.deepEqual(await told(() => hide('product', 2)), { ...none, gone: { product_reviews: [2] } });
    assert.deepEqual(
      await told(async () => {
        await publish('product', 2);
        await hide('product', 2);
        await publish('product', 2);
      }),
      { ...none, product_reviews: [2], gone: {} },
    );
    const vote = { review_id: 1, vote: 'positive' };
    assert.deepEqual(await told(() => service.ok('voteOnProductReview', shop, { form: vote })), {
      ...none,
      product_reviews: [1],
      gone: {},
    });
  });

  test('a review that is hidden takes its comments along, and brings them back', async () => {
    const [comment] = (await changes()).changes.comments;
    assert.deepEqual(await told(() => hide('business', 1)), {
      ...none,
      gone: { reviews: [1], comments: [comment!.id] },
    });
    assert.deepEqual(await told(() => publish('business', 1)), {
      ...none,
      reviews: [1],
      comments: [comment!.id],
      gone: {},
    });
  });

  test('a product that is removed takes its reviews and questions along; its title is a change of its own', async () => {
    const title = (title: string) => update((db) => saveContent(db, shop, { products: [{ id: 1, ...mug, title }] }));
    assert.deepEqual(await told(title('A large mug')), { ...none, products: [1], gone: {} });
    assert.deepEqual(await told(title('A large mug')), { ...none, gone: {} });
    assert.deepEqual(await told(() => service.ok('removeProduct', shop, { form: { product_id: 1 } })), {
      ...none,
      gone: { products: [1], product_reviews: [1, 2], product_questions: [1, 2] },
    });
    assert.deepEqual(await told(title('A mug')), {
      ...none,
      products: [1],
      product_reviews: [1, 2],
      product_questions: [1],
      gone: { product_questions: [2] },
    });
  });

  test('an earlier sku is a change of its product', async () => {
    const after = await now();
    await service.withDatabase((db) => renameByCommand(db, shop, 'CUP', 'BEAKER'));
    const page = await changes({ after });
    assert.deepEqual(numbersOf(page), { ...none, products: [2], gone: {} });
    assert.deepEqual(page.earlier_skus, [{ product_id: 2, skus: ['CUP'] }]);
  });

  test('an author who is called otherwise changes what they wrote; how much they wrote changes nothing', async () => {
    const authors = (set: object) =>
      update((db) => db.updateTable('author').set(set).where('username', '=', 'jane').execute());
    assert.deepEqual(await told(authors({ num_reviews: 7 })), { ...none, gone: {} });
    assert.deepEqual(await told(authors({ first_name: 'Janet' })), {
      ...none,
      reviews: [1],
      product_reviews: [1, 2, 3],
      gone: {},
    });
  });

  test('an answer is a change of its question, and a profile one of the business', async () => {
    const answer = { question_id: 1, content: 'It is.' };
    assert.deepEqual(await told(() => service.ok('answerProductQuestion', shop, { form: answer })), {
      ...none,
      product_questions: [1],
      gone: {},
    });
    const after = await now();
    assert.equal((await changes({ after })).changes.business, null);
    await service.withDatabase((db) => db.updateTable('business').set({ name: 'The Shop' }).execute());
    assert.equal((await changes({ after })).changes.business?.name, 'The Shop');
  });

  test('who is erased is a number that is gone, in a listing from the beginning too', async () => {
    await hide('product', 3);
    assert.deepEqual((await changes()).unlisted?.products['BEAKER']?.reasons, { spam: 1 });
    const after = await now();
    await service.ok('erasePersonalData', shop, { form: { email } });
    const { gone, unlisted } = await changes({ after });
    assert.deepEqual(unlisted?.products, {}, 'the reason goes with the review');
    const { transparency } = await service.ok('getTransparency', shop, { query: { sku: 'BEAKER' } });
    assert.deepEqual([transparency.removed, transparency.received], [{ total: 0, reasons: {} }, 0]);
    assert.deepEqual([gone.reviews, gone.product_reviews, gone.comments.length], [[1], [1, 2, 3], 1]);
    const again = await changes();
    assert.deepEqual([again.changes.product_reviews, again.gone.product_reviews], [[], [1, 2, 3]]);
  });

  test('a page of a thousand long texts was larger than a proxy takes', async () => {
    const after = await now();
    const ids = Array.from({ length: 900 }, (_none, index) => index + 5_000);
    const content = 'word '.repeat(2_000);
    await service.withDatabase((db) =>
      saveContent(db, shop, { productReviews: ids.map((id) => ({ id, product: mug, content })) }),
    );
    await settle(service);
    const told: number[] = [];
    let [next, more] = [after, true];
    while (more) {
      const response = await service.call('listChanges', shop, { query: { after: next, count: 1_000 } });
      const text = await response.text();
      assert.ok(text.length < 4_000_000, `${text.length} characters`);
      const page = JSON.parse(text) as { changes: { product_reviews: { id: number }[] }; next: string; more: boolean };
      told.push(...page.changes.product_reviews.map(({ id }) => id));
      ({ next, more } = page);
    }
    assert.deepEqual(told, ids);
    await service.withDatabase((db) => db.deleteFrom('product_review').where('id', 'in', ids).execute());
  });

  test('a page of many items takes as many statements as one of few', async () => {
    const ids = Array.from({ length: 300 }, (_, index) => index + 1_000);
    const numbers = (ids: number[]) => ({
      product: ids,
      review: ids,
      comment: ids,
      question: ids,
      product_review: ids,
      product_question: ids,
    });
    await service.withDatabase(async (db) => {
      await saveContent(db, shop, {
        products: ids.map((id) => ({ id, sku: `SKU-${id}` })),
        productReviews: ids.map((id) => ({ id, product: { sku: `SKU-${id}` } })),
        reviews: ids.map((reviewNo) => ({ reviewNo })),
        productQuestions: ids.map((id) => ({ id, product: { sku: `SKU-${id}` } })),
        questions: ids.map((id) => ({ id })),
      });
      let statements = 0;
      const counting = db.withPlugin({
        transformQuery({ node }) {
          statements += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const business = await requireBusiness(db, shop);
      const count = async (ids: number[]) => {
        statements = 0;
        await readItems(storeOf(counting), business, numbers(ids));
        return statements;
      };
      assert.equal(await count(ids), await count(ids.slice(0, 1)));
    });
  });

  test('a cursor that nobody gave is refused, and one of other data begins anew', async () => {
    for (const after of ['x', 'abcdefghijkl.1', `${'a'.repeat(12)}.1.2.3`, `${'a'.repeat(12)}.-1.2`])
      await service.refused('listChanges', shop, { query: { after } }, 306, 400, /after/);
    await service.refused('listChanges', shop, { query: { count: 1_001 } }, 303, 400);
    await service.refused('listChanges', shop, { query: { wait: 31 } }, 306, 400);
    const foreign = await changes({ after: `${'a'.repeat(12)}.0.1` });
    assert.deepEqual(foreign, {
      changes: { business: null, ...none },
      gone: nothingGone,
      earlier_skus: [],
      unlisted: null,
      next: null,
      more: false,
      reset: true,
      status: 'OK',
      success: true,
    });
  });

  /** The same data once more, as a restore of a backup has them. */
  const copyOf = async ({ location }: TestService): Promise<ServiceLocation> => {
    const copy = await place();
    if ('directory' in location && 'directory' in copy) cpSync(location.directory, copy.directory, { recursive: true });
    else if ('databaseUrl' in location && 'databaseUrl' in copy) {
      const nameOf = (url: string) => new URL(url).pathname.slice(1);
      const client = new pg.Client(new URL('/postgres', copy.databaseUrl).href);
      await client.connect();
      await client.query(`drop database ${nameOf(copy.databaseUrl)}`);
      await client.query(`create database ${nameOf(copy.databaseUrl)} template ${nameOf(location.databaseUrl)}`);
      await client.end();
    }
    return copy;
  };

  test('a cursor outlasts a restart, and one of after a backup begins anew once that is restored', async () => {
    const before = await now();
    await service.stop();
    const restored = new TestService(await copyOf(service));
    await service.start();
    assert.equal((await changes({ after: before })).reset, false);
    await hide('business', 2);
    const after = await now();
    await restored.start();
    restored.clientToken = service.clientToken;
    restored.token = service.token;
    const reset = async (after: string) => (await restored.ok('listChanges', shop, { query: { after } })).reset;
    assert.deepEqual([await reset(after), await reset(before)], [true, false]);
    await restored.stop();
  });

  test('changes that came from another database server begin anew, in their order', async () => {
    const whole = await everything();
    const after = await now();
    await service.stop();
    // Its transactions had higher numbers.
    await service.withDatabase((db) =>
      db
        .updateTable('change')
        .set((eb) => ({ tx: eb('tx', '+', 1_000_000_000) }))
        .execute(),
    );
    await service.start();
    assert.equal((await changes({ after })).reset, true);
    assert.deepEqual(await everything(), whole);
    assert.deepEqual(await told(() => publish('business', 2)), { ...none, reviews: [2], gone: {} });
  });

  test('data of a version that noted nothing are listed whole after the upgrade', async () => {
    const whole = await everything();
    await service.stop();
    await service.withDatabase(async (db) => {
      await forgetChanges(db);
      await sql`delete from service_migration where name = '0020-changes'`.execute(db);
    });
    const upgraded = new TestService({ ...service.location, keepCopy: false });
    await upgraded.start();
    Object.assign(upgraded, { token: service.token, clientToken: service.clientToken });
    await settle(upgraded);
    const { changes: of, gone, more } = await upgraded.ok('listChanges', shop, { query: { count: 1_000 } });
    assert.equal(more, true);
    // What was deleted before has left no number.
    assert.deepEqual([of.products.length, of.product_reviews.length, gone.product_reviews], [302, 300, []]);
    await upgraded.stop();
    await service.start();
    const all = (pages: typeof whole, kind: 'reviews' | 'product_reviews' | 'questions' | 'product_questions') =>
      pages.flatMap((page) => page[kind]).toSorted((one, other) => one - other);
    const now = await everything();
    for (const kind of ['reviews', 'product_reviews', 'questions', 'product_questions'] as const)
      assert.deepEqual(all(now, kind), all(whole, kind), kind);
  });

  test('listings of changes are none of the calls that are limited, and have a limit of their own', async () => {
    const tally = (answers: readonly Response[]) =>
      Object.fromEntries(
        [...Map.groupBy(answers, ({ status }) => status)].map(([status, { length }]) => [status, length]),
      );
    const list = (token = service.token) =>
      service.call('listChanges', shop, { query: { count: 1 }, token, still: true });
    service.clock.advance(1_000);
    const calls = await Promise.all(Array.from({ length: 11 }, () => list()));
    assert.deepEqual(tally(calls), { 200: 10, 429: 1 });
    await assertRefusal(
      calls.find(({ status }) => status === 429)!,
      429,
      429,
    );
    assert.equal((await service.call('getBusiness', shop, { still: true })).status, 200);
    const stranger = await service.account('other.example');
    const strangers = await Promise.all(Array.from({ length: 11 }, () => list(stranger)));
    assert.deepEqual(tally(strangers), { 403: 10, 429: 1 });
  });
});

/** A wait of half a minute never ends by itself. */
const endless: Clock = {
  ...systemClock,
  sleep: (ms, signal) =>
    ms < 30_000
      ? systemClock.sleep(ms, signal)
      : new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
};

onEveryDatabase((place) => {
  let service: TestService;
  before(async () => {
    service = await new TestService(await place(), { clock: endless }).start();
    service.token = await service.account(shop);
    await service.withDatabase((db) =>
      saveContent(db, shop, { products: [{ id: 1, ...mug }], reviews: [{ reviewNo: 1 }] }),
    );
  });
  after(() => service.stop());

  const changes = (query: Given = {}) => service.ok('listChanges', shop, { query });
  const now = async () => {
    await settle(service);
    return (await changes()).next!;
  };

  test('who waits is told at once of what this process commits', async () => {
    const after = await now();
    const told = changes({ after, wait: 30 });
    await service.ok('addProductReview', shop, { form: { sku: 'MUG', title: 'New', content: 'x', rating: 4 } });
    assert.equal((await told).changes.product_reviews[0]?.title, 'New');
  });

  test('who waits is told of what another process commits', async () => {
    const after = await now();
    const told = changes({ after, wait: 30 });
    await service.withDatabase((db) => hideByCommand(db, shop, { kind: 'business', number: 1 }, 'spam'));
    assert.deepEqual((await told).gone.reviews, [1]);
  });

  test('a wait that is over answers with nothing', async () => {
    const after = await now();
    const { next, more, changes: of } = await changes({ after, wait: 1 });
    assert.deepEqual([next, more, of.business], [after, false, null]);
  });

  test('a newer wait ends an older one, and a stop ends all', async () => {
    const after = await now();
    const both = [1, 2].map(() => changes({ after, wait: 30 }));
    assert.equal((await Promise.race(both)).next, after);
    await service.stop();
    assert.deepEqual(
      (await Promise.all(both)).map(({ next }) => next),
      [after, after],
    );
    await service.start();
  });

  test('a token that is revoked while it waits is told nothing', async () => {
    const after = await now();
    const told = service.call('listChanges', shop, { query: { after, wait: 30 } });
    await service.withDatabase(async (db) => {
      await db.updateTable('user_token').set({ ended_at: Date.now() }).execute();
      await saveContent(db, shop, { reviews: [{ reviewNo: 2 }] });
    });
    await assertRefusal(await told, 204, 401);
    await service.withDatabase((db) => db.updateTable('user_token').set({ ended_at: null }).execute());
  });
});

test('what a restore erases again does not pass for the changes that it has lost', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-restored-'));
  const [live, restored, file] = ['live', 'restored', 'shop.sqlite'].map((name) => join(directory, name));
  const service = new TestService({ directory: live! });
  const again = new TestService({ directory: restored! });
  try {
    await service.start();
    service.token = await service.account(shop);
    await service.withDatabase((db) =>
      saveContent(db, shop, { reviews: [{ reviewNo: 1, author: jane, source: 'mail' }, { reviewNo: 2 }] }),
    );
    assert.equal((await runProgram(['backup', '--data', live!, '--to', file!])).err, '');
    await service.withDatabase((db) => hideByCommand(db, shop, { kind: 'business', number: 2 }, 'spam'));
    const { next, gone } = await service.ok('listChanges', shop);
    assert.deepEqual(gone.reviews, [2]);
    await service.ok('erasePersonalData', shop, { form: { email } });
    await service.stop();
    const { status, err } = await runProgram(['restore', '--from', file!, '--data', restored!]);
    assert.equal(status, 0, err);
    await again.start();
    Object.assign(again, { token: service.token, clientToken: service.clientToken });
    assert.deepEqual((await again.ok('listChanges', shop)).gone.reviews, [1], 'erased again');
    assert.equal((await again.ok('listChanges', shop, { query: { after: next! } })).reset, true);
  } finally {
    await service.stop();
    await again.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});

test('who waits takes nobody else’s place, and makes no call seem slow', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-waiting-'));
  let elapsed = 0;
  const service = new TestService(
    { directory },
    { clock: { ...endless, elapsed: () => elapsed }, connections: { total: 10, perAddress: 1 } },
  );
  const agents = [1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
  const call = (agent: Agent, query: Given = {}) =>
    new Promise<number>((resolve, reject) => {
      const url = new URL(`/v1/businesses/${shop}/changes`, service.url);
      for (const [name, value] of Object.entries({ client_token: service.clientToken, ...query }))
        url.searchParams.set(name, String(value));
      request(url, { agent, headers: { user_token: service.token! } }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode!));
      })
        .once('error', reject)
        .end();
    });
  try {
    await service.start();
    service.token = await service.account(shop);
    const { next } = await service.ok('listChanges', shop, { headers: { connection: 'close' } });
    let isAnswered = false;
    const waiting = call(agents[0]!, { after: next!, wait: 30 }).finally(() => {
      isAnswered = true;
    });
    await until('another connection of the same address is answered', async () => {
      elapsed += 1_000;
      return (await call(agents[1]!).catch(() => 0)) === 200;
    });
    assert.equal(isAnswered, false);
    elapsed += 3_600_000;
    await service.withDatabase((db) => saveContent(db, shop, { reviews: [{ reviewNo: 1 }] }));
    assert.equal(await waiting, 200);
    agents[0]!.destroy();
    await until('the connection is closed', async () => (await call(agents[1]!).catch(() => 0)) === 200);
    const metrics = await (await fetch(new URL('/metrics', service.url))).text();
    const [, seconds] = /call_duration_seconds_sum\{operation="listChanges"\} (\S+)/.exec(metrics) ?? [];
    assert.ok(Number(seconds) < 3_600, seconds);
  } finally {
    for (const agent of agents) agent.destroy();
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});

describe('PostgreSQL', () => {
  let postgres: UsedPostgres;
  before(async () => {
    postgres = await usePostgres();
  });
  after(() => postgres.stop());

  test('data that were moved to another database begin anew, and are whole', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'plaudit-moved-'));
    const databaseUrl = await freshDatabase(postgres.url);
    const service = new TestService({ directory });
    const moved = new TestService({ databaseUrl });
    const list = async (of: TestService, query: Given = {}) => {
      const { changes, gone, reset, next } = await of.ok('listChanges', shop, { query: { count: 1_000, ...query } });
      return { changes, gone, reset, next };
    };
    try {
      await service.start();
      service.token = await service.account(shop);
      await service.withDatabase((db) =>
        saveContent(db, shop, {
          products: [{ id: 1, ...mug }],
          productReviews: [{ id: 1, product: mug }],
          reviews: [{ reviewNo: 1 }, { reviewNo: 2, published: 'pending' }],
        }),
      );
      await settle(service);
      const before = await list(service);
      await service.stop();
      await moveService(directory, databaseUrl, undefined);
      await moveService(directory, databaseUrl, undefined);
      await moved.start();
      Object.assign(moved, { token: service.token, clientToken: service.clientToken });
      await settle(moved);
      assert.equal((await list(moved, { after: before.next! })).reset, true);
      const after = await list(moved);
      // The business comes with the address at which its service is reached now.
      assert.deepEqual(
        [after.changes.product_reviews, after.changes.reviews, after.gone],
        [before.changes.product_reviews, before.changes.reviews, before.gone],
      );
    } finally {
      await moved.stop();
      rmSync(directory, { recursive: true, force: true });
    }
  });

  test('an instance that starts while others write makes nobody begin anew', async () => {
    const service = await new TestService({ databaseUrl: await freshDatabase(postgres.url, 'service') }).start();
    try {
      service.token = await service.account(shop);
      await settle(service);
      const { next } = await service.ok('listChanges', shop);
      const reset = async () => (await service.ok('listChanges', shop, { query: { after: next! } })).reset;
      // It did not see the last change when it looked for the highest number.
      await service.withDatabase(async (db) => {
        const { last } = await db
          .selectFrom('change')
          .select((eb) => eb.fn.max('number').as('last'))
          .executeTakeFirstOrThrow();
        await db
          .insertInto('change_epoch')
          .values({ id: 100, token: 'of another', number: Number(last) })
          .execute();
      });
      assert.equal(await reset(), false);
      await service.withDatabase((db) => db.deleteFrom('change').execute());
      assert.equal(await reset(), true, 'without that change, the data are others');
    } finally {
      await service.stop();
    }
  });

  test('what is committed late is not passed over, keeps no writer waiting, and is named by /readyz', async () => {
    const databaseUrl = await freshDatabase(postgres.url, 'service');
    const service = await new TestService({ databaseUrl }).start();
    const slow = new pg.Client({ connectionString: databaseUrl, application_name: 'a slow import' });
    try {
      service.token = await service.account(shop);
      await service.withDatabase((db) => saveContent(db, shop, { reviews: [1, 2].map((reviewNo) => ({ reviewNo })) }));
      const titles = ({ changes }: { changes: { reviews: { title: string }[] } }) =>
        changes.reviews.map((one) => one.title);
      const list = (after: string) => service.ok('listChanges', shop, { query: { after } });
      await settle(service);
      const { next } = await service.ok('listChanges', shop);
      await slow.connect();
      await slow.query('begin');
      await slow.query(`update review set title = 'Slow' where id = 1`);
      await service.withDatabase((db) =>
        db.updateTable('review').set({ title: 'Quick' }).where('id', '=', 2).execute(),
      );
      assert.deepEqual(titles(await list(next!)), []);
      await until('/readyz names the transaction', async () => {
        const { warnings = [] } = (await (await fetch(`${service.url}/readyz`)).json()) as { warnings?: string[] };
        return warnings.some((warning) => warning.includes('a slow import'));
      });
      await slow.query('commit');
      await settle(service);
      assert.deepEqual(titles(await list(next!)), ['Slow', 'Quick']);
    } finally {
      await slow.end();
      await service.stop();
    }
  });
});
