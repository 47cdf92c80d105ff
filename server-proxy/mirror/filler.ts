/**
 * Fills the mirror: of all instances that share the database, the one that holds the lease does. One loop makes a plan,
 * does what is due, and sleeps until something is, or somebody wakes it.
 */
import { refuse } from '../../contract/errors.ts';
import type { Budget } from '../upstream/budget.ts';
import { BURST_WINDOW } from '../upstream/lanes.ts';
import type { ColdReads } from './cold-reads.ts';
import { retryAtTheLatest } from './failures.ts';
import { comesBy } from './first-walk.ts';
import { nextTask } from './plan.ts';
import { isMirrored, type Moment, type Task } from './planned.ts';
import { notAhead, readProgress } from './progress.ts';
import { takeStock } from './stock.ts';
import { noteNews, perform, settleMissing, type FillTools } from './tasks.ts';
import type { Tracked } from './tracked.ts';

/** Without a word after which another instance takes over. */
export const LEASE_MS = 15_000;
/** Between two looks at whom waiting helps. */
const REVIEW_EVERY_MS = 500;
/** What the mirror leaves to what people wrote, when the API is there again. */
const WRITES_FIRST_MS = 4_000;
/** Between two times that the API's return cuts the pauses of what failed short. */
const BETWEEN_RETURNS_MS = 60_000;
/** Seconds after which a shopper may try again who waited while the proxy stopped. */
const RETRY_AFTER = 5;

export class Filler {
  readonly #tools: FillTools;
  readonly #budget: Budget;
  readonly #coldReads: ColdReads;
  #leads = false;
  #lastReturn = Number.NEGATIVE_INFINITY;

  constructor(tools: FillTools, budget: Budget, coldReads: ColdReads) {
    this.#tools = tools;
    this.#budget = budget;
    this.#coldReads = coldReads;
  }

  /** True while this instance is the one that fills the mirror. */
  get leads(): boolean {
    return this.#leads;
  }

  /** Ends when the signal is aborted, with everything that is under way. */
  async work(): Promise<void> {
    const { clock, known, signal } = this.#tools;
    const underWay = new Set<Promise<void>>();
    while (!signal.aborted) {
      const { woken } = known;
      const leads = await this.#lead();
      // Before each plan: what was under way when the clock was set back ends with the moments of before.
      known.forgetFuture();
      const all = known.all;
      const moment = await takeStock(this.#budget, all, { now: clock.now(), quiet: known.isQuiet });
      for (const one of all) letGo(one, moment, leads);
      const next = leads ? nextTask(all, moment) : undefined;
      if (next && next.at <= moment.now) {
        const task: Promise<void> = this.#do(next, moment.now).finally(() => { underWay.delete(task); known.wakeUp(); });
        underWay.add(task);
      } else {
        const longestMs = all.some(({ waiting }) => waiting.size > 0) ? REVIEW_EVERY_MS : LEASE_MS / 3;
        await clock.sleep(Math.min(longestMs, next ? next.at - moment.now : LEASE_MS), woken);
      }
    }
    for (const { waiting } of known.all) waiting.refuseAll(refuse('unavailable', 'The proxy is stopping', { retryAfter: RETRY_AFTER }));
    await Promise.all(underWay);
  }

  /** The API is there again: what failed need not wait. Only once in a while, since a part may fail by itself. */
  retryNow(): void {
    const { clock, known } = this.#tools;
    const now = clock.now();
    if (Math.abs(now - this.#lastReturn) < BETWEEN_RETURNS_MS) return;
    this.#lastReturn = now;
    for (const { failures } of known.all) retryAtTheLatest(failures, now + WRITES_FIRST_MS);
    known.wakeUp();
  }

  async #do(task: Task<Tracked>, now: number): Promise<void> {
    if (task.kind === 'wanted') noteNews(task.of, await this.#coldReads.look(task.of, task.sku));
    else await perform(this.#tools, task, now);
  }

  async #lead(): Promise<boolean> {
    const led = this.#leads;
    try {
      this.#leads = await this.#tools.lease.take();
      if (this.#leads && !led) await this.#takeOver();
    } catch (error) {
      this.#leads = false;
      if (led) this.#tools.telling.cannotFill(error);
    }
    return this.#leads;
  }

  /** Whoever did it before has come further than this instance knows. */
  async #takeOver(): Promise<void> {
    const { db, clock, known } = this.#tools;
    for (const tracked of known.all) {
      for (const [part, progress] of await readProgress(db, tracked.business.domain)) tracked.progress.set(part, notAhead(progress, clock.now()));
      await settleMissing(this.#tools, tracked, clock.now());
    }
  }
}

/** Lets go of shoppers whom waiting does not help. */
function letGo(one: Tracked, moment: Moment, leads: boolean): void {
  // The bounds by which another instance fills it are not seen here. Where nothing comes for a window, it has stopped.
  const comes = leads || moment.now - one.steppedAt <= BURST_WINDOW;
  one.waiting.review((needs) => isMirrored(one, needs), (needs) => (comes ? comesBy(one, needs, moment) : null), leads);
}
