/**
 * What the review service costs on SQLite: processor time of the server for one request, the sides interleaved in one
 * run, medians of the rounds. Wall time is left out: it is the disk's and the neighbours'.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openServiceDatabase } from '../../../review-service/database.ts';
import { storeOf } from '../../../review-service/data/tables.ts';
import { nextId, type Store } from '../../../review-store/content/ids.ts';
import { addProductReview } from '../../../review-store/reviews/product-review-changes.ts';
import { getProductReview } from '../../../review-store/reviews/product-reviews.ts';
import { searchText } from '../../../review-store/databases/text.ts';
import { benchData, clientToken, shop } from '../service/data.ts';
import { Side } from '../service/side.ts';

const ROUNDS = 9;
const WARMING_ROUNDS = 4;
const REQUESTS = 300;
const INSERTS = 200;
const SMALL = 10_000;
const LARGE = 1_000_000;

const path = (operation: string, query = '') =>
  `/v1/businesses/${shop}/${operation}?client_token=${clientToken}${query}`;

export async function run(): Promise<void> {
  const large = await benchData(LARGE);
  const small = await benchData(SMALL);
  const table = [
    ...(await comparePages(large)),
    ...(await compareStatistics(small, large)),
    ...(await compareInserts(small)),
  ];
  console.table(Object.fromEntries(table.map(({ what, ...rest }) => [what, rest])));
}

interface Line {
  readonly what: string;
  readonly µs: number;
  readonly 'against µs': number;
  readonly ratio: number;
  readonly 'at most': number;
}

function line(what: string, measured: readonly number[], against: readonly number[], atMost: number): Line {
  const [one, other] = [median(measured), median(against)];
  return {
    what,
    µs: Math.round(one),
    'against µs': Math.round(other),
    ratio: Math.round((one / other) * 100) / 100,
    'at most': atMost,
  };
}

/** Two measurements in turn, so that whatever else the machine does meets both. */
async function interleave(one: () => Promise<number>, other: () => Promise<number>): Promise<[number[], number[]]> {
  const results: [number[], number[]] = [[], []];
  for (let round = -WARMING_ROUNDS; round < ROUNDS; round++) {
    const pair = [await one(), await other()] as const;
    // Code that has just begun to run is slow, on whichever side is asked first.
    if (round >= 0) pair.forEach((value, side) => results[side]!.push(value));
  }
  return results;
}

async function comparePages(directory: string): Promise<Line[]> {
  const [service, raw] = [await Side.start('service-side.ts', directory), await Side.start('raw-side.ts', directory)];
  try {
    const page = path('product/reviews', '&sku=S-7');
    if ((await service.get(page)) !== (await raw.get('/')))
      throw new Error('The two sides do not answer the same bytes');
    const measured = await interleave(
      () => service.measure(page, REQUESTS),
      () => raw.measure('/', REQUESTS),
    );
    return [line('a page of 10 of 1,000,000 product reviews, against raw node:http', ...measured, 1.5)];
  } finally {
    await service.stop();
    await raw.stop();
  }
}

async function compareStatistics(small: string, large: string): Promise<Line[]> {
  const [few, many] = [await Side.start('service-side.ts', small), await Side.start('service-side.ts', large)];
  try {
    const lines: Line[] = [];
    for (const query of ['', '&sku=S-7', '&brand=Brand%207', '&categories=Category%207,Category%208']) {
      const stats = path('product/reviews/stats', query);
      const [at1000000, at10000] = await interleave(
        () => many.measure(stats, REQUESTS),
        () => few.measure(stats, REQUESTS),
      );
      lines.push(
        line(`statistics${query || ' of the business'} at 1,000,000 rows, against 10,000`, at1000000, at10000, 1.1),
      );
    }
    return lines;
  } finally {
    await few.stop();
    await many.stop();
  }
}

async function compareInserts(small: string): Promise<Line[]> {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-bench-insert-'));
  cpSync(small, directory, { recursive: true });
  const db = await openServiceDatabase({ directory });
  try {
    const cost = (insert: (db: Store) => Promise<unknown>) => async () => {
      const before = process.cpuUsage();
      for (let count = 0; count < INSERTS; count++) await storeOf(db).transaction().execute(insert);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / INSERTS;
    };
    const measured = await interleave(cost(insertCounted), cost(insertUncounted));
    return [line('an insert of a product review, against one without counters', ...measured, 2)];
  } finally {
    await db.destroy();
    rmSync(directory, { recursive: true, force: true });
  }
}

const text = { title: 'A review', content: 'It does what it should, and looks as good as on the pictures.' };

const insertCounted = (db: Store) =>
  addProductReview(db, 1, {
    productId: 7,
    authorId: null,
    ...text,
    rating: 4,
    orderId: null,
    userLocation: null,
    attributes: [],
    images: [],
    solicited: false,
    verified: false,
    heldFor: null,
    now: Date.now(),
  });

/** The same row, searchable and read back, with no counter that follows. */
async function insertUncounted(db: Store): Promise<unknown> {
  const id = await nextId(db, 'product_review');
  const now = Date.now();
  await db
    .insertInto('product_review')
    .values({
      business_id: 1,
      id,
      product_id: 7,
      author_id: null,
      state: 1,
      ...text,
      rating: 4,
      order_id: null,
      user_location: null,
      attributes: '[]',
      images: '[]',
      has_photos: 0,
      solicited: 0,
      positive_votes: 0,
      negative_votes: 0,
      relevance: 1,
      search_text: searchText(1, text.title, text.content),
      created_at: now,
      published_at: now,
      removed_at: null,
    })
    .execute();
  return getProductReview(db, 1, id);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
}
