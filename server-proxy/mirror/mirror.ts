/**
 * Keeps a copy of each business's public content, and says of which parts it is complete. One background worker
 * does one call at a time; what it does next is a matter of what is due:
 *
 *   head    the newest page of each listing, every 30 s while shoppers are there
 *   first   whatever has never been walked to its end
 *   sweep   the next page of an endless walk through everything
 */
import type { Logger } from 'pino';
import { ApiError } from '../../contract/errors.ts';
import { ensureBusiness } from '../../review-store/businesses.ts';
import { storeOf } from '../state/open.ts';
import { partNames, parts, type MirroredBusiness, type PartName } from './parts.ts';
import { lastReadAt, readProgress, type Progress } from './progress.ts';
import { readHead, sweepOnce, type WalkTools } from './walk.ts';

/** Milliseconds between two looks at the same head, and between two pages of the sweep. */
const paces = {
  busy: { head: 30_000, sweep: 10_000 },
  quiet: { head: 600_000, sweep: 60_000 },
} as const;
/** Milliseconds after the last shopper until a shop counts as quiet. */
const QUIET_AFTER = 300_000;
/** Milliseconds until a part that failed is tried again: this, then twice as long each time. */
const FIRST_RETRY = 1_000;
const LAST_RETRY = 60_000;

interface Tracked {
  readonly business: MirroredBusiness;
  readonly progress: Map<PartName, Progress>;
  /** By what was tried: that a sweep fails is no reason not to look at the head. */
  readonly failures: Map<`${'head' | 'walk'} ${PartName}`, { readonly count: number; readonly retryAt: number }>;
  /** Goes up with every change of the mirror. */
  version: number;
  lastSweepStep: number;
}

interface Task {
  readonly at: number;
  readonly kind: 'head' | 'first' | 'sweep';
  readonly tracked: Tracked;
  readonly part: PartName;
}

export interface PartReport {
  readonly part: PartName;
  readonly mirrored: boolean;
  /** Milliseconds since 1970; 0 for never. */
  readonly readAt: number;
}

export class Mirror {
  readonly #tools: WalkTools;
  readonly #logger: Logger;
  readonly #stop = new AbortController();
  readonly #businesses = new Map<string, Tracked>();
  #wake = new AbortController();
  #lastShopper = 0;
  #worker: Promise<void> = Promise.resolve();

  constructor(tools: Omit<WalkTools, 'signal'>, logger: Logger) {
    this.#tools = { ...tools, signal: this.#stop.signal };
    this.#logger = logger;
  }

  /** Looks up what earlier runs have mirrored; from then on it can be read. */
  async open(domains: readonly string[]): Promise<void> {
    const { db } = this.#tools;
    for (const domain of domains) {
      const { id } = await ensureBusiness(storeOf(db), domain);
      this.#businesses.set(domain, { business: { id, domain }, progress: await readProgress(db, domain), failures: new Map(), version: 1, lastSweepStep: 0 });
    }
  }

  start(): void {
    // The first shoppers come with the start: a shop is not taken to be quiet before it was seen to be.
    this.#lastShopper = this.#tools.clock.now();
    this.#worker = this.#work();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wakeUp();
    await this.#worker;
  }

  /** A shopper is there: heads are worth looking at. */
  noteShopper(): void {
    const now = this.#tools.clock.now();
    const wasQuiet = this.#pace(now) === paces.quiet;
    this.#lastShopper = now;
    if (wasQuiet) this.#wakeUp();
  }

  business(domain: string): MirroredBusiness {
    return this.#tracked(domain).business;
  }

  isMirrored(domain: string, names: readonly PartName[]): boolean {
    const { progress } = this.#tracked(domain);
    return names.every((name) => progress.get(name)!.mirroredAt !== null);
  }

  /** When the oldest of these parts was last compared with the API, in milliseconds since 1970. */
  readAt(domain: string, names: readonly PartName[]): number {
    const { progress } = this.#tracked(domain);
    return Math.min(...names.map((name) => lastReadAt(progress.get(name)!)));
  }

  /** What was made from one version of the mirror is good as long as the version stands. */
  version(domain: string): number {
    return this.#tracked(domain).version;
  }

  /** Something of a business was written from outside the walk. */
  touch(domain: string): void {
    this.#tracked(domain).version += 1;
  }

  /** The sweep that what is written now belongs to. */
  sweepOf(domain: string, name: PartName): number {
    return this.#tracked(domain).progress.get(name)!.sweep;
  }

  report(domain: string): PartReport[] {
    const { progress } = this.#tracked(domain);
    return [...progress].map(([part, one]) => ({ part, mirrored: one.mirroredAt !== null, readAt: lastReadAt(one) }));
  }

  #tracked(domain: string): Tracked {
    const tracked = this.#businesses.get(domain);
    if (!tracked) throw new ApiError(301);
    return tracked;
  }

  #pace(now: number) {
    return now - this.#lastShopper > QUIET_AFTER ? paces.quiet : paces.busy;
  }

  #wakeUp(): void {
    this.#wake.abort();
    this.#wake = new AbortController();
  }

  async #work(): Promise<void> {
    const { clock } = this.#tools;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const woken = this.#wake.signal;
      const now = clock.now();
      const task = this.#next(now);
      const wait = task ? task.at - now : LAST_RETRY;
      if (!task || wait > 0) await clock.sleep(wait, woken);
      else await this.#run(task);
    }
  }

  /** The task that is due first; of those that are due already, heads come before first walks before sweeps. */
  #next(now: number): Task | undefined {
    const rank = { head: 0, first: 1, sweep: 2 } as const;
    const tasks = [...this.#businesses.values()].flatMap((tracked) => this.#tasks(tracked, now));
    const key = (task: Task) => Math.max(task.at, now);
    return tasks.toSorted((one, other) => key(one) - key(other) || rank[one.kind] - rank[other.kind] || one.at - other.at)[0];
  }

  #tasks(tracked: Tracked, now: number): Task[] {
    const { progress, failures } = tracked;
    const pace = this.#pace(now);
    // Several businesses share one budget, and so one pace.
    const share = this.#businesses.size;
    const notBefore = (kind: 'head' | 'walk', part: PartName) => failures.get(`${kind} ${part}`)?.retryAt ?? 0;
    const tasks: Task[] = [];
    for (const part of partNames) {
      const { mirroredAt, headReadAt, sweptAt } = progress.get(part)!;
      if (mirroredAt === null) tasks.push({ at: notBefore('walk', part), kind: 'first', tracked, part });
      else if (parts[part].head) tasks.push({ at: Math.max(notBefore('head', part), Math.max(headReadAt ?? 0, sweptAt ?? 0) + pace.head * share), kind: 'head', tracked, part });
    }
    const sweeping = this.#sweeping(tracked, now);
    if (sweeping) tasks.push({ at: tracked.lastSweepStep + pace.sweep * share, kind: 'sweep', tracked, part: sweeping });
    // First walks go part by part, in order: they stand in the table in the order in which they need each other.
    const first = tasks.find((task) => task.kind === 'first' && task.at <= now);
    return tasks.filter((task) => task.kind !== 'first' || first === undefined || task === first);
  }

  /** The part that a sweep has begun, or else the one that was swept longest ago; one that fails does not hold up the others. */
  #sweeping({ progress, failures }: Tracked, now: number): PartName | undefined {
    const mirrored = partNames.filter((part) => progress.get(part)!.mirroredAt !== null && (failures.get(`walk ${part}`)?.retryAt ?? 0) <= now);
    return mirrored.find((part) => progress.get(part)!.nextStart > 0)
      ?? mirrored.toSorted((one, other) => (progress.get(one)!.sweptAt ?? 0) - (progress.get(other)!.sweptAt ?? 0))[0];
  }

  async #run({ kind, tracked, part }: Task): Promise<void> {
    const { business, progress, failures } = tracked;
    const { clock } = this.#tools;
    const tried = `${kind === 'head' ? 'head' : 'walk'} ${part}` as const;
    if (kind !== 'head') tracked.lastSweepStep = clock.now();
    try {
      const before = progress.get(part)!;
      const after = await (kind === 'head' ? readHead : sweepOnce)(this.#tools, business, part, before);
      progress.set(part, after);
      tracked.version += 1;
      if (failures.delete(tried)) this.#logger.info({ business: business.domain, part }, 'the mirror can be filled again');
      if (before.mirroredAt === null && after.mirroredAt !== null) this.#logger.info({ business: business.domain, part }, 'mirrored');
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      this.#noteFailure(tracked, tried, error);
    }
  }

  #noteFailure({ business, failures }: Tracked, tried: `${'head' | 'walk'} ${PartName}`, error: unknown): void {
    const count = (failures.get(tried)?.count ?? 0) + 1;
    const wanted = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0;
    // A longer pause is the budget's to keep: until it is over, trying costs no call.
    const delay = Math.min(LAST_RETRY, Math.max(wanted, FIRST_RETRY * 2 ** (count - 1)));
    failures.set(tried, { count, retryAt: this.#tools.clock.now() + delay });
    // Once at its beginning, not with every attempt.
    if (count === 1) this.#logger.warn({ business: business.domain, tried, reason: error instanceof Error ? error.message : 'unknown' }, 'the mirror cannot be filled');
    if (!(error instanceof ApiError)) this.#logger.error({ err: error }, 'the mirror failed');
  }
}
