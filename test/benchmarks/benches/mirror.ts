/**
 * The first fill of an empty mirror in front of our own service, both programs on this machine, each a process on
 * SQLite, while 60 page views arrive in a second. Beside it the same shops by way of an API that allows 1,000 calls an
 * hour, simulated. A million reviews only with PLAUDIT_BENCH_MILLION=1.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
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
      'by the limited API': limited === null ? '' : duration(limited.mirroredAfter),
    };
  }
  console.table(table);
}

async function fill(products: number, productReviews: number) {
  const source = await benchData(productReviews, products);
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-bench-mirror-'));
  let service: ServiceProcess | undefined;
  try {
    // What is built is kept: the service writes to its data.
    cpSync(source, join(directory, 'service'), { recursive: true });
    service = await ServiceProcess.start(['--data', join(directory, 'service')]);
    const settings = ['--upstream', `${service.url}/v1`, '--business', shop, '--data', join(directory, 'proxy')];
    await using proxy = await RunningProgram.start(['proxy', '--port', '0', ...settings], {
      PLAUDIT_CLIENT_TOKEN: clientToken,
      PLAUDIT_EMAIL: account.email,
      PLAUDIT_PASSWORD: account.password,
      PLAUDIT_TRUSTED_PROXIES: '127.0.0.1/32',
    });
    const views = viewPages(proxy.url, products);
    while (!(await isWhole(proxy.url))) await wait(50);
    const seconds = (performance.now() - proxy.readyAt) / 1_000;
    const [proxyMegabytes, serviceMegabytes] = [proxy.pid, service.pid].map(mostMemory);
    const { answered, asked } = await views.end();
    return { seconds, answered, views: asked, proxyMegabytes, serviceMegabytes };
  } finally {
    await service?.kill();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Each view is of another shopper, and of another product. */
function viewPages(url: string, products: number) {
  const stop = new AbortController();
  let [asked, answered] = [0, 0];
  const view = async (number: number): Promise<void> => {
    asked += 1;
    const sku = `S-${1 + ((number * 7_919) % products)}`;
    const shopper = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
    const response = await fetch(`${url}/v1/businesses/-/product/reviews?sku=${sku}`, {
      headers: { 'x-forwarded-for': shopper },
    }).catch(() => null);
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
