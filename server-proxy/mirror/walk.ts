/**
 * Reads the API's listings into the store, page by page. What shifts while it is walked loses nothing: pages overlap
 * by a few items, and a page that shares none with the one before it is proof of a gap, so the walk steps back.
 */
import { MAX_COUNT } from '../../contract/endpoints.ts';
import type { Lane } from '../upstream/lanes.ts';
import { changing, type Changes } from './changes.ts';
import { keepPage, readPage, type PageTools } from './pages.ts';
import { parts, type MirroredBusiness, type Page, type Part, type PartName } from './parts.ts';
import { writeProgress, type Progress } from './progress.ts';
import { takeHeld, takeUnseen, type HeldRemovals } from './removals.ts';
import { readPrints } from './seen.ts';

/** Items that a page shares with the one before it: as many may be removed meanwhile without a gap. */
export const OVERLAP = 5;
/** After so many steps back the listing is taken to have no steady order; the sweep goes on, and removes nothing. */
const MAX_STEPS_BACK = 3;
/** Pages that one look at the newest items reads at most. */
const MAX_HEAD_PAGES = 20;

/** What a step of the mirror's work came to. */
export interface Step extends Changes {
  readonly progress: Progress;
}

/** What a sweep believes of what is missing; undefined before its end, and where it is no witness. */
export interface SweepStep extends Step {
  readonly removals?: { readonly held: HeldRemovals | null; readonly removed: number } | undefined;
}

/** Reads the next page of a sweep, and answers how far it has come. */
export async function sweepOnce(
  tools: PageTools, business: MirroredBusiness, name: PartName, progress: Progress, lane: Lane = 'sweep',
): Promise<SweepStep> {
  const startedAt = tools.clock.now();
  const read = await readPage(tools, lane, business, name, progress.nextStart);
  return changing(tools, business, async (db, changes) => {
    await keepPage(tools, db, business, name, read, progress.sweep, changes);
    const after = follow(parts[name], read.page, progress);
    const { next, removals } = after === 'end' ? await endSweep() : { next: after };
    await writeProgress(db, business.domain, name, next);
    return { progress: next, removals };

    async function endSweep(): Promise<{ next: Progress; removals?: SweepStep['removals'] }> {
      const now = tools.clock.now();
      const sound = progress.gaps <= MAX_STEPS_BACK;
      const size = progress.nextStart + read.page.sent;
      const swept = { sweep: progress.sweep, items: size };
      const { gone, held } = sound ? await takeUnseen(db, business.domain, name, swept, now) : { gone: [], held: null };
      if (gone.length > 0) await parts[name].remove(db, business, gone, now);
      if (gone.length > 0 || (sound && progress.mirroredAt === null)) changes.changed = true;
      const next = {
        ...progress,
        // An unsound sweep is walked again under its own number: it is no witness of what is gone.
        sweep: sound ? progress.sweep + 1 : progress.sweep,
        nextStart: 0,
        previousIds: [],
        gaps: 0,
        size,
        mirroredAt: progress.mirroredAt ?? now,
        // What one page shows whole has been seen to its newest item.
        headReadAt: progress.nextStart === 0 ? startedAt : progress.headReadAt,
        sweptAt: now,
      };
      return sound ? { next, removals: { held, removed: gone.length } } : { next };
    }
  });
}

/** Where to go on after a page, or that it was the last one. */
function follow(part: Part, page: Page, progress: Progress): Progress | 'end' {
  const { nextStart, previousIds, gaps } = progress;
  const ids = page.items.map((item) => item.id);
  const same = ids.length > 0 && ids.length === previousIds.length && ids.every((id, index) => id === previousIds[index]);
  // The second is a server that does not know `start`, or ends its list by repeating it.
  if (!part.paged || page.sent === 0 || (same && nextStart > 0)) return 'end';
  const lostThread = nextStart > 0 && ids.length > 0 && !ids.some((id) => previousIds.includes(id));
  if (lostThread) {
    if (gaps < MAX_STEPS_BACK) return { ...progress, nextStart: Math.max(0, nextStart - MAX_COUNT + OVERLAP), gaps: gaps + 1 };
    if (page.sent < MAX_COUNT) return 'end';
    return { ...progress, nextStart: nextStart + page.sent - OVERLAP, previousIds: ids, gaps: gaps + 1 };
  }
  if (page.sent < MAX_COUNT) return 'end';
  return { ...progress, nextStart: nextStart + page.sent - OVERLAP, previousIds: ids };
}

/** Reads the newest items: page after page until one ends with something known. */
export async function readHead(tools: PageTools, business: MirroredBusiness, name: PartName, progress: Progress): Promise<Step> {
  const { db, clock } = tools;
  const { newestFirst, query } = parts[name].head!;
  const startedAt = clock.now();
  const fields = query(startedAt);
  let step: Changes = { changed: false, lookAgain: new Set() };
  let start = 0;
  for (let count = 0; count < MAX_HEAD_PAGES; count += 1) {
    const read = await readPage(tools, 'head', business, name, start, fields);
    const last = read.page.items.at(-1);
    const known = newestFirst && last !== undefined && (await readPrints(db, business.domain, name, [last.id])).size > 0;
    const kept = await changing(tools, business, async (db, changes) => keepPage(tools, db, business, name, read, progress.sweep, changes));
    step = { changed: step.changed || kept.changed, lookAgain: new Set([...step.lookAgain, ...kept.lookAgain]) };
    if (known || read.page.sent < MAX_COUNT) break;
    start += read.page.sent - OVERLAP;
  }
  const next = { ...progress, headReadAt: startedAt };
  await changing(tools, business, async (db) => writeProgress(db, business.domain, name, next));
  return { ...step, progress: next };
}

/** Takes out what was held of a part, and answers how much that was. */
export async function removeHeld(tools: PageTools, business: MirroredBusiness, name: PartName): Promise<number> {
  const { removed } = await changing(tools, business, async (db, changes) => {
    const gone = await takeHeld(db, business.domain, name);
    await parts[name].remove(db, business, gone, tools.clock.now());
    changes.changed = true;
    return { removed: gone.length };
  });
  return removed;
}
