/**
 * Lists of the console for a shop of 100,000 reviews, on both databases: each filter and every pair of them, words that
 * all and none have, the last page. Times are those of a browser on this machine, so the server takes less.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { findLanguages } from '../../../review-service/content/languages.ts';
import { moveService, openServiceDatabase } from '../../../review-service/database.ts';
import { ConsoleBrowser } from '../../support/console.ts';
import { startPostgres } from '../../support/postgres.ts';
import { ServiceProcess } from '../../support/service-process.ts';
import { consoleShop } from '../console/shop.ts';
import { account } from '../service/data.ts';

const ASKED_MS = 150;
const ROUNDS = 3;

/** A name and a value of an address; several of one name make no pair. */
const filters = [
  ['q', 'pictures'],
  ['q', 'zebra'],
  ['q', 'word17'],
  ['q', 'Shopper'],
  ['q', 'S-1'],
  ['q', 'O-77'],
  ['q', 'nobody@x.example'],
  ['state', 'held'],
  ['state', 'published'],
  ['state', 'hidden'],
  ['stars', '1'],
  ['product', 'S-1'],
  ['product', 'S-2'],
  ['from', '2023-11-15'],
  ['to', '2023-11-15'],
  ['photos', '1'],
  ['photos', '0'],
  ['verified', '1'],
  ['answered', '0'],
  ['answered', '1'],
  ['reported', '1'],
  ['kind', 'shop'],
  ['source', 'here'],
  ['source', 'Judge.me'],
  ['language', 'en'],
  ['language', 'de'],
  ['order', 'oldest'],
  ['page', '1000'],
  ['page', '2100'],
] as const;

const pairs = filters.flatMap((one, index) =>
  filters.slice(index + 1).flatMap((other) => (one[0] === other[0] ? [] : [[one, other] as const])),
);
const lists = [[], ...filters.map((one) => [one]), ...pairs].map(
  (chosen) =>
    `/console/reviews?${new URLSearchParams(chosen.map(([name, value]): [string, string] => [name, value])).toString()}`,
);
const products = [
  ...['', 'unanswered', 'unreviewed', 'removed'].flatMap((state) =>
    ['reviews', 'lowest', 'newest', 'title'].map((order) => `/console/products?state=${state}&order=${order}`),
  ),
  ...['S-1', 'product', 'zebra'].map((q) => `/console/products?q=${q}`),
  '/console/products/S-1',
  '/console/products/S-2',
];
const pages = ['/console/inbox', '/console/questions', '/console/requests', ...products, ...lists];

export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-bench-console-'));
  const postgres = await startPostgres();
  const table: Record<string, object> = {};
  try {
    const data = await consoleShop(directory);
    await moveService(data, postgres.url, undefined);
    for (const location of [{ directory: data }, { databaseUrl: postgres.url }]) {
      await using db = await openServiceDatabase(location);
      await findLanguages(db);
      // Here nobody does within a minute what PostgreSQL does elsewhere by itself: see test/support/postgres.ts.
      if ('databaseUrl' in location) await sql`vacuum analyze`.execute(db);
    }
    const sides = { SQLite: ['--data', data], PostgreSQL: ['--database-url', postgres.url] };
    for (const [name, settings] of Object.entries(sides)) table[name] = await time(settings);
  } finally {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
  console.table(table);
}

async function time(settings: readonly string[]): Promise<object> {
  const service = await ServiceProcess.start(settings);
  try {
    const browser = await new ConsoleBrowser(service.url).signIn(account.email, account.password);
    const times: { page: string; ms: number }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const page of pages) {
        const begun = performance.now();
        await browser.open(page);
        if (browser.status !== 200) throw new Error(`${page} is answered ${browser.status}`);
        // The first round warms.
        if (round > 0) times.push({ page, ms: performance.now() - begun });
      }
    const sorted = times.toSorted((one, other) => one.ms - other.ms);
    const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]!;
    return {
      lists: pages.length,
      'median, ms': at(0.5).ms.toFixed(1),
      '99 of 100 within, ms': at(0.99).ms.toFixed(1),
      'asked, ms': ASKED_MS,
      slowest: `${at(1).ms.toFixed(0)} ms, ${at(1).page}`,
    };
  } finally {
    await service.kill();
  }
}
