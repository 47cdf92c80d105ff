/**
 * How long a shopper's phone takes: Chromium with the processor slowed four times, all contenders in turns within one
 * run. A time begins where the element is put into a page whose scripts are loaded, and ends with the frame that shows
 * all reviews: request, parsing and rendering together. Every review has a text of 300 characters, and no photo.
 *
 * The vanilla element is what anyone would write by hand for just this answer: the HTML of our own elements (taken from
 * `/render`, so that it is the same to the node, which is checked) with our style sheet, as one string in one
 * assignment. It waits to be near the viewport as ours do, asks for the same answer with `fetch`, escapes every value
 * and formats by `Intl`. It is kinder to the vanilla side where ours does more: words and plurals are in the string
 * already, only one listener is added, nothing is kept for a change of attributes, a failure or a filter. It is kinder
 * to ours in one point: dates and small numbers in plain English we write without a formatter (src/locales/dates.ts), which
 * the vanilla element makes when it first needs one.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../../tools/chromium.ts';
import { contenders, LINES, startServer } from '../widgets/server.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const SLOWDOWN = 4;
/** Measured rounds: ours and vanilla are compared with each other, the others stand beside. */
const ROUNDS = 15;
const ROUNDS_BESIDE = 3;
const sizes = [10, 100, 1_000];

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

interface Visit {
  /** Milliseconds until all is on show. */
  readonly visible: number;
  /** Longest task in milliseconds; tasks below 50 are not reported by the browser: 0. */
  readonly longest: number;
  /** Bytes after a garbage collection. */
  readonly heap: number;
  /** Milliseconds that the main thread worked. */
  readonly worked: number;
  readonly shift: number;
  readonly nodes: number;
}

async function open(browser: Browser, work: (page: Page, session: CDPSession) => Promise<Visit>): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await page.addInitScript(() => {
      const seen = { longest: 0, shift: 0 };
      Object.assign(globalThis, { seen });
      new PerformanceObserver((list) =>
        list.getEntries().forEach(({ duration }) => (seen.longest = Math.max(seen.longest, duration))),
      ).observe({ type: 'longtask', buffered: true });
      new PerformanceObserver((list) =>
        list.getEntries().forEach((entry) => (seen.shift += (entry as PerformanceEntry & { value: number }).value)),
      ).observe({ type: 'layout-shift', buffered: true });
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    return await work(page, session);
  } finally {
    await context.close();
  }
}

async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find((one) => one.name === name)!.value;
}

async function look(page: Page, session: CDPSession, visible: number, worked: number, nodes: number): Promise<Visit> {
  // What was seen is reported in a task of its own.
  const seen = await page.evaluate(
    () =>
      new Promise<{ longest: number; shift: number }>((resolve) =>
        setTimeout(() => resolve((globalThis as unknown as { seen: { longest: number; shift: number } }).seen), 100),
      ),
  );
  await session.send('HeapProfiler.collectGarbage');
  return { visible, ...seen, heap: await metric(session, 'JSHeapUsedSize'), worked: worked * 1_000, nodes };
}

const visit = (browser: Browser, url: string, name: string, count: number): Promise<Visit> =>
  open(browser, async (page, session) => {
    const { start, shown } = contenders[name]!;
    await page.goto(`${url}/page/${name}`, { waitUntil: 'networkidle' });
    await page.evaluate(() =>
      Object.assign((globalThis as unknown as { seen: object }).seen, { longest: 0, shift: 0 }),
    );
    const before = await metric(session, 'TaskDuration');
    const { visible, nodes } = (await page.evaluate(`new Promise((resolve) => {
      const count = ${count}, place = document.querySelector('#place'), begun = performance.now();
      ${start}
      const look = () => (${shown} >= count ? setTimeout(() => resolve({ visible: performance.now() - begun, nodes: (place.firstElementChild.shadowRoot ?? place).querySelectorAll('*').length })) : requestAnimationFrame(look));
      requestAnimationFrame(look);
    })`)) as { visible: number; nodes: number };
    return look(page, session, visible, (await metric(session, 'TaskDuration')) - before, nodes);
  });

/** From an empty tab to 24 lines of stars, all code included. */
const visitStars = (browser: Browser, url: string): Promise<Visit> =>
  open(browser, async (page, session) => {
    const begun = performance.now();
    const before = await metric(session, 'TaskDuration');
    await page.goto(`${url}/stars`);
    await page.waitForFunction(() =>
      [...document.querySelectorAll('plaudit-stars')].every((line) => line.shadowRoot?.querySelector('.stars')),
    );
    return look(page, session, performance.now() - begun, (await metric(session, 'TaskDuration')) - before, 24);
  });

const ms = (value: number): string => value.toFixed(value < 100 ? 1 : 0).padStart(9);

export async function run(): Promise<void> {
  execFileSync(process.execPath, [join(root, 'tools', 'build.ts')], { stdio: 'inherit' });
  const { url, server } = await startServer();
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
  try {
    const visits = new Map<string, Visit[]>();
    const note = (key: string, one: Visit) => visits.set(key, [...(visits.get(key) ?? []), one]);
    for (const name of Object.keys(contenders)) await visit(browser, url, name, 10);
    const reference = ['plaudit', 'vanilla'] as const;
    for (let round = 0; round < ROUNDS; round++) {
      // In turns, and each first as often as the other.
      const turns = round % 2 ? reference : reference.toReversed();
      for (const name of turns) note(`${name} lines`, await visit(browser, url, `${name}-stars`, LINES));
      for (const size of sizes) {
        for (const name of turns) note(`${name} ${size}`, await visit(browser, url, name, size));
        if (round < ROUNDS_BESIDE)
          for (const name of ['waline', 'artalk']) note(`${name} ${size}`, await visit(browser, url, name, size));
      }
      note('stars', await visitStars(browser, url));
    }
    const of = (key: string, what: keyof Visit): number => median(visits.get(key)!.map((one) => one[what]));

    console.log(
      `Milliseconds until all reviews are on show, medians of ${ROUNDS} (others ${ROUNDS_BESIDE}), processor slowed ${SLOWDOWN} times\n`,
    );
    console.log('  reviews  plaudit   vanilla  ratio    waline    artalk');
    for (const size of sizes) {
      const [ours, vanilla] = [of(`plaudit ${size}`, 'visible'), of(`vanilla ${size}`, 'visible')];
      const nodes = of(`plaudit ${size}`, 'nodes') / of(`vanilla ${size}`, 'nodes');
      if (Math.abs(nodes - 1) > 0.02)
        throw new Error(`Vanilla does not render the same: ${nodes} times as many elements`);
      console.log(
        `${String(size).padStart(9)}${ms(ours)} ${ms(vanilla)}  ${(ours / vanilla).toFixed(2).padStart(5)} ${ms(of(`waline ${size}`, 'visible'))} ${ms(of(`artalk ${size}`, 'visible'))}`,
      );
    }
    const [lines, vanillaLines] = [of('plaudit lines', 'visible'), of('vanilla lines', 'visible')];
    console.log(
      `\n${LINES} lines of stars: ${ms(lines).trim()} ms, vanilla ${ms(vanillaLines).trim()} ms, ratio ${(lines / vanillaLines).toFixed(2)}`,
    );
    console.log('\n                 plaudit   vanilla    waline    artalk');
    const names = ['plaudit', 'vanilla', 'waline', 'artalk'];
    const row = (label: string, what: keyof Visit, size: number, scale = 1) =>
      console.log(`${label.padEnd(15)}${names.map((name) => ms(of(`${name} ${size}`, what) * scale)).join(' ')}`);
    row('main thread 10', 'worked', 10);
    row('main thread 1k', 'worked', 1_000);
    row('longest 10', 'longest', 10);
    row('longest 100', 'longest', 100);
    row('heap MB 1k', 'heap', 1_000, 1e-6);
    console.log(
      `\n24 lines of stars from an empty tab, code included: on show after ${ms(of('stars', 'visible')).trim()} ms, main thread ${ms(of('stars', 'worked')).trim()} ms, longest task ${ms(of('stars', 'longest')).trim()} ms (0: none over 50), layout shift ${of('stars', 'shift').toFixed(4)}`,
    );
  } finally {
    await browser.close();
    server.close();
  }
}
