/**
 * The first fill of an empty mirror in front of our own service, both programs on this machine, each a process on
 * SQLite, while 60 page views arrive in a second. Beside it the same shops by way of an API that allows 1,000 calls an
 * hour, simulated. A million reviews only with PLAUDIT_BENCH_MILLION=1. Then the time until a shopper sees that a
 * review was hidden or published, on both databases.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hideByCommand, publishByCommand } from '../../../review-service/content/moderation/by-command.ts';
import { moveService, openServiceDatabase } from '../../../review-service/database.ts';
import { startPostgres } from '../../support/postgres.ts';
import { RunningProgram } from '../../support/running-program.ts';
import { ServiceProcess } from '../../support/service-process.ts';
import { startCold } from '../budget/cold-start.ts';
import { account, benchData, clientToken, shop } from '../service/data.ts';

const sizes = [
  { products: 200, productReviews: 380, withinSeconds: 2, simulatedViews: 60 },
  { products: 5_000, productReviews: 20_000, withinSeconds: 10, simulatedViews: 60 },
  { products: 50_000, productReviews: 200_000, withinSeconds: 60, simulatedViews: 2 },
  ...(process.env['PLAUDIT_BENCH_MILLION'] === '1'
    ? [{ products: 50_000, productReviews: 1_000_000, withinSeconds: 360, simulatedViews: null }]
    : []),
];
const VIEWS_PER_SECOND = 60;
const CHANGES = 200;
const MEGABYTE = 1024;

export async function run(): Promise<void> {
  const table: Record<string, object> = {};
  for (const { products, productReviews, withinSeconds, simulatedViews } of sizes) {
    const filled = await fill(products, productReviews);
    const limited = simulatedViews === null ? null : await startCold({ products, productReviews }, simulatedViews);
    table[`${products.toLocaleString('en')} and ${productReviews.toLocaleString('en')}`] = {
      'whole after, s': filled.seconds.toFixed(1),
      'asked, s': withinSeconds,
      'views answered until then': `${filled.answered} of ${filled.views}`,
      'proxy, MB': filled.proxyMegabytes,
      'service, MB': filled.serviceMegabytes,
      'proxy with languages, MB': filled.withLanguages,
      'by the limited API': limited === null ? '' : duration(limited.mirroredAfter),
    };
  }
  console.table(table);
  const seen: Record<string, object> = {};
  for (const database of ['SQLite', 'PostgreSQL'] as const) {
    const times = await timeUntilSeen(database);
    seen[database] = { changes: times.length, 'median, ms': at(times, 0.5), '99 of 100 within, ms': at(times, 0.99) };
  }
  console.table(seen);
}

const at = (times: readonly number[], share: number): number => Math.round(times[Math.ceil(share * times.length) - 1]!);

async function fill(products: number, productReviews: number) {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-bench-mirror-'));
  let service: ServiceProcess | undefined;
  try {
    service = await ServiceProcess.start(['--data', await copyOf(products, productReviews, directory)]);
    await using proxy = await startProxy(service, directory);
    const views = viewPages(proxy.url, products);
    const most = () => [proxy.pid, service!.pid].map(mostMemory);
    // The thread that finds languages begins at the moment that it is whole.
    let filling = most();
    while (!(await isWhole(proxy.url))) {
      filling = most();
      await wait(50);
    }
    const seconds = (performance.now() - proxy.readyAt) / 1_000;
    const [proxyMegabytes, serviceMegabytes] = filling;
    const { answered, asked } = await views.end();
    await wait(5_000);
    const [withLanguages] = most();
    return { seconds, answered, views: asked, proxyMegabytes, serviceMegabytes, withLanguages };
  } finally {
    await service?.kill();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** What is built is kept: the service writes to its data. */
async function copyOf(products: number, productReviews: number, directory: string): Promise<string> {
  const copy = join(directory, 'service');
  cpSync(await benchData(productReviews, products), copy, { recursive: true });
  return copy;
}

function startProxy(service: ServiceProcess, directory: string): Promise<RunningProgram> {
  const settings = ['--upstream', `${service.url}/v1`, '--business', shop, '--data', join(directory, 'proxy')];
  return RunningProgram.start(['proxy', '--port', '0', ...settings], {
    PLAUDIT_CLIENT_TOKEN: clientToken,
    PLAUDIT_EMAIL: account.email,
    PLAUDIT_PASSWORD: account.password,
    PLAUDIT_TRUSTED_PROXIES: '127.0.0.1/32',
  });
}

/** By a command beside the running service, as a merchant hides a review and shows it again, under the same views. */
async function timeUntilSeen(database: 'SQLite' | 'PostgreSQL') {
  const [products, productReviews] = [5_000, 20_000];
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-bench-seen-'));
  const postgres = database === 'PostgreSQL' ? await startPostgres() : null;
  let service: ServiceProcess | undefined;
  try {
    const data = await copyOf(products, productReviews, directory);
    if (postgres) await moveService(data, postgres.url, undefined);
    const db = await openServiceDatabase(postgres ? { databaseUrl: postgres.url } : { directory: data });
    service = await ServiceProcess.start(postgres ? ['--database-url', postgres.url] : ['--data', data]);
    await using proxy = await startProxy(service, directory);
    while (!(await isWhole(proxy.url))) await wait(50);
    const views = viewPages(proxy.url, products);
    const times: number[] = [];
    for (let change = 1; change <= CHANGES; change += 1) {
      const number = 97 * Math.ceil(change / 2);
      const isHidden = change % 2 === 1;
      const name = { kind: 'product', number } as const;
      await (isHidden ? hideByCommand(db, shop, name, 'spam') : publishByCommand(db, shop, name));
      const begun = performance.now();
      while ((await isShown(proxy.url, number, products)) === isHidden) await wait(10);
      times.push(performance.now() - begun);
    }
    await views.end();
    await db.destroy();
    return times.toSorted((one, other) => one - other);
  } finally {
    await service?.kill();
    await postgres?.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

let shoppers = 0;
/** As another shopper: the product that the review with this number is about. */
function viewProduct(url: string, number: number, products: number): Promise<Response> {
  const shopper = (shoppers += 1);
  return fetch(`${url}/v1/businesses/-/product/reviews?sku=S-${1 + ((number * 7_919) % products)}`, {
    headers: { 'x-forwarded-for': `10.${(shopper >> 16) & 255}.${(shopper >> 8) & 255}.${shopper & 255}` },
  });
}

async function isShown(url: string, review: number, products: number): Promise<boolean> {
  const { product_reviews: reviews } = (await (await viewProduct(url, review, products)).json()) as {
    product_reviews: { id: number }[];
  };
  return reviews.some(({ id }) => id === review);
}

/** Each view is of another shopper, and of another product. */
function viewPages(url: string, products: number) {
  const stop = new AbortController();
  let [asked, answered] = [0, 0];
  const view = async (number: number): Promise<void> => {
    asked += 1;
    const response = await viewProduct(url, number, products).catch(() => null);
    await response?.arrayBuffer();
    if (response?.status === 200) answered += 1;
  };
  const coming = (async () => {
    const underWay = new Set<Promise<void>>();
    const start = performance.now();
    for (let number = 1; !stop.signal.aborted; number += 1) {
      const viewing: Promise<void> = view(number).finally(() => underWay.delete(viewing));
      underWay.add(viewing);
      await wait(Math.max(0, start + (number * 1_000) / VIEWS_PER_SECOND - performance.now()));
    }
    return underWay;
  })();
  return {
    /** Those that still wait are answered now. */
    async end() {
      stop.abort();
      await Promise.all(await coming);
      return { asked, answered };
    },
  };
}

async function isWhole(url: string): Promise<boolean> {
  const report = (await (await fetch(`${url}/readyz`)).json()) as { businesses?: { complete: boolean }[] };
  return report.businesses?.[0]?.complete === true;
}

/** The most memory that a process has held, in MB. */
const mostMemory = (pid: number): number =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / MEGABYTE);

const duration = (ms: number | null): string =>
  ms === null ? 'not in a day' : ms < 7_200_000 ? `${Math.round(ms / 1_000)} s` : `${(ms / 3_600_000).toFixed(1)} h`;
