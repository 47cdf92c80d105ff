/** Which task the mirror does next: a function of the situation, without effects. */
import { firstWalks, wantedRefreshes, worthOf } from './cold-start.ts';
import { busy, isFailing, type Situation, type Planned, type Task } from './planned.ts';
import { figures, heads, moderation, sweeps } from './upkeep.ts';

/** How many parts are read at the same time: where answers take seconds, one by one would not use up the budget. */
const AT_ONCE = 3;

/** Which goes first of tasks that are due at the same time. */
const rank = {
  moderation: 0,
  figures: 0,
  head: 0,
  wanted: 1,
  first: 2,
  refresh: 3,
  sweep: 3,
} as const satisfies Record<Task['kind'], number>;

/** The task that is due first. */
export function nextTask<One extends Planned>(businesses: readonly One[], situation: Situation): Task<One> | undefined {
  const { now } = situation;
  const soonest = ({ at }: Task<One>) => Math.max(at, now);
  const tasks = businesses.flatMap((one) => tasksOf(one, businesses, situation));
  return tasks.toSorted(
    (one, other) => soonest(one) - soonest(other) || rank[one.kind] - rank[other.kind] || before(one, other),
  )[0];
}

/** Of first walks, the one that is worth most. */
function before<One extends Planned>(one: Task<One>, other: Task<One>): number {
  if (one.kind !== 'first' || other.kind !== 'first') return one.at - other.at;
  return worthOf(other.of, other.part) - worthOf(one.of, one.part);
}

function tasksOf<One extends Planned>(one: One, all: readonly One[], situation: Situation): Task<One>[] {
  const tasks = [...firstWalks(one, situation), ...wantedRefreshes(one, all, situation)];
  // While something fails, one call at a time finds out whether it still does.
  if (busy(all) >= (isFailing(all) ? 1 : AT_ONCE)) return tasks.filter(({ kind }) => kind === 'wanted');
  return [
    ...tasks,
    ...moderation(one, situation),
    ...figures(one, situation),
    ...heads(one, situation),
    ...sweeps(one, situation),
  ];
}
