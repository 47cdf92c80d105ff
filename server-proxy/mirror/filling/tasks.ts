/** Does one task of the plan, and stores its result. */
import { LeaseLost } from '../../state/lease.ts';
import { noteFailure } from '../plan/failures.ts';
import { readHead } from '../walk/head.ts';
import type { Known } from '../state/known.ts';
import { refreshProduct, productsToSettle } from '../walk/refresh.ts';
import { countUnlistedPages } from '../walk/count-unlisted.ts';
import { fill, OutdatedPage, PAGE_TIMEOUT_MS, type News, type PageTools } from '../walk/pages.ts';
import { writeModeration } from '../parts/moderation.ts';
import type { PartName } from '../parts/parts.ts';
import type { OwnTask, Tried } from '../plan/planned.ts';
import { BETWEEN_MISSES_MS } from '../parts/removals.ts';
import { readExpected } from '../plan/sizes.ts';
import type { Telling } from '../state/telling.ts';
import { isFollowed, noteSwept, type Tracked } from '../state/tracked.ts';
import { sweepOnce } from '../walk/sweep.ts';

export interface FillTools extends PageTools {
  readonly known: Known;
  readonly telling: Telling;
}

/** How many pages of a product a refresh in the background reads. */
const REFRESH_PAGES = 20;
/** How many products are refreshed because a review is missing. */
const MOST_TO_SETTLE = 100;

/** Never throws: what fails is tried again. */
export async function perform(
  tools: FillTools,
  { kind, of: tracked, part }: OwnTask<Tracked>,
  now: number,
): Promise<void> {
  const { clock, signal, telling } = tools;
  const busy = kind === 'refresh' || kind === 'moderation' ? kind : part;
  const tried: Tried =
    kind === 'refresh' || kind === 'moderation' ? kind : `${kind === 'head' ? 'head' : 'sweep'} ${part}`;
  // Between two pages of a sweep nothing is under way for a moment.
  if (tracked.underWay.size === 0) tracked.steppedAt = now;
  tracked.underWay.add(busy);
  if (kind === 'sweep' || kind === 'refresh') {
    tracked.lastSweepStepAt = now;
    tracked.sweepSteps += 1;
  }
  try {
    // Our own service is not walked, which it says with the first login.
    await tools.client.greet({ timeoutMs: PAGE_TIMEOUT_MS, signal });
    if (isFollowed(tracked)) return;
    if (kind === 'refresh') await refreshNext(tools, tracked, now);
    else if (kind === 'moderation') await countUnlisted(tools, tracked);
    else await read(tools, kind, tracked, part);
    if (tracked.failures.delete(tried) && tracked.failures.size === 0) telling.recovered(tracked);
  } catch (error) {
    if (signal.aborted || error instanceof LeaseLost || error instanceof OutdatedPage) return;
    noteFailure(tracked.failures, tried, error, clock.elapsed());
    telling.failed(tracked, tried, error);
  } finally {
    tracked.underWay.delete(busy);
  }
}

async function read(
  tools: FillTools,
  kind: Exclude<OwnTask['kind'], 'refresh' | 'moderation'>,
  tracked: Tracked,
  part: PartName,
): Promise<void> {
  const { business, progress } = tracked;
  const before = progress.get(part)!;
  // The figures may not count reviews that arrive while they are read.
  if (part === 'business') tracked.hasNewReviews = false;
  const step =
    kind === 'head'
      ? await readHead(tools, business, part, before)
      : await sweepOnce(tools, business, part, before, kind === 'figures' ? 'head' : 'sweep');
  if (kind === 'head' && part === 'reviews' && step.changed) tracked.hasNewReviews = true;
  progress.set(part, step.progress);
  tracked.steppedAt = tools.clock.elapsed();
  noteNews(tracked, step);
  if (part === 'products' && before.mirroredAt === null)
    tracked.reviewsExpected = await readExpected(tools.db, business.domain, step.progress);
  const { mirroredAt, sweptAt } = step.progress;
  if (before.mirroredAt === null && mirroredAt !== null) tools.telling.mirrored(tracked, part);
  if (step.removals) tools.telling.removals(tracked, part, step.removals);
  if (sweptAt === before.sweptAt) return;
  noteSwept(tracked, part);
  // If the sweep missed something, a refresh can settle that before the next sweep.
  if (part === 'productReviews') void settleLater(tools, tracked);
}

async function settleLater(tools: FillTools, tracked: Tracked): Promise<void> {
  await tools.clock.sleep(BETWEEN_MISSES_MS, tools.signal);
  if (tools.signal.aborted) return;
  await settleMissing(tools, tracked, tools.clock.now() - BETWEEN_MISSES_MS).catch(() => {});
  tools.known.wakeUp();
}

/** Has products refreshed whose reviews have been missing since before this moment. */
export async function settleMissing({ db }: FillTools, tracked: Tracked, before: number): Promise<void> {
  for (const sku of await productsToSettle(db, tracked.business, before, MOST_TO_SETTLE)) tracked.toRefresh.add(sku);
}

async function refreshNext(tools: FillTools, tracked: Tracked, now: number): Promise<void> {
  const [asked] = tracked.toRefresh;
  const sku = asked ?? tracked.views.mostWanted(now);
  if (sku === undefined) return;
  tracked.toRefresh.delete(sku);
  tracked.views.refreshed(sku, now);
  const { sweep } = tracked.progress.get('productReviews')!;
  noteNews(
    tracked,
    await refreshProduct(tools, tracked.business, { lane: 'sweep', sku, sweep, maxPages: REFRESH_PAGES }),
  );
}

async function countUnlisted(tools: FillTools, tracked: Tracked): Promise<void> {
  const { business } = tracked;
  const unlisted = await countUnlistedPages(tools, business);
  const readAt = tools.clock.now();
  await fill(tools, business, async (db) => ({
    changed: await writeModeration(db, business.domain, readAt, unlisted),
  }));
  tracked.following = { ...tracked.following, readAt };
}

export function noteNews(tracked: Tracked, { toRefresh }: News): void {
  for (const sku of toRefresh) tracked.toRefresh.add(sku);
}
