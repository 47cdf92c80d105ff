/**
 * The reads that go on once all is mirrored: figures, heads, sweeps, refreshes of single products, and what no listing
 * shows.
 */
import { parts, partNames } from '../parts/parts.ts';
import { after, isMirrored, notBefore, type Situation, type OwnTask, type Planned } from './planned.ts';
import { BETWEEN_MISSES_MS } from '../parts/removals.ts';
import { nextSweep } from './schedule.ts';

/** With more items, a sweep takes so long that popular products are refreshed in between. */
const LARGE = 2_000;
/** One step of the sweep in this many is a refresh of a single product, where one is wanted. */
const LOOK_EVERY = 5;
/** Between two readings of the figures of a business: ten minutes, with time for the call. */
const FIGURES_EVERY_MS = 540_000;
/** Between two counts of what no listing shows, which take more calls. */
const MODERATION_EVERY_MS = 3_600_000;
/** Between two steps of the sweep, or refreshes, beside a first walk. */
const BESIDE_WALK_MS = 60_000;

/** The figures of a business are never older than ten minutes. */
export function figures<One extends Planned>(one: One, situation: Situation): OwnTask<One>[] {
  const { sweptAt } = one.progress.get('business')!;
  if (sweptAt === null || one.underWay.has('business')) return [];
  const at = one.hasNewReviews ? 0 : after(sweptAt, FIGURES_EVERY_MS, situation);
  return [{ at: Math.max(notBefore(one, 'sweep business'), at), kind: 'figures', of: one, part: 'business' }];
}

/** Not during a first walk. */
export function moderation<One extends Planned>(one: One, situation: Situation): OwnTask<One>[] {
  const { extensions, readAt } = one.following;
  if (extensions === null || one.underWay.has('moderation') || !isMirrored(one)) return [];
  const at = Math.max(notBefore(one, 'moderation'), after(readAt, MODERATION_EVERY_MS, situation));
  return [{ at, kind: 'moderation', of: one, part: 'reviews' }];
}

export function heads<One extends Planned>(one: One, situation: Situation): OwnTask<One>[] {
  const { pace, calls } = situation;
  return partNames.flatMap((part) => {
    const { mirroredAt, nextStart, headReadAt } = one.progress.get(part)!;
    // Of a part that takes long to sweep, the head is kept current meanwhile.
    if (one.underWay.has(part) || !parts[part].head || (mirroredAt === null && nextStart <= LARGE)) return [];
    // A part that was just swept is current enough while others wait for one that was not.
    const readAt = headReadAt ?? (calls === null ? null : mirroredAt);
    const due = after(readAt, pace.headMs, situation);
    return [{ at: Math.max(notBefore(one, `head ${part}`), due), kind: 'head', of: one, part }];
  });
}

export function sweeps<One extends Planned>(one: One, situation: Situation): OwnTask<One>[] {
  const { now, date, pace, calls } = situation;
  const { progress, underWay, lastSweepStepAt } = one;
  // Not ahead of the calls of a first walk.
  const callAt = calls?.sweep.at ?? 0;
  const tasks: OwnTask<One>[] = [];
  for (const part of one.sweepsLeft.keys()) {
    const { nextStart, sweptAt } = progress.get(part)!;
    if (underWay.has(part) || !isMirrored(one, [part])) continue;
    const due = nextStart > 0 ? 0 : after(sweptAt, BETWEEN_MISSES_MS, situation);
    tasks.push({ at: Math.max(callAt, notBefore(one, `sweep ${part}`), due), kind: 'sweep', of: one, part });
  }
  const stepAt = Math.max(callAt, lastSweepStepAt + (calls === null ? pace.sweepMs : BESIDE_WALK_MS));
  const mirrored = partNames.filter((part) => isMirrored(one, [part]) && notBefore(one, `sweep ${part}`) <= now);
  const sweep = nextSweep(progress, mirrored, pace.sweepMs, date);
  if (sweep && !underWay.has(sweep.part))
    tasks.push({ at: Math.max(stepAt, now - date + sweep.at), kind: 'sweep', of: one, part: sweep.part });
  if (wantsRefresh(one, now) && !underWay.has('refresh')) {
    tasks.push({ at: Math.max(stepAt, notBefore(one, 'refresh')), kind: 'refresh', of: one, part: 'productReviews' });
  }
  return tasks;
}

/** Products that must be read again come first; popular ones have every fifth step of a long sweep. */
function wantsRefresh(one: Planned, now: number): boolean {
  if (one.toRefresh.size > 0) return true;
  return (
    one.progress.get('productReviews')!.size > LARGE &&
    one.sweepSteps % LOOK_EVERY === 0 &&
    one.mostWanted(now) !== undefined
  );
}
