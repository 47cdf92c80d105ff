/**
 * A copy that follows the listing of changes is its source, whatever happens: eight connections of another process
 * write, wait inside of transactions, take some back, and are killed; the service starts again. A few transactions here;
 * `npm run test:durability` makes many. What a run does follows from its seed, but for the order of the connections:
 * PLAUDIT_TEST_SEED takes one that failed.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import type { z } from 'zod';
import type { answers } from '../../contract/endpoints/answers.ts';
import { saveContent } from '../support/content.ts';
import { rounds } from '../support/length.ts';
import { testProgram } from '../support/present-program.ts';
import { randomFrom } from '../support/random.ts';
import { onEveryDatabase, TestService, type Given } from '../support/review-service.ts';
import { settle } from '../support/settle-changes.ts';

const KILLS = rounds(1, 10);
const TRANSACTIONS = rounds(15, 150);
const NUMBERS = 12;
const seed = Number(process.env['PLAUDIT_TEST_SEED'] ?? Date.now() % 1_000_000);
const shop = 'shop.example';
const numbers = Array.from({ length: NUMBERS }, (_, index) => index + 1);

type Page = z.output<(typeof answers)['listChanges']>;
type Lists = Omit<Page['changes'], 'business'>;
interface Shown {
  readonly id?: number;
  readonly reviewNo?: number;
  readonly title?: string | null;
  readonly content?: string;
}

/** What a copy holds, by kind and number. */
class Copy {
  readonly items = new Map<string, Shown>();
  readonly #newest = new Map<string, number>();

  take({ changes: { business: _profile, ...lists }, gone }: Page): void {
    for (const [kind, items] of Object.entries(lists) as [keyof Lists, Shown[]][])
      for (const item of items) this.#put(`${kind} ${item.id ?? item.reviewNo}`, item);
    for (const [kind, ids] of Object.entries(gone)) for (const id of ids) this.items.delete(`${kind} ${id}`);
  }

  #put(key: string, item: Shown): void {
    const version = Number(/^v(\d+)$/.exec(item.title ?? '')?.[1] ?? /^v(\d+)$/.exec(item.content ?? '')?.[1] ?? 0);
    assert.ok(version >= (this.#newest.get(key) ?? 0), `${key} is older than it was (seed ${seed})`);
    this.#newest.set(key, version);
    this.items.set(key, item);
  }
}

/** Without what is embedded and counted: a product in its reviews is a change of its own. */
const bare = (items: ReadonlyMap<string, Shown>) =>
  Object.fromEntries(
    [...items]
      .map(([key, item]): [string, unknown] => [
        key,
        JSON.parse(
          JSON.stringify(item, (name, value: unknown) =>
            ['product', 'num_reviews', 'average_rating', 'numReviews', 'numHelpfulVotes'].includes(name) ? 0 : value,
          ),
        ),
      ])
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

onEveryDatabase((place) => {
  let service: TestService;
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account(shop);
    const of = (id: number) => ({ author: { username: `kim${id % 3}`, firstName: 'Kim', lastName: 'L' } });
    await service.withDatabase(async (db) => {
      const product = (id: number) => ({ sku: `SKU-${id}` });
      await saveContent(db, shop, {
        products: numbers.map((id) => ({ id, sku: `SKU-${id}`, title: 'v1' })),
        productReviews: numbers.map((id) => ({ id, title: 'v1', product: product(id), user: of(id).author })),
        reviews: numbers.map((id) => ({ reviewNo: id, title: 'v1', ...of(id) })),
        productQuestions: numbers.map((id) => ({ id, content: 'v1', product: product(id), ...of(id) })),
        questions: numbers.map((id) => ({ id, content: 'v1', ...of(id) })),
      });
    });
    for (const review_no of numbers) await service.ok('addComment', shop, { form: { review_no, text: 'v1' } });
  });
  after(() => service.stop());

  /** Ends when its process does, which is killed after so many commits. */
  async function write(round: number, killedAfter: number): Promise<void> {
    const writer = spawn(
      process.execPath,
      [
        testProgram('test/durability/change-writer.ts'),
        JSON.stringify(service.location),
        `${seed + 100 * round}`,
        `${TRANSACTIONS}`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let commits = 0;
    writer.stdout.on('data', (chunk: Buffer) => {
      commits += chunk.toString().split('\n').length - 1;
      if (commits >= killedAfter) writer.kill('SIGKILL');
    });
    const [status] = (await once(writer, 'exit')) as [number | null];
    if (killedAfter === Infinity) assert.equal(status, 0, `the writer ends well (seed ${seed})`);
  }

  test(`a copy is its source after ${KILLS} kills, seed ${seed}`, async () => {
    const random = randomFrom(seed);
    const copy = new Copy();
    let after: string | null = null;
    const follow = async (): Promise<boolean> => {
      const query: Given = { count: 1 + random(20), ...(after === null ? {} : { after }) };
      const page = await service.ok('listChanges', shop, { query });
      assert.equal(page.reset, false);
      copy.take(page);
      after = page.next;
      return page.more;
    };
    const followWhile = async (working: Promise<void>): Promise<void> => {
      let isOver = false;
      const over = working.finally(() => {
        isOver = true;
      });
      while (!isOver) await follow();
      await over;
      await settle(service);
      while (await follow());
    };
    for (let round = 0; round < KILLS; round++) {
      await followWhile(write(round, 10 + random(30)));
      await service.restart();
    }
    await followWhile(write(KILLS, Infinity));
    const fresh = new Copy();
    let page = await service.ok('listChanges', shop, { query: { count: 1_000 } });
    fresh.take(page);
    while (page.more) {
      page = await service.ok('listChanges', shop, { query: { count: 1_000, after: page.next! } });
      fresh.take(page);
    }
    assert.deepEqual(bare(copy.items), bare(fresh.items), `seed ${seed}`);
    assert.deepEqual(numbersOf(copy), await listed(), `seed ${seed}`);
  });

  const numbersOf = (copy: Copy) => [...copy.items.keys()].filter((key) => !key.startsWith('comments')).toSorted();

  /** What the lists of the API hold. */
  async function listed(): Promise<string[]> {
    const query = { count: 100 };
    const shownOnly = { query: { ...query, filter: 'PUBLISHED' } };
    const { products } = await service.ok('listProducts', shop, { query });
    const reviews = await service.ok('listReviews', shop, { query });
    const { questions } = await service.ok('listQuestions', shop, { query });
    const { product_reviews } = await service.ok('listProductReviews', shop, { query });
    const { questions: asked } = await service.ok('listProductQuestions', shop, shownOnly);
    const shown = new Set(products.map(({ id }) => id));
    return [
      ...products.map(({ id }) => `products ${id}`),
      ...reviews.map(({ reviewNo }) => `reviews ${reviewNo}`),
      ...questions.map(({ id }) => `questions ${id}`),
      ...product_reviews.map(({ id }) => `product_reviews ${id}`),
      ...asked.filter(({ product }) => shown.has(product?.id ?? 0)).map(({ id }) => `product_questions ${id}`),
    ].toSorted();
  }
});
