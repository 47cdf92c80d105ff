/**
 * The sliding log of calls to the API, in SQL: which ones each window still counts, and until when the API has asked
 * for a pause.
 */
import { sql } from 'kysely';
import type { Clock } from '../server-kit/clock.ts';
import { BURST_WINDOW_MS, HOUR_WINDOW_MS, type Lane } from './lanes.ts';
import type { Place } from './place.ts';

/**
 * How a call ended. The API knows nothing of one that never left. One without an answer may still be on its way there
 * when it is given up here, and counts that much longer.
 */
export type Ending = 'answered' | 'unanswered' | 'neverLeft';

/** By then, what was given up here has arrived there, or never will. */
export const ARRIVES_IN_MS = 1_000;
/** No call lasts longer, and no pause. */
const LONGEST_CALL_MS = 120_000;
const LONGEST_PAUSE_MS = HOUR_WINDOW_MS;

export interface CallLog {
  /** Calls that still count against the burst, the first that falls out first; like all of this by `Clock.elapsed`. */
  readonly burst: readonly { readonly lane: string; readonly ended_at: number }[];
  readonly hour: {
    readonly used: number;
    readonly heads: number;
    readonly sweeps: number;
    readonly votes: number;
    readonly first: number;
  };
}

/** From a stored moment to the same one by `Clock.elapsed`, by which calls wait for each other. */
export const shiftOf = (clock: Clock): number => clock.elapsed() - clock.now();

export async function readLog(db: Place, clock: Clock): Promise<CallLog> {
  const now = clock.now();
  const shift = shiftOf(clock);
  const burst = await db
    .selectFrom('upstream_call')
    .select(['lane', 'ended_at'])
    .where('ended_at', '>', now - BURST_WINDOW_MS)
    .orderBy('ended_at')
    .execute();
  const hour = await db
    .selectFrom('upstream_call')
    .select([
      sql<number>`count(*)`.as('used'),
      sql<number>`count(case when lane = 'head' then 1 end)`.as('heads'),
      sql<number>`count(case when lane = 'sweep' then 1 end)`.as('sweeps'),
      sql<number>`count(case when lane = 'vote' then 1 end)`.as('votes'),
      sql<number | null>`min(ended_at)`.as('first'),
    ])
    // A call that no window reaches is deleted with the next one, and does not count until then.
    .where('ended_at', '>', now - HOUR_WINDOW_MS)
    .executeTakeFirstOrThrow();
  return {
    burst: burst.map((call) => ({ ...call, ended_at: call.ended_at + shift })),
    hour: {
      used: Number(hour.used),
      heads: Number(hour.heads),
      sweeps: Number(hour.sweeps),
      votes: Number(hour.votes),
      first: Number(hour.first ?? now) + shift,
    },
  };
}

/** How many calls of the last hour are on the log. */
export async function countCalls(db: Place, now: number): Promise<number> {
  const { used } = await db
    .selectFrom('upstream_call')
    .select(sql<number>`count(*)`.as('used'))
    .where('ended_at', '>', now - HOUR_WINDOW_MS)
    .executeTakeFirstOrThrow();
  return Number(used);
}

export interface LoggedCall {
  readonly id: string;
  readonly lane: Lane;
  /** When it must have ended, in milliseconds since 1970. */
  readonly deadline: number;
  readonly instance: string;
}

export async function logCall(db: Place, { id, lane, deadline, instance }: LoggedCall): Promise<void> {
  await db.insertInto('upstream_call').values({ id, lane, ended_at: deadline, running_by: instance }).execute();
}

export async function endCall(db: Place, id: string, how: Ending, now: number): Promise<void> {
  const call = db.updateTable('upstream_call').where('id', '=', id);
  if (how === 'neverLeft') await forgetCall(db, id);
  else if (how === 'answered') await call.set({ ended_at: now, running_by: null }).execute();
  else await call.set({ ended_at: now + ARRIVES_IN_MS }).execute();
}

/** It was never made. */
export async function forgetCall(db: Place, id: string): Promise<void> {
  await db.deleteFrom('upstream_call').where('id', '=', id).execute();
}

/** Until when the API has asked for no call, by `Clock.elapsed`. */
export async function readPause(db: Place, clock: Clock): Promise<number> {
  const gate = await db
    .selectFrom('upstream_gate')
    .select('closed_until')
    .where('name', '=', 'budget')
    .executeTakeFirst();
  return (gate?.closed_until ?? 0) + shiftOf(clock);
}

/** A longer pause that has begun stays as it is. To be called within a turn of the gate `budget`. */
export async function extendPause(db: Place, until: number): Promise<void> {
  await db
    .updateTable('upstream_gate')
    .set({ closed_until: until })
    .where('name', '=', 'budget')
    .where('closed_until', '<', until)
    .execute();
}

/**
 * Forgets what no window reaches. Where the clock was set back, what ended in the future has ended now, and nothing
 * lies further ahead than a call or a pause can last.
 */
export async function tidyCalls(db: Place, now: number): Promise<void> {
  await db
    .deleteFrom('upstream_call')
    .where('ended_at', '<=', now - HOUR_WINDOW_MS)
    .execute();
  await db
    .updateTable('upstream_call')
    .set({ ended_at: now })
    .where('ended_at', '>', now)
    .where((eb) => eb.or([eb('running_by', 'is', null), eb('ended_at', '>', now + LONGEST_CALL_MS)]))
    .execute();
  await db
    .updateTable('upstream_gate')
    .set({ closed_until: now })
    .where('name', '=', 'budget')
    .where('closed_until', '>', now + LONGEST_PAUSE_MS)
    .execute();
}
