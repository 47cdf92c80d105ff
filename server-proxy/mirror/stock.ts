/** What the plan is made from at one moment, and what the budget is told of it. */
import type { Budget, Outlook } from '../upstream/budget.ts';
import { BACKGROUND_BURST, BURST, lanes, SHOPPER_BURST } from '../upstream/lanes.ts';
import { isWalking, walkBurst } from './first-walk.ts';
import { isMirrored, type Moment, type Planned } from './planned.ts';
import { paceOf } from './schedule.ts';

/** Calls of an hour that shoppers leave to a first walk at least: half. */
const LEAST_WALK = 500;
/** Until a database that fails is asked again. */
const RETRY_MS = 500;

/** Says to the budget what the mirror needs of it, and asks what it has. */
export async function takeStock(budget: Budget, all: readonly Planned[], { now, quiet }: { now: number; quiet: boolean }): Promise<Moment> {
  const walking = all.some(isWalking);
  const complete = all.every((one) => isMirrored(one));
  const pace = paceOf(quiet, all.length, walking);
  budget.plan({
    head: pace.headCalls,
    firstSweep: complete ? 0 : Math.min(LEAST_WALK, lanes.sweep.hourly - pace.headCalls),
    background: walking ? walkBurst(all) : BACKGROUND_BURST.usual,
    shoppers: walking ? SHOPPER_BURST : BURST,
  });
  return { now, pace, calls: complete ? null : await budget.outlook().catch(() => noCalls(now + RETRY_MS)) };
}

/** Where the database fails, nothing can be read now. */
function noCalls(at: number): Outlook {
  const chance = { at, certain: true };
  return { turns: Array.from({ length: BURST }, () => at), running: 0, sweep: chance, shopper: chance, sweepsLeft: 0 };
}
