/** Takes stock of the situation, for the plan and for the budget. */
import type { Clock } from '../../../server-kit/clock.ts';
import type { Budget, Outlook } from '../../../api-client/budget.ts';
import { BACKGROUND_BURST, BURST, lanes, SHOPPER_BURST } from '../../../api-client/lanes.ts';
import { isNear, isWalking } from './cold-start.ts';
import { isMirrored, type Situation, type Planned } from './planned.ts';
import { paceOf } from './schedule.ts';

/** How many calls of an hour shoppers leave to a first walk: half. */
const LEAST_WALK = 500;
const HOUR_MS = 3_600_000;
/** Until a failing database is asked again. */
const RETRY_MS = 500;

/** Reserves the mirror's calls at the budget, and reads how many there are. */
export async function takeStock(
  budget: Budget,
  all: readonly Planned[],
  { clock, quiet }: { clock: Clock; quiet: boolean },
): Promise<Situation> {
  const walking = all.some(isWalking);
  const complete = all.every((one) => isMirrored(one));
  const pace = paceOf(quiet, all.length, walking);
  const calls = complete ? null : await budget.outlook().catch(() => noCalls(clock.elapsed() + RETRY_MS));
  // Not before: what is free at once, is free by then.
  const situation: Situation = { now: clock.elapsed(), date: clock.now(), pace, calls };
  budget.reserve({
    headsPerHour: pace.headCalls,
    firstSweepPerHour: complete ? 0 : Math.min(LEAST_WALK, lanes.sweep.callsPerHour - pace.headCalls),
    sweepsPerHour: complete && all.length > 0 ? (HOUR_MS * all.length) / pace.sweepMs : 0,
    backgroundPerWindow: isNear(all, situation) ? BACKGROUND_BURST.walk : BACKGROUND_BURST.usual,
    shoppersPerWindow: walking ? SHOPPER_BURST : BURST,
  });
  return situation;
}

/** While the database fails, nothing can be read. */
const noCalls = (at: number): Outlook => ({ free: 0, sweep: { at, certain: true }, shopper: { at, certain: true } });
