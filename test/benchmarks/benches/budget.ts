/**
 * First the cold start: one shopper in shops of three sizes, then 60 page views a second in shops of four. Then a day of a large shop
 * on one token: 50,000 products, 200,000 reviews, 100 page views a second with a crawler among
 * them, an API that enforces its limits, a clock that jumps. The mirror's own code does the work; beside it the same
 * traffic with a cache. Draws the figure of the README.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCache, type CachePolicy } from '../budget/caches.ts';
import { openFirstPages, startAllCold, type ColdShop, type FirstPages } from '../budget/cold-start.ts';
import { drawBudget } from '../budget/figure.ts';
import { Simulation } from '../budget/simulation.ts';
import { paceOf, sweepPeriodMs } from '../../../server-proxy/mirror/plan/schedule.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const size = { products: 50_000, productReviews: 200_000 };
const viewsPerHour = 360_000;
/** Page views in an hour, along the figure. */
const rates = [10, 100, 1_000, 10_000, 100_000, 1_000_000];
/** The caches bend sharply between two of these; they are cheap to look at in between as well. */
const cacheRates = rates.flatMap((rate) =>
  rate === rates.at(-1) ? [rate] : [rate, 1.8 * rate, 3.2 * rate, 5.6 * rate],
);
const figure = join(import.meta.dirname, '..', '..', '..', 'docs', 'images', 'calls-and-views.svg');

export async function run(): Promise<void> {
  reportFirstPages(await openFirstPages());
  reportCold(await startAllCold());
  const simulation = await Simulation.open(size);
  const start = simulation.clock.now();
  for (let hour = 1; hour <= 24; hour += 1) {
    await simulation.run(viewsPerHour, HOUR);
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${hour} of 24 hours` : `${hour} of 24 hours\n`);
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  await report(simulation, start);

  const mirror: { calls: number; answered: number }[] = [];
  for (const rate of rates) {
    mirror.push(await simulation.run(rate, HOUR));
  }
  await simulation.close();

  const caches = (limited: boolean) => (policy: CachePolicy) =>
    cacheRates.map((rate) => runCache({ policy, products: size.products, viewsPerHour: rate, hours: 2, limited }));
  const policies = ['plain', 'stale-while-revalidate'] as const;
  const [asked, held] = [policies.map(caches(false)), policies.map(caches(true))];
  const lines = policies.map((_policy, which) =>
    cacheRates.map((rate, index) => ({
      rate,
      calls: asked[which]![index]!.calls / 2,
      answered: held[which]![index]!.answered,
    })),
  );
  table(
    [
      'page views an hour',
      'mirror: calls',
      'answered',
      '60 s cache: calls wanted',
      'answered within the limit',
      'stale-while-revalidate: calls wanted',
      'answered within the limit',
    ],
    rates.map((rate, index) => [
      rate,
      mirror[index]!.calls,
      percent(mirror[index]!.answered),
      ...lines.flatMap((line) =>
        line
          .filter((point) => point.rate === rate)
          .flatMap(({ calls, answered }) => [Math.round(calls), percent(answered)]),
      ),
    ]),
  );
  writeFileSync(
    figure,
    drawBudget({
      mirror: rates.map((rate, index) => ({ rate, ...mirror[index]! })),
      plain: lines[0]!,
      stale: lines[1]!,
    }),
  );
  console.log(`\nThe figure is in ${figure.split('/').slice(-3).join('/')}.`);
}

function reportFirstPages(shops: readonly FirstPages[]): void {
  table(
    [
      'products, reviews; one shopper, a page every two seconds from the first second',
      'how long each page waits, in s',
    ],
    shops.map(({ products, productReviews, waits }) => [
      `${products.toLocaleString('en')}, ${productReviews.toLocaleString('en')}`,
      waits.map((ms) => (ms === null ? 'refused' : (ms / SECOND).toFixed(1))).join(', '),
    ]),
  );
  console.log('');
}

function reportCold(shops: readonly ColdShop[]): void {
  table(
    [
      'products, reviews; 60 page views a second from the first second',
      'reviews mirrored after',
      'everything mirrored after',
      'calls until the reviews are',
      'page views answered in the first 25 s',
      'until the reviews are mirrored',
      'refused after that',
      'calls over the limits',
    ],
    shops.map(({ products, productReviews, started }) => [
      `${products.toLocaleString('en')}, ${productReviews.toLocaleString('en')}`,
      duration(started.reviewsAfter),
      duration(started.mirroredAfter),
      started.calls,
      percent(started.answeredAtFirst),
      percent(started.answeredUntilThen),
      started.refusedAfterwards,
      started.callsOver,
    ]),
  );
  console.log('');
}

async function report(simulation: Simulation, start: number): Promise<void> {
  const { api, views, changes, sweptAt } = simulation;
  const progress = await simulation.progress();
  const pace = paceOf(false, 1);
  const reviews = progress.find(({ part }) => part === 'productReviews')!;
  const ages = (list: readonly { madeAt: number; shownAt: number | null }[]) =>
    list
      .filter(({ shownAt }) => shownAt !== null)
      .map(({ madeAt, shownAt }) => shownAt! - madeAt)
      .toSorted((one, other) => one - other);
  // Written before everything was mirrored, a review comes with the first walk.
  const newOnes = ages(changes.written.filter(({ madeAt }) => madeAt > sweptAt[0]!));
  const [edits, removals] = [ages(changes.edited), ages(changes.removed)];
  const sweeps = sweptAt.slice(1).map((at, index) => at - sweptAt[index]!);
  const day = { views: viewsPerHour * 24 };
  const cached = (policy: CachePolicy) =>
    runCache({ policy, products: size.products, viewsPerHour, hours: 24, limited: true });
  table(
    ['a day of 50,000 products, 200,000 reviews, 100 page views a second', ''],
    [
      ['calls to the API', api.calls.length],
      ['calls over the limits', api.refused],
      ['most calls in any 10 s, in any hour', `${api.most(10 * SECOND)}, ${api.most(HOUR)}`],
      ['everything mirrored after', hours(sweptAt[0]! - start)],
      [
        'page views answered until then',
        `${percent(views.coldAnswered / views.cold)} of ${views.cold.toLocaleString('en')}`,
      ],
      [
        'page views answered from then on',
        `${percent(views.mirroredAnswered / views.mirrored)} of ${views.mirrored.toLocaleString('en')}`,
      ],
      [
        'age of a new review when it shows: median, most',
        `${seconds(middle(newOnes))}, ${seconds(newOnes.at(-1)!)} (${newOnes.length} of them)`,
      ],
      [
        'sweep through all reviews',
        `${sweeps.map(hours).join(', ')}; by arithmetic ${hours(sweepPeriodMs(reviews, progress, pace.sweepMs))}, with looks at single products at most ${hours((sweepPeriodMs(reviews, progress, pace.sweepMs) * 5) / 4)}`,
      ],
      [
        'age of an edit when it shows: median, most',
        `${hours(middle(edits))}, ${hours(edits.at(-1)!)} (${edits.length} of ${changes.edited.length} so far)`,
      ],
      [
        'age of a removal when it shows: median, most',
        removals.length > 0
          ? `${hours(middle(removals))}, ${hours(removals.at(-1)!)} (${removals.length} of ${changes.removed.length} so far)`
          : 'none yet',
      ],
      [
        'the same day, a 60 s cache: page views answered',
        `${percent(cached('plain').answered)} of ${day.views.toLocaleString('en')}`,
      ],
      [
        'the same day, stale-while-revalidate: page views answered',
        `${percent(cached('stale-while-revalidate').answered)} of ${day.views.toLocaleString('en')}`,
      ],
    ],
  );
  console.log('');
}

const middle = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0;
const seconds = (ms: number): string => `${Math.round(ms / SECOND)} s`;
const hours = (ms: number): string => `${(ms / HOUR).toFixed(1)} h`;
const duration = (ms: number | null): string =>
  ms === null
    ? 'not in a day'
    : ms < 120 * SECOND
      ? seconds(ms)
      : ms < 2 * HOUR
        ? `${Math.round(ms / 60 / SECOND)} min`
        : hours(ms);
const percent = (share: number): string => `${(Math.floor(share * 1_000) / 10).toFixed(1)}%`;

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)).join(' | ')} |`;
  console.log([line(head), `|${head.map(() => ' --- |').join('')}`, ...rows.map(line)].join('\n'));
}
