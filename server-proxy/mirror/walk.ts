/**
 * Reads the API's listings into the store, page by page. What shifts while it is walked loses nothing: pages overlap
 * by a few items, and a page that shares none with the one before it is proof of a gap, so the walk steps back.
 */
import { MAX_COUNT } from '../../contract/endpoints.ts';
import { ApiError } from '../../contract/errors.ts';
import type { Clock } from '../clock.ts';
import type { Metrics } from '../metrics.ts';
import type { ProxyDb } from '../state/tables.ts';
import { atomically } from '../state/transaction.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import type { Lane } from '../upstream/lanes.ts';
import { parts, type MirroredBusiness, type Page, type Part, type PartName } from './parts.ts';
import { writeProgress, type Progress } from './progress.ts';
import { anySeen, markSeen, takeUnseen } from './seen.ts';
import type { WritesUnderWay } from './writes-under-way.ts';

export interface WalkTools {
  readonly db: ProxyDb;
  readonly client: UpstreamClient;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly writes: WritesUnderWay;
  readonly signal: AbortSignal;
}

/** Items that a page shares with the one before it: as many may be removed meanwhile without a gap. */
const OVERLAP = 5;
/** After so many steps back the listing is taken to have no steady order; the sweep goes on, and removes nothing. */
const MAX_STEPS_BACK = 3;
/** Pages that one look at the newest items reads at most. */
const MAX_HEAD_PAGES = 20;
/** How often a page is read until no write came between; where writes never cease, the next sweep puts it right. */
const MAX_READS = 3;
/** Milliseconds for one page, the waiting for the budget included. */
const PAGE_TIMEOUT = 30_000;

/** Reads the next page of a sweep, and answers how far it has come. */
export async function sweepOnce(tools: WalkTools, business: MirroredBusiness, name: PartName, progress: Progress): Promise<Progress> {
  const page = await readPage(tools, 'sweep', business, name, progress.nextStart);
  return atomically(tools.db, async (db) => {
    await page.save(db, business);
    await markSeen(db, business.domain, name, page.ids, progress.sweep);
    const after = follow(parts[name], page, progress);
    const next = after === 'end' ? await endSweep(tools, db, business, name, progress) : after;
    await writeProgress(db, business.domain, name, next);
    return next;
  });
}

/** Where to go on after a page, or that it was the last one. */
function follow(part: Part, page: Page, progress: Progress): Progress | 'end' {
  const { nextStart, previousIds, gaps } = progress;
  const same = page.ids.length > 0 && page.ids.length === previousIds.length && page.ids.every((id, index) => id === previousIds[index]);
  // The second is a server that does not know `start`, or ends its list by repeating it.
  if (!part.paged || page.sent === 0 || (same && nextStart > 0)) return 'end';
  const lostThread = nextStart > 0 && page.ids.length > 0 && !page.ids.some((id) => previousIds.includes(id));
  if (lostThread) {
    if (gaps < MAX_STEPS_BACK) return { ...progress, nextStart: Math.max(0, nextStart - MAX_COUNT + OVERLAP), gaps: gaps + 1 };
    if (page.sent < MAX_COUNT) return 'end';
    return { ...progress, nextStart: nextStart + page.sent - OVERLAP, previousIds: page.ids, gaps: gaps + 1 };
  }
  if (page.sent < MAX_COUNT) return 'end';
  return { ...progress, nextStart: nextStart + page.sent - OVERLAP, previousIds: page.ids };
}

async function endSweep({ clock }: WalkTools, db: ProxyDb, business: MirroredBusiness, name: PartName, progress: Progress): Promise<Progress> {
  const now = clock.now();
  const sound = progress.gaps <= MAX_STEPS_BACK;
  if (sound) {
    const gone = await takeUnseen(db, business.domain, name, progress.sweep);
    await parts[name].remove(db, business, gone, now);
  }
  return {
    ...progress,
    // An unsound sweep is walked again under its own number: it is no witness of what is gone.
    sweep: sound ? progress.sweep + 1 : progress.sweep,
    nextStart: 0,
    previousIds: [],
    gaps: 0,
    mirroredAt: progress.mirroredAt ?? now,
    sweptAt: now,
  };
}

/** Reads the newest items, page after page until one is known. */
export async function readHead(tools: WalkTools, business: MirroredBusiness, name: PartName, progress: Progress): Promise<Progress> {
  const { db, clock } = tools;
  const { newestFirst, query } = parts[name].head!;
  const fields = query(clock.now());
  let start = 0;
  for (let count = 0; count < MAX_HEAD_PAGES; count += 1) {
    const page = await readPage(tools, 'head', business, name, start, fields);
    const known = newestFirst && await anySeen(db, business.domain, name, page.ids);
    await atomically(db, async (db) => {
      await page.save(db, business);
      await markSeen(db, business.domain, name, page.ids, progress.sweep);
    });
    if (known || page.sent < MAX_COUNT) break;
    start += page.sent - OVERLAP;
  }
  const next = { ...progress, headReadAt: clock.now() };
  await writeProgress(db, business.domain, name, next);
  return next;
}

async function readPage(tools: WalkTools, lane: Lane, business: MirroredBusiness, name: PartName, start: number, also: Readonly<Record<string, string>> = {}): Promise<Page> {
  for (let read = 1; ; read += 1) {
    const isOverlapped = tools.writes.watch(business.domain);
    const page = await askForPage(tools, lane, business, name, start, also);
    if (name !== 'productReviews' || read === MAX_READS || !isOverlapped()) return page;
  }
}

async function askForPage({ client, metrics, signal }: WalkTools, lane: Lane, business: MirroredBusiness, name: PartName, start: number, also: Readonly<Record<string, string>> = {}): Promise<Page> {
  const part: Part = parts[name];
  const paging = part.paged ? { start: String(start), count: String(MAX_COUNT) } : {};
  const { body } = await client.call(part.operation, { lane, business: business.domain, fields: { ...part.query, ...also, ...paging }, timeout: PAGE_TIMEOUT, signal });
  const page = tolerate(() => part.read(body));
  if (!page) throw new ApiError(399, `The review service answered ${part.operation} without a list`, { http: 502 });
  if (page.malformed > 0) metrics.malformedItems.inc({ operation: part.operation }, page.malformed);
  return page;
}

/** A body built to break its reader is as good as none. */
function tolerate<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch {
    return null;
  }
}
