/** Which call the mirror makes next: a function of what it knows at one moment, without effects. */
import { firstWalks, wantedLooks, worthOf } from './first-walk.ts';
import { busy, isFailing, type Moment, type Planned, type Task } from './planned.ts';
import { figures, heads, sweeps } from './upkeep.ts';

/** Parts that are read at the same time: where answers take seconds, one by one would not use the budget up. */
const AT_ONCE = 3;

/** Of tasks that are due at the same time, which goes first. */
const rank = { figures: 0, head: 0, wanted: 1, first: 2, look: 3, sweep: 3 } as const satisfies Record<Task['kind'], number>;

/** The task that is due first. */
export function nextTask<One extends Planned>(businesses: readonly One[], moment: Moment): Task<One> | undefined {
  const { now } = moment;
  const soonest = ({ at }: Task<One>) => Math.max(at, now);
  const tasks = businesses.flatMap((one) => tasksOf(one, businesses, moment));
  return tasks.toSorted((one, other) => soonest(one) - soonest(other) || rank[one.kind] - rank[other.kind] || before(one, other))[0];
}

/**
 * Of first walks the one that most wait for; then the one that has come least far, so that a small part need not wait
 * for a large one.
 */
function before<One extends Planned>(one: Task<One>, other: Task<One>): number {
  if (one.kind !== 'first' || other.kind !== 'first') return one.at - other.at;
  const walked = ({ of, part }: Task<One>) => of.progress.get(part)!.nextStart;
  return worthOf(other.of, other.part) - worthOf(one.of, one.part) || walked(one) - walked(other);
}

function tasksOf<One extends Planned>(one: One, all: readonly One[], moment: Moment): Task<One>[] {
  const { calls } = moment;
  const tasks = calls === null ? [] : [...firstWalks(one, all, moment, calls), ...wantedLooks(one, all, moment, calls)];
  // While something fails, one call after the other finds out whether it still does.
  if (busy(all) >= (isFailing(all) ? 1 : AT_ONCE)) return tasks.filter(({ kind }) => kind === 'wanted');
  return [...tasks, ...figures(one), ...heads(one, moment), ...sweeps(one, moment)];
}
