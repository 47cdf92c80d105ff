/** When a lane can make its next call, from the log, what is reserved for others, and the time. No effects. */
import type { CallLog } from './call-log.ts';
import {
  BURST,
  BURST_WINDOW_MS,
  HEAD_FLOOR,
  HOUR_WINDOW_MS,
  lanes,
  VOTE_BURST,
  VOTES_PER_HOUR,
  type Lane,
} from './lanes.ts';

/** Calls that are kept free for the mirror, where others would take them. */
export interface Reserved {
  readonly headsPerHour: number;
  /** 0 once everything is mirrored. */
  readonly firstSweepPerHour: number;
  /** The calls of the sweep at its present pace; 0 unless told otherwise. */
  readonly sweepsPerHour?: number;
  /** The most that all background lanes may take together. */
  readonly backgroundPerWindow: number;
  /** The most that all lanes may take of an hour; by default, as `lanes` says. */
  readonly callsPerHour?: number;
  /** The most that shoppers may take; all calls of a window unless told otherwise. */
  readonly shoppersPerWindow?: number;
}

export interface Chance {
  /** By `Clock.elapsed`. */
  readonly at: number;
  /** True where nothing that is under way can bring it forward. */
  readonly certain: boolean;
}

export interface NextChance extends Chance {
  /** When the first, second, … of those that wait can call, as far as the calls before them have ended. */
  readonly slots: readonly number[];
}

/** Calls of this hour that a lane leaves to others, whether or not they have made them yet. */
function promised(lane: Lane, { hour }: CallLog, reserved: Reserved): number {
  const { headsPerHour, firstSweepPerHour, sweepsPerHour = 0 } = reserved;
  const heads = Math.max(0, headsPerHour - hour.heads);
  const sweeps = (perHour: number) => Math.max(0, perHour - hour.sweeps);
  switch (lane) {
    case 'head':
      return 0;
    case 'write':
      return Math.max(0, Math.min(headsPerHour, HEAD_FLOOR) - hour.heads);
    case 'sweep':
      return heads;
    case 'shopper':
      return heads + sweeps(firstSweepPerHour);
    case 'vote':
      // Within their share, votes take nothing from anybody.
      return hour.votes < VOTES_PER_HOUR ? 0 : heads + sweeps(Math.max(firstSweepPerHour, sweepsPerHour));
  }
}

/** When all lanes together have made this many calls in an hour, this one stops. */
const mostOf = (lane: Lane, { hour }: CallLog, { callsPerHour }: Reserved): number =>
  callsPerHour ?? lanes[lane === 'vote' && hour.votes >= VOTES_PER_HOUR ? 'sweep' : lane].callsPerHour;

export function nextChance(lane: Lane, log: CallLog, now: number, closedUntil: number, reserved: Reserved): NextChance {
  if (closedUntil > now) return { at: closedUntil, certain: true, slots: [] };
  const full = log.hour.used + promised(lane, log, reserved) >= mostOf(lane, log, reserved);
  if (full) return { at: Math.max(log.hour.first + HOUR_WINDOW_MS, now + 1), certain: true, slots: [] };
  const all = { calls: log.burst, limit: BURST };
  const shares = [all, ...shareOf(lane, log, reserved)];
  const free = ({ calls, limit }: Share): number =>
    calls.length < limit ? now : (calls[calls.length - limit]?.ended_at ?? now) + BURST_WINDOW_MS;
  return { at: Math.max(...shares.map(free)), certain: false, slots: slotsOf(shares, now) };
}

interface Share {
  readonly calls: CallLog['burst'];
  readonly limit: number;
}

/** How much of a window a lane takes, together with others like it. */
function shareOf(
  lane: Lane,
  { burst }: CallLog,
  { backgroundPerWindow, shoppersPerWindow = BURST }: Reserved,
): Share[] {
  if (lanes[lane].background)
    return [{ calls: burst.filter((call) => isBackground(call.lane)), limit: backgroundPerWindow }];
  const limit = lane === 'vote' ? VOTE_BURST : lane === 'shopper' ? shoppersPerWindow : BURST;
  return limit < BURST ? [{ calls: burst.filter((call) => call.lane === lane), limit }] : [];
}

/** When each of those that wait can call. A call that still runs may end at any time, and promises nothing. */
function slotsOf(shares: readonly Share[], now: number): number[] {
  const slots = shares.map(({ calls, limit }) => {
    const waitedFor = calls.slice(Math.max(0, calls.length - limit)).filter((call) => call.ended_at <= now);
    const free = Math.max(0, limit - calls.length);
    return [...Array.from({ length: free }, () => now), ...waitedFor.map((call) => call.ended_at + BURST_WINDOW_MS)];
  });
  const places = Math.min(...slots.map(({ length }) => length));
  return Array.from({ length: places }, (_none, place) => Math.max(...slots.map((one) => one[place]!)));
}

const isBackground = (lane: string): boolean => Object.hasOwn(lanes, lane) && lanes[lane as Lane].background;
