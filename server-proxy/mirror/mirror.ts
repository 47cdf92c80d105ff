/**
 * Keeps a copy of each business's public content, and says of which parts it is complete. Of all instances that share
 * the database, the one that holds the lease fills the mirror; every one answers from it, and follows its version.
 */
import type { Logger } from 'pino';
import { ApiError } from '../../contract/errors.ts';
import { ensureBusiness } from '../../review-store/businesses.ts';
import { Lease } from '../state/lease.ts';
import { storeOf } from '../state/open.ts';
import type { Budget } from '../upstream/budget.ts';
import { BURST_WINDOW } from '../upstream/lanes.ts';
import { takeAccepted } from './accepted.ts';
import { askForWalk, nextVersion, readAskedWalks, readVersions, type Changes } from './changes.ts';
import { ColdReads } from './cold-reads.ts';
import { lookAt, productsToSettle } from './looks.ts';
import { PAGE_TIMEOUT, type PageTools } from './pages.ts';
import { type MirroredBusiness, type PartName } from './parts.ts';
import { comesBy, isMirrored, nextTask, type Moment, type Task, type Tried } from './plan.ts';
import { lastReadAt, notAhead, readProgress } from './progress.ts';
import { BETWEEN_MISSES, readHeld } from './removals.ts';
import { readExpected } from './sizes.ts';
import { takeStock } from './stock.ts';
import { noteFailure, noteRecovery, tellOfRemovals } from './telling.ts';
import { noteAskedWalk, noteVersion, noteWalked, track, type Tracked } from './tracked.ts';
import type { Wish } from './waiting.ts';
import { readHead, sweepOnce, type SweepStep } from './walk.ts';

/** Milliseconds after the last shopper until a shop counts as quiet. */
const QUIET_AFTER = 300_000;
/** Milliseconds that the mirror leaves to what people wrote, when the API is there again. */
const WRITES_FIRST = 4_000;
/** Milliseconds between two times that the API's return cuts the pauses of what failed short. */
const BETWEEN_RETURNS = 60_000;
/** Milliseconds without a word after which another instance takes over. */
const LEASE = 15_000;
/** Milliseconds between two looks at what other instances have changed. */
const FOLLOW_EVERY = 1_000;
/** Milliseconds between two looks at whom waiting helps. */
const REVIEW_EVERY = 500;
/** Pages of one product that a look in the background reads at most. */
const LOOK_PAGES = 20;
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
  /** The instance that this process is. */
  readonly instance?: string | undefined;
}

export class Mirror {
  readonly #tools: PageTools & { readonly budget: Budget };
  readonly #logger: Logger;
  readonly #stop = new AbortController();
  readonly #businesses = new Map<string, Tracked>();
  readonly #coldReads: ColdReads;
  #wake = new AbortController();
  #lastShopper = 0;
  #lastReturn = Number.NEGATIVE_INFINITY;
  #running: Promise<unknown> = Promise.resolve();

  constructor(tools: MirrorTools, logger: Logger) {
    const lease = new Lease({ db: tools.db, clock: tools.clock, name: 'mirror', ttl: LEASE, holder: tools.instance });
    this.#tools = { ...tools, lease, signal: this.#stop.signal };
    this.#logger = logger;
    this.#coldReads = new ColdReads(this.#tools, () => this.#wakeUp());
  }

  /** Looks up what earlier runs have mirrored; from then on it can be read. */
  async open(domains: readonly string[]): Promise<void> {
    const { db } = this.#tools;
    for (const domain of domains) {
      const { id } = await ensureBusiness(storeOf(db), domain);
      const progress = await readProgress(db, domain);
      const expected = await readExpected(db, domain, progress.get('products')!);
      this.#businesses.set(domain, track({ id, domain }, progress, expected, this.#tools.clock));
    }
    for (const held of await readHeld(db, domains)) this.#tracked(held.business).held.set(held.part, held);
    await this.#follow();
  }

  start(): void {
    // The first shoppers come with the start: a shop is not taken to be quiet before it was seen to be.
    this.#lastShopper = this.#tools.clock.now();
    this.#tools.client.onReturn((wasAway) => { if (wasAway) this.#retryNow(); });
    this.#running = Promise.all([this.#work(), this.#keepFollowing()]);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wakeUp();
    await this.#running;
    await this.#tools.lease.give();
  }

  /** What was read and tried while the clock was ahead counts as now. */
  clockWasSetBack(): void {
    this.#forgetFuture(this.#tools.clock.now());
    this.#wakeUp();
  }

  /** Also before each task: what was under way when the clock was set back ends with the moments of before. */
  #forgetFuture(now: number): void {
    this.#lastShopper = Math.min(this.#lastShopper, now);
    for (const tracked of this.#businesses.values()) {
      tracked.lastSweepStep = Math.min(tracked.lastSweepStep, now);
      for (const [part, progress] of tracked.progress) tracked.progress.set(part, notAhead(progress, now));
      for (const [tried, { count, retryAt }] of tracked.failures) tracked.failures.set(tried, { count, retryAt: Math.min(retryAt, now + BETWEEN_RETURNS) });
    }
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
    return isMirrored(this.#tracked(domain), names);
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
   * Waits until the mirror holds what answers a shopper, although it does not hold all yet.
   * @returns since when, in milliseconds since 1970; null where the API must be asked.
   * @throws ApiError where it takes too long.
   */
  readCold(domain: string, wish: Wish): Promise<number | null> {
    return this.#coldReads.read(this.#tracked(domain), wish);
  }

  report(domain: string): PartReport[] {
    const { progress } = this.#tracked(domain);
    return [...progress].map(([part, one]) => ({ part, mirrored: one.mirroredAt !== null, items: one.mirroredAt === null ? one.nextStart : one.size, readAt: lastReadAt(one) }));
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
    if (this.#leads) await takeAccepted(this.#tools, this.#businesses, this.#logger);
    const [versions, walks] = [await readVersions(db, domains), await readAskedWalks(db, domains)];
    for (const [domain, tracked] of this.#businesses) {
      noteVersion(tracked, versions.get(domain) ?? 0);
      noteAskedWalk(tracked, walks.get(domain) ?? 0);
      if (this.#leads) continue;
      for (const [part, progress] of await readProgress(db, domain)) {
        if (progress.nextStart !== tracked.progress.get(part)!.nextStart) tracked.steppedAt = this.#tools.clock.now();
        tracked.progress.set(part, progress);
      }
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
      this.#forgetFuture(clock.now());
      const all = [...this.#businesses.values()];
      const moment = await takeStock(this.#tools.budget, all, { now: clock.now(), quiet: this.#isQuiet(clock.now()) });
      for (const one of all) this.#review(one, moment, leads);
      const next = leads ? nextTask(all, moment) : undefined;
      if (next && next.at <= moment.now) {
        const task: Promise<void> = this.#run(next, moment.now).finally(() => { tasks.delete(task); this.#wakeUp(); });
        tasks.add(task);
      } else {
        const longest = all.some(({ waiting }) => waiting.size > 0) ? REVIEW_EVERY : LEASE / 3;
        await clock.sleep(Math.min(longest, next ? next.at - moment.now : LEASE), woken);
      }
    }
    for (const { waiting } of this.#businesses.values()) waiting.refuseAll(new ApiError(503, 'The proxy is stopping', { retryAfter: 5 }));
    await Promise.all(tasks);
  }

  /** Lets go of shoppers whom waiting does not help. */
  #review(one: Tracked, moment: Moment, leads: boolean): void {
    // What another instance fills comes by bounds that are not seen here; it has stopped where nothing comes for a window.
    const comes = leads || moment.now - one.steppedAt <= BURST_WINDOW;
    one.waiting.review((needs) => isMirrored(one, needs), (needs) => (comes ? comesBy(one, needs, moment) : null), leads);
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
      for (const [part, progress] of await readProgress(this.#tools.db, domain)) tracked.progress.set(part, notAhead(progress, this.#tools.clock.now()));
      for (const sku of await productsToSettle(this.#tools.db, tracked.business, this.#tools.clock.now(), 100)) tracked.lookAgain.add(sku);
    }
  }

  /** The API was away and is there again: what failed need not wait. Once in a while, since some part may fail by itself. */
  #retryNow(): void {
    const now = this.#tools.clock.now();
    if (Math.abs(now - this.#lastReturn) < BETWEEN_RETURNS) return;
    this.#lastReturn = now;
    for (const { failures } of this.#businesses.values()) {
      for (const [tried, { count, retryAt }] of failures) failures.set(tried, { count, retryAt: Math.min(retryAt, now + WRITES_FIRST) });
    }
    this.#wakeUp();
  }

  #wakeUp(): void {
    this.#wake.abort();
    this.#wake = new AbortController();
  }

  async #run({ kind, of: tracked, part, sku }: Task<Tracked>, now: number): Promise<void> {
    if (kind === 'wanted') return this.#noteChanges(tracked, await this.#coldReads.look(tracked, sku!));
    const busy = kind === 'look' ? 'look' : part;
    const tried: Tried = kind === 'look' ? 'look' : `${kind === 'head' ? 'head' : 'walk'} ${part}`;
    // Between two pages of a walk that goes on, nothing is under way for a moment.
    if (tracked.underWay.size === 0) tracked.steppedAt = now;
    tracked.underWay.add(busy);
    if (kind === 'sweep' || kind === 'look') {
      tracked.lastSweepStep = now;
      tracked.sweepSteps += 1;
    }
    try {
      if (kind === 'look') await this.#lookAtNext(tracked, now);
      else await this.#read(kind, tracked, part);
      if (tracked.failures.delete(tried) && tracked.failures.size === 0) noteRecovery(tracked, this.#logger);
    } catch (error) {
      if (!this.#stop.signal.aborted) noteFailure(tracked, tried, error, this.#tools.clock.now(), this.#logger);
    } finally {
      tracked.underWay.delete(busy);
    }
  }

  async #read(kind: 'figures' | 'head' | 'first' | 'sweep', tracked: Tracked, part: PartName): Promise<void> {
    const { business, progress } = tracked;
    const before = progress.get(part)!;
    // What comes while the figures are read, they may not count.
    if (part === 'business') tracked.hasNewReviews = false;
    const step: SweepStep = kind === 'head'
      ? await readHead(this.#tools, business, part, before)
      : await sweepOnce(this.#tools, business, part, before, kind === 'figures' ? 'head' : 'sweep');
    if (kind === 'head' && part === 'reviews' && step.changed) tracked.hasNewReviews = true;
    // The clock may have been set back while it was read.
    progress.set(part, notAhead(step.progress, this.#tools.clock.now()));
    tracked.steppedAt = this.#tools.clock.now();
    this.#noteChanges(tracked, step);
    if (!isMirrored(tracked) && (part === 'products' || part === 'business')) await this.#expect(tracked);
    if (before.mirroredAt === null && step.progress.mirroredAt !== null) this.#logger.info({ business: business.domain, part }, 'mirrored');
    if (step.removals) tellOfRemovals(tracked, part, step.removals, this.#logger);
    if (step.progress.sweptAt !== before.sweptAt) noteWalked(tracked, part);
    // One sweep missed something: the look that settles it need not wait for the next.
    if (part === 'productReviews' && step.progress.sweptAt !== before.sweptAt) void this.#settleLater(tracked);
  }

  async #expect({ business, progress, expected }: Tracked): Promise<void> {
    for (const [part, items] of await readExpected(this.#tools.db, business.domain, progress.get('products')!)) expected.set(part, items);
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
}
