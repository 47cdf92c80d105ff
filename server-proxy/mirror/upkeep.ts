/** What is read again once it is mirrored: figures, heads, sweeps, and looks at single products in between. */
import { parts, partNames } from './parts.ts';
import { isMirrored, notBefore, type Moment, type OwnTask, type Planned } from './planned.ts';
import { BETWEEN_MISSES_MS } from './removals.ts';
import { nextSweep } from './schedule.ts';

/** From so many items on a sweep takes so long that popular products are looked at in between. */
const LARGE = 2_000;
/** One step of the sweep in so many is a look at a single product, where one is wanted. */
const LOOK_EVERY = 5;
/** Between two looks at the figures of a business: ten minutes, with time for the call. */
const FIGURES_EVERY_MS = 540_000;
/** Between two steps of the sweep beside a first walk. */
const BESIDE_WALK_MS = 60_000;

/** Nobody sees figures of a business that are older than ten minutes. */
export function figures<One extends Planned>(one: One): OwnTask<One>[] {
  const { sweptAt } = one.progress.get('business')!;
  if (sweptAt === null || one.underWay.has('business')) return [];
  const at = one.hasNewReviews ? 0 : sweptAt + FIGURES_EVERY_MS;
  return [{ at: Math.max(notBefore(one, 'walk business'), at), kind: 'figures', of: one, part: 'business' }];
}

export function heads<One extends Planned>(one: One, { pace, calls }: Moment): OwnTask<One>[] {
  return partNames.flatMap((part) => {
    const { mirroredAt, nextStart, headReadAt } = one.progress.get(part)!;
    // A part that is long to walk stays new at its head meanwhile.
    if (one.underWay.has(part) || !parts[part].head || (mirroredAt === null && nextStart <= LARGE)) return [];
    // What was walked just now is new enough while others wait for what was not.
    const readAt = headReadAt ?? (calls === null ? null : mirroredAt) ?? 0;
    return [{ at: Math.max(notBefore(one, `head ${part}`), readAt + pace.headMs), kind: 'head', of: one, part }];
  });
}

export function sweeps<One extends Planned>(one: One, { now, pace, calls }: Moment): OwnTask<One>[] {
  const { progress, underWay, lastSweepStep } = one;
  // The calls of a first walk are not taken from in front of it.
  const callAt = calls?.sweep.at ?? 0;
  const tasks: OwnTask<One>[] = [];
  for (const part of one.walksLeft.keys()) {
    const { nextStart, sweptAt } = progress.get(part)!;
    if (underWay.has(part) || !isMirrored(one, [part])) continue;
    const due = nextStart > 0 ? 0 : (sweptAt ?? 0) + BETWEEN_MISSES_MS;
    tasks.push({ at: Math.max(callAt, notBefore(one, `walk ${part}`), due), kind: 'sweep', of: one, part });
  }
  const step = Math.max(callAt, lastSweepStep + (calls === null ? pace.sweepMs : BESIDE_WALK_MS));
  const mirrored = partNames.filter((part) => isMirrored(one, [part]) && notBefore(one, `walk ${part}`) <= now);
  const sweep = nextSweep(progress, mirrored, pace.sweepMs, now);
  if (sweep && !underWay.has(sweep.part)) tasks.push({ at: Math.max(step, sweep.at), kind: 'sweep', of: one, part: sweep.part });
  if (wantsLook(one, now) && !underWay.has('look')) {
    tasks.push({ at: Math.max(callAt, lastSweepStep + pace.sweepMs, notBefore(one, 'look')), kind: 'look', of: one, part: 'productReviews' });
  }
  return tasks;
}

/** What must be read again comes first; what many look at has every fifth step of a long sweep. */
function wantsLook(one: Planned, now: number): boolean {
  if (one.lookAgain.size > 0) return true;
  return one.progress.get('productReviews')!.size > LARGE && one.sweepSteps % LOOK_EVERY === 0 && one.mostWanted(now) !== undefined;
}
