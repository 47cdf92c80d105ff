/**
 * A copy of each business's public content, and which parts of it are complete: this is what answers ask of it. Of all
 * instances that share the database, one fills it (filler.ts). All of them answer from it, and follow its version
 * (following.ts, changes.ts).
 */
import type { Logger } from 'pino';
import type { Extension } from '../../contract/endpoints/extensions.ts';
import { ensureBusiness } from '../../review-store/content/businesses.ts';
import { Lease } from '../state/lease.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';
import type { Budget } from '../../api-client/budget.ts';
import { askForSweep } from './filling/asked-sweeps.ts';
import { Changes, type Changed } from './parts/changes.ts';
import { ColdReads } from './state/cold-reads.ts';
import { Filler, LEASE_MS } from './filling/filler.ts';
import { Follower } from './follower/follower.ts';
import { follow, keepFollowing, type FollowingTools } from './filling/following.ts';
import { Known } from './state/known.ts';
import { PAGE_TIMEOUT_MS, type PageTools } from './walk/pages.ts';
import type { MirroredBusiness, PartName } from './parts/parts.ts';
import { isMirrored } from './plan/planned.ts';
import { lastReadAt, readProgress } from './parts/progress.ts';
import { readModeration } from './parts/moderation.ts';
import { readPosition } from './parts/position.ts';
import { readHeld } from './parts/removals.ts';
import { readExpected } from './plan/sizes.ts';
import { SetAside } from './parts/set-aside.ts';
import { Telling } from './state/telling.ts';
import { isFollowed, noteHeaders, track, type Tracked } from './state/tracked.ts';
import type { Wish } from './state/waiting-shoppers.ts';

export interface PartReport {
  readonly part: PartName;
  readonly mirrored: boolean;
  /** Items that have been read so far; all of them once it is mirrored. */
  readonly items: number;
  /** Milliseconds since 1970; 0 for never. */
  readonly readAt: number;
}

export interface MirrorTools extends Pick<PageTools, 'db' | 'client' | 'clock' | 'metrics'> {
  readonly budget: Budget;
  readonly logger: Logger;
  /** The instance that this process is. */
  readonly instance?: string | undefined;
}

export class Mirror {
  readonly #tools: FollowingTools;
  readonly #stop = new AbortController();
  readonly #known: Known;
  readonly #changes: Changes;
  readonly #coldReads: ColdReads;
  readonly #filler: Filler;
  readonly #follower: Follower;
  #running: Promise<unknown> = Promise.resolve();
  #following: ReturnType<typeof keepFollowing> | undefined;

  constructor({ budget, logger, instance, ...tools }: MirrorTools) {
    const { db, clock } = tools;
    this.#known = new Known(clock);
    this.#changes = new Changes(db);
    this.#tools = {
      ...tools,
      known: this.#known,
      changes: this.#changes,
      lease: new Lease({ db, clock, name: 'mirror', ttlMs: LEASE_MS, holder: instance }),
      signal: this.#stop.signal,
      telling: new Telling(logger),
      setAside: new SetAside(logger),
      leads: () => this.#filler.leads,
    };
    this.#coldReads = new ColdReads(this.#tools);
    this.#filler = new Filler({ ...this.#tools, budget, coldReads: this.#coldReads });
    this.#follower = new Follower(this.#tools);
  }

  /** Reads what earlier runs have mirrored of these businesses. From then on it can be asked, and fills them. */
  async open(domains: readonly string[]): Promise<void> {
    const { db, clock } = this.#tools;
    for (const domain of domains) {
      const { id } = await ensureBusiness(storeOf(db), domain);
      const progress = await readProgress(db, domain);
      const expected = await readExpected(db, domain, progress.get('products')!);
      const moderation = await readModeration(db, domain);
      const position = await readPosition(db, domain);
      this.#known.add(track({ id, domain }, progress, expected, moderation, position, clock));
    }
    for (const held of await readHeld(db, domains)) this.#known.of(held.business).held.set(held.part, held);
    await follow(this.#tools);
    this.#known.wakeUp();
  }

  start(): void {
    // A shop is not quiet before it has been seen to be: shoppers may come at once.
    this.#known.noteShopper();
    this.#tools.client.onAnswer((heard) => {
      if (heard.isRefusal) return;
      // A login is of no business, and comes before everything. Answers to other writes are kept, and would say again
      // what is no longer true.
      const { business: domain } = heard;
      const one = domain === undefined ? undefined : this.#known.find(domain);
      const about = domain === undefined ? this.#known.all : heard.isRead && one ? [one] : [];
      if (about.map((tracked) => noteHeaders(tracked, heard)).includes(true)) this.#known.wakeUp();
    });
    this.#tools.client.onReturn((wasAway) => {
      if (!wasAway) return;
      this.#filler.retryNow();
      this.#follower.retryNow();
    });
    this.#running = Promise.all([this.#filler.work(), this.#follower.work()]);
    this.#following = keepFollowing(this.#tools);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#known.wakeUp();
    await this.#running;
    await this.#following?.close();
    await this.#tools.lease.give();
  }

  /** A read from while the clock was ahead counts as of now. */
  clockWasSetBack(): void {
    this.#known.clockWasSetBack();
  }

  /** A shopper is active, so heads are worth reading. */
  noteShopper(): void {
    this.#known.noteShopper();
  }

  /** A shopper views a product: the more do, the sooner it is read again. */
  noteView(domain: string, sku: string): void {
    this.#known.of(domain).views.note(sku, 1, this.#tools.clock.elapsed());
  }

  business(domain: string): MirroredBusiness {
    return this.#known.of(domain).business;
  }

  isMirrored(domain: string, names: readonly PartName[]): boolean {
    return isMirrored(this.#known.of(domain), names);
  }

  /** When the oldest of these parts was last compared with the API, in milliseconds since 1970. */
  readAt(domain: string, names: readonly PartName[]): number {
    const { progress } = this.#known.of(domain);
    return Math.min(...names.map((name) => lastReadAt(progress.get(name)!)));
  }

  /** An answer is good for as long as the version that it was made from. */
  version(domain: string): number {
    return this.#changes.version(domain);
  }

  /** Changes what answers are made from, and the version with it, in a transaction of its own. */
  change<Result extends Changed>(domain: string, work: (db: ProxyDb) => Promise<Result>): Promise<Result> {
    return this.#changes.change(domain, work);
  }

  /** Whether the API says that it has something that not every API has; null before it has said anything. */
  has(domain: string, extension: Extension): boolean | null {
    return this.#known.of(domain).following.extensions?.has(extension) ?? null;
  }

  /** Whether the mirror follows our own service, and asks nothing else of it. */
  follows(domain: string): boolean {
    return isFollowed(this.#known.of(domain));
  }

  /** True while all that our own service has is read, from its beginning. */
  isFilling(domain: string): boolean {
    return this.#known.of(domain).position?.filling ?? false;
  }

  /** The number of the current sweep, for items that are kept now. */
  sweepOf(domain: string, name: PartName): number {
    return this.#known.of(domain).progress.get(name)!.sweep;
  }

  /**
   * Has everything that people wrote about a business read again, as fast as the sweep may call, because something is
   * gone and nobody knows what. Twice, since a removal is believed when two sweeps agree.
   * @returns true once no page that was asked for before is still under way; false where the proxy stops.
   */
  async sweepAgain(domain: string): Promise<boolean> {
    // Our own service says what is gone.
    if (this.follows(domain)) return !this.#stop.signal.aborted;
    await askForSweep(this.#tools.db, domain);
    await follow(this.#tools);
    this.#known.wakeUp();
    await this.#tools.clock.sleep(PAGE_TIMEOUT_MS, this.#stop.signal);
    return !this.#stop.signal.aborted;
  }

  /**
   * Waits until the mirror, although incomplete, can answer a shopper.
   * @returns how current its answer is, in milliseconds since 1970; null where the API must be asked.
   * @throws ApiError where it takes too long.
   */
  readCold(domain: string, wish: Wish): Promise<number | null> {
    const tracked = this.#known.of(domain);
    return isFollowed(tracked) ? this.#waitForFilling(tracked, wish) : this.#coldReads.read(tracked, wish);
  }

  async #waitForFilling(tracked: Tracked, wish: Wish): Promise<number | null> {
    const isThere = tracked.waiting.add({ ...wish, sku: null }, this.#tools.client.lastFailure === null);
    if (tracked.waiting.areFew) this.#known.wakeUp();
    return (await isThere) ? this.readAt(tracked.business.domain, wish.needs) : null;
  }

  /** Items of the API's that cannot be kept, as far as this instance fills the mirror. */
  get setAside(): SetAside {
    return this.#tools.setAside;
  }

  report(domain: string): PartReport[] {
    const { progress, filled } = this.#known.of(domain);
    return [...progress].map(([part, one]) => ({
      part,
      mirrored: one.mirroredAt !== null,
      items: one.mirroredAt === null ? one.nextStart + (filled.get(part) ?? 0) : one.size,
      readAt: lastReadAt(one),
    }));
  }
}
