/**
 * Keeps a copy of each business's public content, and says of which parts it is complete. Of all instances that share
 * the database, the one that holds the lease fills the mirror; every one answers from it, and follows its version.
 */
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { ApiError } from '../../contract/errors.ts';
import { ensureBusiness } from '../../review-store/businesses.ts';
import { Lease, LeaseLost } from '../state/lease.ts';
import { storeOf } from '../state/open.ts';
import { AccountRefused } from '../upstream/account-errors.ts';
import { UpstreamRefusal } from '../upstream/answer.ts';
import { BudgetRefusal, type Budget } from '../upstream/budget.ts';
import { BACKGROUND_BURST, lanes } from '../upstream/lanes.ts';
import { askForWalk, nextVersion, readAskedWalks, readVersions, type Changes } from './changes.ts';
import { lastLookAt, lookAt, productsToSettle, takesSeveralCalls } from './looks.ts';
import { PAGE_TIMEOUT, type PageTools } from './pages.ts';
import { partNames, parts, type MirroredBusiness, type PartName } from './parts.ts';
import { lastReadAt, readProgress, type Progress } from './progress.ts';
import { nextSweep, paceOf, type Pace } from './schedule.ts';
import { BETWEEN_MISSES } from './seen.ts';
import { Views } from './views.ts';
import { readHead, sweepOnce } from './walk.ts';

/** Milliseconds after the last shopper until a shop counts as quiet. */
const QUIET_AFTER = 300_000;
/** Milliseconds until a part that failed is tried again: this, then twice as long each time. */
const FIRST_RETRY = 1_000;
const LAST_RETRY = 60_000;
/** Calls under way at the same time: where answers take seconds, one by one would not use the budget up. */
const AT_ONCE = 3;
/** Milliseconds without a word after which another instance takes over. */
const LEASE = 15_000;
/** Milliseconds between two looks at what other instances have changed. */
const FOLLOW_EVERY = 1_000;
/** One step of the sweep in so many is a look at a single product, where one is wanted. */
const LOOK_EVERY = 5;
/** Pages of one product that a look in the background reads at most. */
const LOOK_PAGES = 20;
/** From so many items on a sweep takes so long that popular products are looked at in between. */
const LARGE = 2_000;
/** Milliseconds for which what was read of one product, or of the head, counts as fresh before everything is mirrored. */
const FRESH = 60_000;

/** What people write, and therefore what is new at its head. */
const writtenParts = partNames.filter((name) => parts[name].head !== null);

type Tried = `${'head' | 'walk'} ${PartName}` | 'look';

interface Tracked {
  readonly business: MirroredBusiness;
  readonly progress: Map<PartName, Progress>;
  /** By what was tried: that a sweep fails is no reason not to look at the head. */
  readonly failures: Map<Tried, { readonly count: number; readonly retryAt: number }>;
  /** Reasons of failures that the log has been told of, until nothing fails any more. */
  readonly troubles: Set<string>;
  /** Parts that are read at this moment. */
  readonly underWay: Set<PartName | 'look'>;
  readonly views: Views;
  /** Products that are to be read again as soon as there is a step for it. */
  readonly lookAgain: Set<string>;
  /** Goes up with every change of the mirror, as far as this instance knows. */
  version: number;
  /** The number that the database had for it. */
  storedVersion: number;
  lastSweepStep: number;
  sweepSteps: number;
  /** How often a walk through everything was asked for; null before that is known. */
  askedWalks: number | null;
  /** Sweeps that are to follow each other at once, by part. */
  readonly walksLeft: Map<PartName, number>;
}

interface Task {
  readonly at: number;
  readonly kind: 'head' | 'first' | 'sweep' | 'look';
  readonly tracked: Tracked;
  readonly part: PartName;
}

export interface PartReport {
  readonly part: PartName;
  readonly mirrored: boolean;
  /** Items that have been walked, while it is not mirrored yet; then all. */
  readonly items: number;
  /** Milliseconds since 1970; 0 for never. */
  readonly readAt: number;
}

export interface MirrorTools extends Omit<PageTools, 'signal' | 'lease'> {
  readonly budget: Budget;
}

export class Mirror {
  readonly #tools: PageTools & { readonly budget: Budget };
  readonly #logger: Logger;
  readonly #stop = new AbortController();
  readonly #businesses = new Map<string, Tracked>();
  readonly #looking = new LRUCache<string, Promise<boolean>>({ max: 1_000 });
  #wake = new AbortController();
  #lastShopper = 0;
  #running: Promise<unknown> = Promise.resolve();

  constructor(tools: MirrorTools, logger: Logger) {
    const lease = new Lease({ db: tools.db, clock: tools.clock, name: 'mirror', ttl: LEASE });
    this.#tools = { ...tools, lease, signal: this.#stop.signal };
    this.#logger = logger;
  }

  /** Looks up what earlier runs have mirrored; from then on it can be read. */
  async open(domains: readonly string[]): Promise<void> {
    const { db } = this.#tools;
    for (const domain of domains) {
      const { id } = await ensureBusiness(storeOf(db), domain);
      this.#businesses.set(domain, {
        business: { id, domain }, progress: await readProgress(db, domain), failures: new Map(), troubles: new Set(), underWay: new Set(), views: new Views(),
        lookAgain: new Set(), version: 1, storedVersion: 0, lastSweepStep: 0, sweepSteps: 0, askedWalks: null, walksLeft: new Map(),
      });
    }
    await this.#follow();
  }

  start(): void {
    // The first shoppers come with the start: a shop is not taken to be quiet before it was seen to be.
    this.#lastShopper = this.#tools.clock.now();
    this.#running = Promise.all([this.#work(), this.#keepFollowing()]);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wakeUp();
    await this.#running;
    await this.#tools.lease.give();
  }

  // ---- what answers ask ---------------------------------------------------------------------------------------------

  /** A shopper is there: heads are worth looking at. */
  noteShopper(): void {
    const now = this.#tools.clock.now();
    const wasQuiet = this.#isQuiet(now);
    this.#lastShopper = now;
    if (wasQuiet) this.#wakeUp();
  }

  /** A shopper looks at a product: the more do, the sooner it is read again. */
  noteView(domain: string, sku: string, views = 1): void {
    this.#tracked(domain).views.note(sku, views, this.#tools.clock.now());
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

  /** Something of a business was written from outside the walk; the other instances learn of it in a second. */
  touch(domain: string): void {
    const tracked = this.#tracked(domain);
    tracked.version += 1;
    nextVersion(this.#tools.db, domain).then(
      (stored) => noteVersion(tracked, stored),
      (error: unknown) => this.#logger.error({ err: error }, 'other instances were not told of a change'),
    );
  }

  /** The sweep that what is written now belongs to. */
  sweepOf(domain: string, name: PartName): number {
    return this.#tracked(domain).progress.get(name)!.sweep;
  }

  /**
   * Has all that people wrote about a business read again, as fast as the sweep may call, because something is gone
   * and nobody knows what: twice, since a removal is believed when it was seen twice.
   * @returns true once no page is under way any more that was asked for before; false where the proxy stops.
   */
  async walkAgain(domain: string): Promise<boolean> {
    await askForWalk(this.#tools.db, domain);
    await this.#follow();
    this.#wakeUp();
    await this.#tools.clock.sleep(PAGE_TIMEOUT, this.#stop.signal);
    return !this.#stop.signal.aborted;
  }

  /**
   * Makes sure that the mirror holds all reviews of one product, although it does not hold all of the shop's yet.
   * @param timeout - milliseconds that the shopper waits.
   * @param allowCall - throws where this shopper may not cause a call.
   * @returns when they were read, in milliseconds since 1970; null where they cannot be had in one call.
   */
  async productReadAt(domain: string, sku: string, timeout: number, allowCall: () => void): Promise<number | null> {
    const tracked = this.#tracked(domain);
    const { db, clock } = this.#tools;
    const lookedAt = await lastLookAt(db, domain, sku);
    if (lookedAt === null) {
      if (await takesSeveralCalls(db, domain, sku)) {
        tracked.lookAgain.add(sku);
        return null;
      }
      const looking = this.#look(tracked, sku, timeout, allowCall);
      return (await looking) ? lastLookAt(db, domain, sku) : null;
    }
    const readAt = Math.max(lookedAt, tracked.progress.get('productReviews')!.headReadAt ?? 0);
    if (readAt + FRESH < clock.now()) tracked.lookAgain.add(sku);
    return readAt;
  }

  report(domain: string): PartReport[] {
    const { progress } = this.#tracked(domain);
    return [...progress].map(([part, one]) => ({ part, mirrored: one.mirroredAt !== null, items: one.mirroredAt === null ? one.nextStart : one.size, readAt: lastReadAt(one) }));
  }

  #look(tracked: Tracked, sku: string, timeout: number, allowCall: () => void): Promise<boolean> {
    const key = `${tracked.business.domain} ${sku}`;
    const joined = this.#looking.get(key);
    if (joined) return joined;
    allowCall();
    const looking = this.#lookFor(tracked, sku, timeout);
    this.#looking.set(key, looking);
    // A product that one call does not show is asked for in the usual way for a while.
    const forget = () => { void this.#tools.clock.sleep(FRESH, this.#stop.signal).then(() => this.#looking.delete(key)); };
    looking.then((complete) => (complete ? this.#looking.delete(key) : forget()), () => this.#looking.delete(key));
    return looking;
  }

  async #lookFor(tracked: Tracked, sku: string, timeout: number): Promise<boolean> {
    // What one instance alone may write, the others leave to it.
    if (!(await this.#tools.lease.take())) return false;
    const { sweep } = tracked.progress.get('productReviews')!;
    try {
      const look = await lookAt(this.#tools, tracked.business, { lane: 'shopper', sku, sweep, maxPages: 1, timeout });
      this.#noteChanges(tracked, look);
      if (!look.complete) tracked.lookAgain.add(sku);
      return look.complete;
    } catch (error) {
      // What this listing does not show, another operation may.
      if (error instanceof LeaseLost || (error instanceof ApiError && error.http === 502)) return false;
      throw error;
    }
  }

  #tracked(domain: string): Tracked {
    const tracked = this.#businesses.get(domain);
    if (!tracked) throw new ApiError(301);
    return tracked;
  }

  #isQuiet(now: number): boolean {
    return now - this.#lastShopper > QUIET_AFTER;
  }

  // ---- following the other instances --------------------------------------------------------------------------------

  async #keepFollowing(): Promise<void> {
    const { clock } = this.#tools;
    const { signal } = this.#stop;
    let failing = false;
    while (!signal.aborted) {
      await clock.sleep(FOLLOW_EVERY, signal);
      if (signal.aborted) return;
      try {
        await this.#follow();
        failing = false;
      } catch (error) {
        if (!failing) this.#logger.error({ err: error }, 'what other instances change cannot be seen');
        failing = true;
      }
    }
  }

  async #follow(): Promise<void> {
    const { db } = this.#tools;
    const domains = [...this.#businesses.keys()];
    const [versions, walks] = [await readVersions(db, domains), await readAskedWalks(db, domains)];
    for (const [domain, tracked] of this.#businesses) {
      noteVersion(tracked, versions.get(domain) ?? 0);
      noteAskedWalk(tracked, walks.get(domain) ?? 0);
      if (this.#leads) continue;
      for (const [part, progress] of await readProgress(db, domain)) tracked.progress.set(part, progress);
    }
  }

  // ---- filling the mirror -------------------------------------------------------------------------------------------

  /** True while this instance is the one that fills the mirror. */
  #leads = false;

  async #work(): Promise<void> {
    const { clock } = this.#tools;
    const { signal } = this.#stop;
    const tasks = new Set<Promise<void>>();
    while (!signal.aborted) {
      const woken = this.#wake.signal;
      const leads = await this.#lead();
      const now = clock.now();
      const pace = paceOf(this.#isQuiet(now), this.#businesses.size);
      this.#tools.budget.plan({
        head: pace.headCalls,
        firstSweep: this.#isComplete() ? 0 : lanes.sweep.hourly - pace.headCalls,
        background: this.#isShortWalk() ? BACKGROUND_BURST.shortWalk : BACKGROUND_BURST.usual,
      });
      const next = leads && tasks.size < this.#atOnce() ? this.#next(now, pace) : undefined;
      if (next && next.at <= now) {
        const task: Promise<void> = this.#run(next, now).finally(() => { tasks.delete(task); this.#wakeUp(); });
        tasks.add(task);
      } else await clock.sleep(Math.min(LEASE / 3, next ? next.at - now : LEASE), woken);
    }
    await Promise.all(tasks);
  }

  #isComplete(): boolean {
    return [...this.#businesses.values()].every(isComplete);
  }

  /** True as far as a first walk has met nothing that takes more than a page, and nothing that failed. */
  #isShortWalk(): boolean {
    return !this.#isComplete() && [...this.#businesses.values()].every(({ failures, progress }) => failures.size === 0 && [...progress.values()].every(({ nextStart }) => nextStart === 0));
  }

  /** While something fails, one call after the other finds out whether it still does. */
  #atOnce(): number {
    return [...this.#businesses.values()].some(({ failures }) => failures.size > 0) ? 1 : AT_ONCE;
  }

  async #lead(): Promise<boolean> {
    const led = this.#leads;
    try {
      this.#leads = await this.#tools.lease.take();
      // Whoever did it before has come further than this instance knows.
      if (this.#leads && !led) await this.#takeOver();
    } catch (error) {
      this.#leads = false;
      if (led) this.#logger.error({ err: error }, 'the mirror is not filled: its database fails');
    }
    return this.#leads;
  }

  async #takeOver(): Promise<void> {
    for (const [domain, tracked] of this.#businesses) {
      for (const [part, progress] of await readProgress(this.#tools.db, domain)) tracked.progress.set(part, progress);
      for (const sku of await productsToSettle(this.#tools.db, tracked.business, this.#tools.clock.now(), 100)) tracked.lookAgain.add(sku);
    }
  }

  #wakeUp(): void {
    this.#wake.abort();
    this.#wake = new AbortController();
  }

  /** The task that is due first; of those that are due already, heads come before first walks before sweeps. */
  #next(now: number, pace: Pace): Task | undefined {
    const rank = { head: 0, first: 1, look: 2, sweep: 2 } as const;
    const tasks = [...this.#businesses.values()].flatMap((tracked) => this.#tasks(tracked, now, pace));
    const key = (task: Task) => Math.max(task.at, now);
    const walked = ({ tracked, part }: Task) => tracked.progress.get(part)!.nextStart;
    return tasks.toSorted(
      (one, other) =>
        key(one) - key(other) ||
        rank[one.kind] - rank[other.kind] ||
        // Of first walks the one that has come least far: a small part need not wait for a large one.
        (one.kind === 'first' && other.kind === 'first' ? walked(one) - walked(other) : one.at - other.at),
    )[0];
  }

  #tasks(tracked: Tracked, now: number, pace: Pace): Task[] {
    const { progress, failures, underWay } = tracked;
    const notBefore = (tried: Tried) => failures.get(tried)?.retryAt ?? 0;
    const tasks: Task[] = [];
    for (const part of partNames) {
      if (underWay.has(part)) continue;
      const { mirroredAt, nextStart, headReadAt } = progress.get(part)!;
      if (mirroredAt === null) tasks.push({ at: notBefore(`walk ${part}`), kind: 'first', tracked, part });
      // A part that is long to walk stays new at its head meanwhile.
      if (parts[part].head && (mirroredAt !== null || nextStart > LARGE)) {
        tasks.push({ at: Math.max(notBefore(`head ${part}`), (headReadAt ?? 0) + pace.head), kind: 'head', tracked, part });
      }
    }
    for (const part of tracked.walksLeft.keys()) {
      const { mirroredAt, nextStart, sweptAt } = progress.get(part)!;
      if (underWay.has(part) || mirroredAt === null) continue;
      tasks.push({ at: Math.max(notBefore(`walk ${part}`), nextStart > 0 ? 0 : (sweptAt ?? 0) + BETWEEN_MISSES), kind: 'sweep', tracked, part });
    }
    const step = tracked.lastSweepStep + pace.sweep;
    const mirrored = partNames.filter((part) => progress.get(part)!.mirroredAt !== null && notBefore(`walk ${part}`) <= now);
    const sweep = nextSweep(progress, mirrored, pace.sweep, now);
    if (sweep && !underWay.has(sweep.part)) tasks.push({ at: Math.max(step, sweep.at), kind: 'sweep', tracked, part: sweep.part });
    if (this.#wantsLook(tracked, now) && !underWay.has('look')) tasks.push({ at: Math.max(step, notBefore('look')), kind: 'look', tracked, part: 'productReviews' });
    return tasks;
  }

  /** What must be read again comes first; what many look at has every fifth step of a long sweep. */
  #wantsLook({ lookAgain, progress, views, sweepSteps }: Tracked, now: number): boolean {
    if (lookAgain.size > 0) return true;
    return progress.get('productReviews')!.size > LARGE && sweepSteps % LOOK_EVERY === 0 && views.mostWanted(now) !== undefined;
  }

  async #run({ kind, tracked, part }: Task, now: number): Promise<void> {
    const busy = kind === 'look' ? 'look' : part;
    const tried: Tried = kind === 'look' ? 'look' : `${kind === 'head' ? 'head' : 'walk'} ${part}`;
    tracked.underWay.add(busy);
    if (kind !== 'head') {
      tracked.lastSweepStep = now;
      tracked.sweepSteps += 1;
    }
    try {
      if (kind === 'look') await this.#lookAtNext(tracked, now);
      else await this.#read(kind, tracked, part);
      if (tracked.failures.delete(tried) && tracked.failures.size === 0) this.#noteRecovery(tracked);
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#noteFailure(tracked, tried, error);
    } finally {
      tracked.underWay.delete(busy);
    }
  }

  async #read(kind: 'head' | 'first' | 'sweep', tracked: Tracked, part: PartName): Promise<void> {
    const { business, progress } = tracked;
    const before = progress.get(part)!;
    const step = await (kind === 'head' ? readHead : sweepOnce)(this.#tools, business, part, before);
    progress.set(part, step.progress);
    this.#noteChanges(tracked, step);
    if (before.mirroredAt === null && step.progress.mirroredAt !== null) this.#logger.info({ business: business.domain, part }, 'mirrored');
    if (step.progress.sweptAt !== before.sweptAt) noteWalked(tracked, part);
    // One sweep missed something: the look that settles it need not wait for the next.
    if (part === 'productReviews' && step.progress.sweptAt !== before.sweptAt) void this.#settleLater(tracked);
  }

  async #settleLater(tracked: Tracked): Promise<void> {
    const { db, clock } = this.#tools;
    await clock.sleep(BETWEEN_MISSES, this.#stop.signal);
    if (this.#stop.signal.aborted) return;
    const products = await productsToSettle(db, tracked.business, clock.now() - BETWEEN_MISSES, 100).catch(() => []);
    for (const sku of products) tracked.lookAgain.add(sku);
    this.#wakeUp();
  }

  async #lookAtNext(tracked: Tracked, now: number): Promise<void> {
    const [asked] = tracked.lookAgain;
    const sku = asked ?? tracked.views.mostWanted(now);
    if (sku === undefined) return;
    tracked.lookAgain.delete(sku);
    tracked.views.looked(sku, now);
    const look = await lookAt(this.#tools, tracked.business, { lane: 'sweep', sku, sweep: tracked.progress.get('productReviews')!.sweep, maxPages: LOOK_PAGES });
    this.#noteChanges(tracked, look);
  }

  #noteChanges(tracked: Tracked, { changed, lookAgain }: Changes): void {
    if (changed) tracked.version += 1;
    for (const sku of lookAgain) tracked.lookAgain.add(sku);
  }

  #noteRecovery({ business, troubles }: Tracked): void {
    troubles.clear();
    this.#logger.info({ business: business.domain }, 'The mirror is filled again');
  }

  #noteFailure(tracked: Tracked, tried: Tried, error: unknown): void {
    const { failures } = tracked;
    const now = this.#tools.clock.now();
    if (error instanceof LeaseLost) return;
    const count = (failures.get(tried)?.count ?? 0) + 1;
    const wanted = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0;
    // A longer pause is the budget's to keep: until it is over, trying costs no call.
    const delay = Math.min(LAST_RETRY, Math.max(wanted, FIRST_RETRY * 2 ** (count - 1)));
    failures.set(tried, { count, retryAt: now + delay });
    // That the hour is used up is no failure; what is wrong with the account, the session has said in full.
    if (!(error instanceof BudgetRefusal) && !(error instanceof AccountRefused)) this.#tellOperator(tracked, tried, error);
  }

  /** Once for each reason, not for each part and attempt. */
  #tellOperator(tracked: Tracked, tried: Tried, error: unknown): void {
    const { business, troubles } = tracked;
    const { reason, advice, ...details } = explain(error);
    if (troubles.has(reason)) return;
    troubles.add(reason);
    const meaning = isComplete(tracked) ? 'Shoppers go on seeing what is mirrored, but nothing new' : 'What is not mirrored yet cannot be shown';
    this.#logger.warn({ business: business.domain, tried, ...details }, `The mirror cannot be filled: ${reason}. ${meaning}; it is tried again by itself.${advice}`);
  }
}

/** True once every part of a business has been walked through. */
function isComplete({ progress }: Tracked): boolean {
  return [...progress.values()].every(({ mirroredAt }) => mirroredAt !== null);
}

/** Somebody wants everything walked through, wherever that was. What the sweep has behind it now may be what is gone. */
function noteAskedWalk(tracked: Tracked, asked: number): void {
  const before = tracked.askedWalks;
  tracked.askedWalks = asked;
  if (before === null || asked <= before) return;
  for (const part of writtenParts) tracked.walksLeft.set(part, tracked.progress.get(part)!.nextStart > 0 ? 3 : 2);
}

function noteWalked({ walksLeft }: Tracked, part: PartName): void {
  const left = (walksLeft.get(part) ?? 0) - 1;
  if (left > 0) walksLeft.set(part, left);
  else walksLeft.delete(part);
}

/** What an operator can do something with. */
function explain(error: unknown): { reason: string; advice: string; cause?: string; err?: unknown } {
  if (!(error instanceof ApiError)) return { reason: 'it failed unexpectedly', advice: '', err: error };
  const { code: cause } = (error.cause ?? {}) as { code?: unknown };
  const advice = error.code === 301 ? ' Check --business.' : error.code === 399 && error instanceof UpstreamRefusal ? ' Check that --upstream is the address of the API, with its version.' : '';
  return { reason: error.message, advice, ...(typeof cause === 'string' ? { cause } : {}) };
}

/** Somebody has changed the mirror, wherever that was. */
function noteVersion(tracked: Tracked, stored: number): void {
  if (stored <= tracked.storedVersion) return;
  tracked.storedVersion = stored;
  tracked.version += 1;
}
