/**
 * The budget of calls to the API: a sliding log in the proxy's database, so that it holds over restarts and for all
 * instances that share the database.
 *
 * A call is counted from its start until one window after its END. The API counts it at some moment between the two,
 * which we cannot know; so no eleven of those moments can fall into one window, however slow the network is.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ApiError, refuse } from '../../contract/errors.ts';
import type { Clock } from '../../server-kit/clock.ts';
import type { ProxyDb } from '../state/tables.ts';
import { atomically, takeTurn } from '../state/transaction.ts';
import { BACKGROUND_BURST, BURST, BURST_WINDOW, HOUR_WINDOW, lanes, lanesByPriority, type Lane } from './lanes.ts';

/**
 * How a call ended. One that never left, the API knows nothing of; one without an answer may still be on its way there
 * when it is given up here, and counts that much longer.
 */
export type Ending = 'answered' | 'unanswered' | 'neverLeft';

/** Milliseconds after which what was given up here has arrived there, or never will. */
const ARRIVES_IN = 1_000;

/** Leave to make one call. */
export interface Permit {
  /** When the call must have ended, in milliseconds since 1970. */
  readonly deadline: number;
  /** To be called when the call ended, and how it did. */
  end(how?: Ending): Promise<void>;
}

export interface Waiting {
  readonly patient?: boolean;
  readonly signal?: AbortSignal | undefined;
}

interface Planned {
  /** Calls an hour. */
  readonly head: number;
  /** Calls an hour; 0 once everything is mirrored. */
  readonly firstSweep: number;
  /** Calls of a window that all background lanes take together. */
  readonly background: number;
  /** Calls of a window that shoppers take; all of them where it is not said. */
  readonly shoppers?: number;
}

/** When calls can be made, as far as anybody knows now; moments are milliseconds since 1970. */
export interface Outlook {
  /** For each call of a window, the first that comes free first: when it can be made. */
  readonly turns: readonly number[];
  /** Calls that run at this moment. */
  readonly running: number;
  readonly sweep: Chance;
  readonly shopper: Chance;
  /** Calls that are left to the sweep in this hour. */
  readonly sweepsLeft: number;
}

export interface Chance {
  readonly at: number;
  /** True where nothing that is under way can bring it forward. */
  readonly certain: boolean;
}

interface Waiter {
  readonly lane: Lane;
  readonly arrived: number;
  /** Milliseconds. */
  readonly timeout: number;
  readonly patient: boolean;
  deadline: number;
  readonly grant: (permit: Permit) => void;
  readonly refuse: (error: unknown) => void;
}

/** Either a permit was logged, or each waiting lane learns when it may ask again. */
type Decision =
  | { readonly granted: Lane; readonly id: string }
  | { readonly granted: null; readonly next: ReadonlyMap<Lane, NextChance> };

interface NextChance extends Chance {
  /** When the first, second, … that wait have their turn, as far as the calls before them have ended. */
  readonly turns: readonly number[];
}

/** The budget has no call to give in time; nothing is wrong. */
export class BudgetRefusal extends ApiError {
  /** @param retryAfter - seconds. */
  constructor(retryAfter: number) {
    super('unavailable', 'The review service cannot be asked at the moment', { retryAfter: Math.max(1, Math.ceil(retryAfter)) });
  }
}

export class Budget {
  readonly #db: ProxyDb;
  readonly #clock: Clock;
  readonly #instance: string;
  #waiting: Waiter[] = [];
  #running = false;
  #wake = new AbortController();
  #planned: Planned = { head: 0, firstSweep: 0, background: BACKGROUND_BURST.usual };

  /** @param instance - whose calls end with it. */
  constructor(db: ProxyDb, clock: Clock, instance: string = randomUUID()) {
    this.#db = db;
    this.#clock = clock;
    this.#instance = instance;
  }

  /**
   * Waits for leave to make a call.
   * @param deadline - milliseconds since 1970, for the waiting and the call together.
   * @param waiting.patient - waits past the deadline for a turn that is sure to come before the window is over, and
   * then has as long for the call as it had at first.
   * @throws ApiError `unavailable` with `Retry-After` where it does not come in time.
   */
  acquire(lane: Lane, deadline: number, { patient = false, signal }: Waiting = {}): Promise<Permit> {
    const { promise, resolve, reject } = Promise.withResolvers<Permit>();
    const settled = new AbortController();
    const arrived = this.#clock.now();
    const waiter: Waiter = {
      lane,
      arrived,
      timeout: deadline - arrived,
      patient,
      deadline,
      grant: (permit) => { settled.abort(); resolve(permit); },
      refuse: (error) => { settled.abort(); reject(error); },
    };
    this.#waiting.push(waiter);
    void this.#giveUpInTime(waiter, settled.signal);
    signal?.addEventListener('abort', () => this.#remove(waiter, refuse('unavailable', 'The proxy is stopping', { retryAfter: 5 })), { once: true, signal: settled.signal });
    this.#wakeUp();
    void this.#run();
    return promise;
  }

  /**
   * Keeps so many calls of every hour free: for heads where the sweep would take them, and for a first sweep where
   * shoppers would. The mirror is what answers all of them in the end.
   */
  plan(calls: Planned): void {
    this.#planned = calls;
  }

  /** How many wait in a lane. */
  waiting(lane: Lane): number {
    return this.#waiting.filter((waiter) => waiter.lane === lane).length;
  }

  /** Obeys the API: no call for so many milliseconds. A longer pause that is under way stays. */
  async pause(milliseconds: number): Promise<void> {
    const until = this.#clock.now() + milliseconds;
    await atomically(this.#db, async (db) => {
      await takeTurn(db, 'budget');
      await db.updateTable('proxy_gate').set({ closed_until: until }).where('name', '=', 'budget').where('closed_until', '<', until).execute();
    });
    this.#wakeUp();
  }

  /** What can be called when, for whoever chooses among calls; it reserves nothing. */
  async outlook(): Promise<Outlook> {
    const now = this.#clock.now();
    const gate = await this.#db.selectFrom('proxy_gate').select('closed_until').where('name', '=', 'budget').executeTakeFirst();
    const log = await readLog(this.#db, now);
    const chance = (lane: Lane): Chance => nextChance(lane, log, now, gate?.closed_until ?? 0, this.#planned);
    const counted = log.burst.slice(-BURST).map((call) => Math.min(call.ended_at, now) + BURST_WINDOW);
    return {
      turns: [...Array.from({ length: BURST - counted.length }, () => now), ...counted],
      running: log.burst.filter((call) => call.ended_at > now).length,
      sweep: chance('sweep'),
      shopper: chance('shopper'),
      sweepsLeft: Math.max(0, lanes.sweep.hourly - log.hour.used - promised('sweep', log, this.#planned)),
    };
  }

  /** How many calls of the last hour are on the log. */
  async usedThisHour(): Promise<number> {
    const { used } = await this.#db
      .selectFrom('proxy_call')
      .select(sql<number>`count(*)`.as('used'))
      .where('ended_at', '>', this.#clock.now() - HOUR_WINDOW)
      .executeTakeFirstOrThrow();
    return Number(used);
  }

  async #giveUpInTime(waiter: Waiter, settled: AbortSignal): Promise<void> {
    const goesOn = (now: number) => now < waiter.deadline && now >= waiter.arrived;
    while (!settled.aborted && goesOn(this.#clock.now())) await this.#clock.sleep(waiter.deadline - this.#clock.now(), settled);
    this.#remove(waiter, new BudgetRefusal(5));
  }

  #remove(waiter: Waiter, error: ApiError): void {
    if (!this.#waiting.includes(waiter)) return;
    this.#waiting = this.#waiting.filter((other) => other !== waiter);
    waiter.refuse(error);
  }

  #wakeUp(): void {
    this.#wake.abort();
    this.#wake = new AbortController();
  }

  /** One decision at a time, as long as anybody waits. */
  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      while (this.#waiting.length > 0) {
        const { signal: woken } = this.#wake;
        const decision = await this.#decide();
        if (decision.granted !== null) this.#grant(decision.granted, decision.id);
        else await this.#wait(decision.next, woken);
      }
    } catch (error) {
      for (const waiter of this.#waiting.splice(0)) waiter.refuse(error);
    } finally {
      this.#running = false;
    }
    // Somebody may have come after the last look at the queue.
    if (this.#waiting.length > 0) void this.#run();
  }

  #grant(lane: Lane, id: string): void {
    const index = this.#waiting.findIndex((waiter) => waiter.lane === lane);
    const [waiter] = index < 0 ? [] : this.#waiting.splice(index, 1);
    // Its deadline passed while the permit was logged: no call is made, so none is counted.
    if (waiter) waiter.grant({ deadline: waiter.deadline, end: (how = 'answered') => this.#end(id, how) });
    else void this.#db.deleteFrom('proxy_call').where('id', '=', id).execute().catch(() => {});
  }

  async #wait(next: ReadonlyMap<Lane, NextChance>, woken: AbortSignal): Promise<void> {
    this.#bePatient(next);
    for (const waiter of this.#waiting) {
      const chance = next.get(waiter.lane);
      // To wait for what cannot come in time helps nobody.
      if (chance?.certain && chance.at > waiter.deadline) this.#remove(waiter, new BudgetRefusal((chance.at - this.#clock.now()) / 1_000));
    }
    if (this.#waiting.length === 0) return;
    const soonest = Math.min(...this.#waiting.map((waiter) => next.get(waiter.lane)?.at ?? 0));
    await this.#clock.sleep(soonest - this.#clock.now(), woken);
  }

  #bePatient(next: ReadonlyMap<Lane, NextChance>): void {
    const before = new Map<Lane, number>();
    for (const waiter of this.#waiting) {
      const place = before.get(waiter.lane) ?? 0;
      before.set(waiter.lane, place + 1);
      const turn = next.get(waiter.lane)?.turns[place];
      if (waiter.patient && turn !== undefined && turn <= waiter.arrived + BURST_WINDOW) waiter.deadline = Math.max(waiter.deadline, turn + waiter.timeout);
    }
  }

  async #end(id: string, how: Ending): Promise<void> {
    const now = this.#clock.now();
    const call = this.#db.updateTable('proxy_call').where('id', '=', id);
    const ended =
      how === 'neverLeft' ? this.#db.deleteFrom('proxy_call').where('id', '=', id).execute()
      : how === 'answered' ? call.set({ ended_at: now, running_by: null }).execute()
      : call.set({ ended_at: now + ARRIVES_IN }).execute();
    // Where that cannot be noted the call counts until its deadline, which harms nobody; its answer is worth more.
    await ended.catch(() => {});
    this.#wakeUp();
  }

  #decide(): Promise<Decision> {
    return atomically(this.#db, async (db): Promise<Decision> => {
      await takeTurn(db, 'budget');
      const now = this.#clock.now();
      await this.#tidy(db, now);
      const { closed_until: closedUntil } = await db.selectFrom('proxy_gate').select('closed_until').where('name', '=', 'budget').executeTakeFirstOrThrow();
      const log = await readLog(db, now);
      const next = new Map<Lane, NextChance>();
      for (const lane of lanesByPriority) {
        const longest = Math.max(0, ...this.#waiting.filter((waiter) => waiter.lane === lane).map((waiter) => waiter.deadline));
        if (longest === 0) continue;
        const chance = nextChance(lane, log, now, closedUntil, this.#planned);
        if (chance.at <= now) {
          const id = randomUUID();
          await db.insertInto('proxy_call').values({ id, lane, ended_at: longest, running_by: this.#instance }).execute();
          return { granted: lane, id };
        }
        next.set(lane, chance);
      }
      return { granted: null, next };
    });
  }

  /** Forgets what no window reaches. Where the clock was set back, what ended in the future has ended now, and nothing stands further ahead than a call can last. */
  async #tidy(db: ProxyDb, now: number): Promise<void> {
    const LONGEST_CALL = 120_000;
    await db.deleteFrom('proxy_call').where('ended_at', '<=', now - HOUR_WINDOW).execute();
    await db.updateTable('proxy_call').set({ ended_at: now }).where('ended_at', '>', now).where((eb) => eb.or([eb('running_by', 'is', null), eb('ended_at', '>', now + LONGEST_CALL)])).execute();
    const LONGEST_PAUSE = HOUR_WINDOW;
    await db.updateTable('proxy_gate').set({ closed_until: now }).where('name', '=', 'budget').where('closed_until', '>', now + LONGEST_PAUSE).execute();
  }
}

/** Calls of an instance that is gone have ended with it, without an answer. */
export async function releaseCalls(db: ProxyDb, now: number): Promise<void> {
  await db
    .updateTable('proxy_call')
    .set({ ended_at: now + ARRIVES_IN })
    .where('running_by', 'not in', (instances) => instances.selectFrom('proxy_instance').select('id'))
    .where('ended_at', '>', now + ARRIVES_IN)
    .execute();
}

interface Log {
  /** Calls that still count against the burst, the first that falls out first. */
  readonly burst: readonly { readonly lane: string; readonly ended_at: number }[];
  readonly hour: { readonly used: number; readonly heads: number; readonly sweeps: number; readonly first: number };
}

async function readLog(db: ProxyDb, now: number): Promise<Log> {
  const burst = await db.selectFrom('proxy_call').select(['lane', 'ended_at']).where('ended_at', '>', now - BURST_WINDOW).orderBy('ended_at').execute();
  const hour = await db
    .selectFrom('proxy_call')
    .select([sql<number>`count(*)`.as('used'), sql<number>`count(case when lane = 'head' then 1 end)`.as('heads'), sql<number>`count(case when lane = 'sweep' then 1 end)`.as('sweeps'), sql<number | null>`min(ended_at)`.as('first')])
    // What no window reaches is deleted with the next call, and counts for nothing until then.
    .where('ended_at', '>', now - HOUR_WINDOW)
    .executeTakeFirstOrThrow();
  return { burst, hour: { used: Number(hour.used), heads: Number(hour.heads), sweeps: Number(hour.sweeps), first: Number(hour.first ?? now) } };
}

/** Calls of this hour that a lane leaves to others, whether they have made them yet or not. */
function promised(lane: Lane, { hour }: Log, { head, firstSweep }: Planned): number {
  const heads = Math.max(0, head - hour.heads);
  if (lane === 'sweep') return heads;
  return lane === 'shopper' && firstSweep > 0 ? heads + Math.max(0, firstSweep - hour.sweeps) : 0;
}

function nextChance(lane: Lane, log: Log, now: number, closedUntil: number, planned: Planned): NextChance {
  if (closedUntil > now) return { at: closedUntil, certain: true, turns: [] };
  const full = log.hour.used + promised(lane, log, planned) >= lanes[lane].hourly;
  if (full) return { at: Math.max(log.hour.first + HOUR_WINDOW, now + 1), certain: true, turns: [] };
  const all = { calls: log.burst, limit: BURST };
  const shares = [all, ...shareOf(lane, log, planned)];
  const free = ({ calls, limit }: Share): number =>
    calls.length < limit ? now : (calls[calls.length - limit]?.ended_at ?? now) + BURST_WINDOW;
  return { at: Math.max(...shares.map(free)), certain: false, turns: turnsOf(shares, now) };
}

interface Share {
  readonly calls: Log['burst'];
  readonly limit: number;
}

/** What a lane, with others like it, takes of a window. */
function shareOf(lane: Lane, { burst }: Log, { background, shoppers = BURST }: Planned): Share[] {
  if (lanes[lane].background) return [{ calls: burst.filter((call) => isBackground(call.lane)), limit: background }];
  return lane === 'shopper' && shoppers < BURST ? [{ calls: burst.filter((call) => call.lane === lane), limit: shoppers }] : [];
}

/** When each of those that wait has its turn; a call that runs still may end at any time, and gives none. */
function turnsOf(shares: readonly Share[], now: number): number[] {
  const turns = shares.map(({ calls, limit }) => {
    const waitedFor = calls.slice(Math.max(0, calls.length - limit)).filter((call) => call.ended_at <= now);
    const free = Math.max(0, limit - calls.length);
    return [...Array.from({ length: free }, () => now), ...waitedFor.map((call) => call.ended_at + BURST_WINDOW)];
  });
  const places = Math.min(...turns.map(({ length }) => length));
  return Array.from({ length: places }, (_none, place) => Math.max(...turns.map((one) => one[place]!)));
}

const isBackground = (lane: string): boolean => Object.hasOwn(lanes, lane) && lanes[lane as Lane].background;
