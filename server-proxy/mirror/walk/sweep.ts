/** Reads the API's listings into the store, page by page. A sweep that lost its thread too often removes nothing. */
import { followThread, MAX_STEPS_BACK } from '../../../api-client/thread.ts';
import type { ProxyDb } from '../../state/tables.ts';
import type { Lane } from '../../../api-client/lanes.ts';
import { fill, keepPage, readPage, type News, type PageTools } from './pages.ts';
import { parts, type MirroredBusiness, type PartName } from '../parts/parts.ts';
import { writeProgress, type Progress } from '../parts/progress.ts';
import { takeUnseen, type HeldRemovals } from '../parts/removals.ts';

export interface Removals {
  readonly held: HeldRemovals | null;
  readonly removed: number;
}

/** The result of a step. */
export interface Step extends News {
  readonly progress: Progress;
  /** Null before the end of a sweep, and where the sweep was unsound. */
  readonly removals: Removals | null;
}

/** Reads the next page of a sweep, and returns how far it has come. */
export async function sweepOnce(
  tools: PageTools,
  business: MirroredBusiness,
  name: PartName,
  progress: Progress,
  lane: Lane = 'sweep',
): Promise<Step> {
  const startedAt = tools.clock.now();
  const read = await readPage(tools, lane, business, name, progress.nextStart);
  const step = await fill(tools, business, async (db) => {
    const news = await keepPage(tools, db, business, name, read, progress.sweep);
    const { items, sent } = read.page;
    const after = parts[name].paged
      ? followThread(
          items.map(({ id }) => id),
          sent,
          progress,
        )
      : 'end';
    const step =
      after === 'end'
        ? await endSweep(db, business, name, { progress, sent: read.page.sent, startedAt, now: tools.clock.now() })
        : { progress: after, removals: null, changed: false };
    await writeProgress(db, business.domain, name, step.progress);
    const [changed, onlyAdds] = [step.changed || news.changed, news.onlyAdds && !step.changed];
    return { ...step, changed, onlyAdds, toRefresh: news.toRefresh };
  });
  if (step.removals) tools.setAside.swept(business.domain, name);
  return step;
}

interface LastPage {
  readonly progress: Progress;
  /** How many items it had. */
  readonly sent: number;
  /** When it was asked for, and when it is kept; milliseconds since 1970. */
  readonly startedAt: number;
  readonly now: number;
}

/** An unsound sweep is repeated under the same number: it proves nothing about what is gone. */
async function endSweep(
  db: ProxyDb,
  business: MirroredBusiness,
  name: PartName,
  { progress, sent, startedAt, now }: LastPage,
): Promise<Omit<Step, 'toRefresh'>> {
  const { sweep, nextStart, gaps } = progress;
  const isSound = gaps <= MAX_STEPS_BACK;
  const size = nextStart + sent;
  const { gone, held } = isSound
    ? await takeUnseen(db, business.domain, name, { sweep, items: size }, now)
    : { gone: [], held: null };
  if (gone.length > 0) await parts[name].remove(db, business, gone, now);
  const next: Progress = {
    ...progress,
    sweep: isSound ? sweep + 1 : sweep,
    nextStart: 0,
    previousIds: [],
    gaps: 0,
    size,
    mirroredAt: progress.mirroredAt ?? now,
    // A part of one page has been read to its newest item.
    headReadAt: nextStart === 0 ? startedAt : progress.headReadAt,
    sweptAt: now,
  };
  return {
    progress: next,
    removals: isSound ? { held, removed: gone.length } : null,
    changed: gone.length > 0 || (isSound && progress.mirroredAt === null),
  };
}
