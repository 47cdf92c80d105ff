/**
 * Fills the mirror, in the one instance that has the lease. A loop makes a plan, does what is due, and sleeps until
 * something is, or until somebody wakes it.
 */
import { refuse } from '../../../contract/endpoints/errors.ts';
import type { Budget } from '../../../api-client/budget.ts';
import { BURST_WINDOW_MS } from '../../../api-client/lanes.ts';
import type { ColdReads } from '../state/cold-reads.ts';
import { retryAtTheLatest } from '../plan/failures.ts';
import { isSoon, isStalled } from '../plan/cold-start.ts';
import { readModeration } from '../parts/moderation.ts';
import { nextTask } from '../plan/plan.ts';
import { isMirrored, type Situation, type Task } from '../plan/planned.ts';
import { readPosition } from '../parts/position.ts';
import { readProgress } from '../parts/progress.ts';
import { takeStock } from '../plan/stock.ts';
import { noteNews, perform, settleMissing, type FillTools } from './tasks.ts';
import { forgetFuture, isFollowed, type Tracked } from '../state/tracked.ts';

/** Without a renewal, another instance takes over after this time. */
export const LEASE_MS = 15_000;
/** Between two checks of which shoppers need not wait. */
const REVIEW_EVERY_MS = 500;
/** When the API returns, writes go first for this long. */
const WRITES_FIRST_MS = 4_000;
/** How often the API's return may shorten the pauses of what failed. */
const BETWEEN_RETURNS_MS = 60_000;
/** For shoppers who wait when the proxy stops. */
const RETRY_AFTER_SECONDS = 5;

export interface FillerTools extends FillTools {
  readonly budget: Budget;
  readonly coldReads: ColdReads;
}

export class Filler {
  readonly #tools: FillerTools;
  #leads = false;
  #lastReturnAt = Number.NEGATIVE_INFINITY;

  constructor(tools: FillerTools) {
    this.#tools = tools;
  }

  /** True while this instance is the one that fills the mirror. */
  get leads(): boolean {
    return this.#leads;
  }

  /** Returns after the signal is aborted, when everything that is under way has ended. */
  async work(): Promise<void> {
    const { clock, known, budget, signal } = this.#tools;
    const underWay = new Set<Promise<void>>();
    while (!signal.aborted) {
      const { woken } = known;
      const leads = await this.#lead();
      // The others are followed.
      const all = known.all.filter((one) => !isFollowed(one));
      for (const one of known.all) if (isFollowed(one)) letMirroredGo(one);
      const situation = await takeStock(budget, all, { clock, quiet: known.isQuiet });
      for (const one of all) letGo(one, all, situation, leads);
      const next = leads ? nextTask(all, situation) : undefined;
      if (next && next.at <= situation.now) {
        const task: Promise<void> = this.#do(next, situation.now).finally(() => {
          underWay.delete(task);
          known.wakeUp();
        });
        underWay.add(task);
      } else {
        const longestMs = known.all.some(({ waiting }) => waiting.size > 0) ? REVIEW_EVERY_MS : LEASE_MS / 3;
        await clock.sleep(Math.min(longestMs, next ? next.at - situation.now : LEASE_MS), woken);
      }
    }
    for (const { waiting } of known.all)
      waiting.refuseAll(refuse('unavailable', 'The proxy is stopping', { retryAfterSeconds: RETRY_AFTER_SECONDS }));
    await Promise.all(underWay);
  }

  /** The API is back: what failed need not wait. Only once in a while, since a part may fail by itself. */
  retryNow(): void {
    const { clock, known } = this.#tools;
    const now = clock.elapsed();
    if (now - this.#lastReturnAt < BETWEEN_RETURNS_MS) return;
    this.#lastReturnAt = now;
    for (const { failures } of known.all) retryAtTheLatest(failures, now + WRITES_FIRST_MS);
    known.wakeUp();
  }

  async #do(task: Task<Tracked>, now: number): Promise<void> {
    if (task.kind === 'wanted') noteNews(task.of, await this.#tools.coldReads.refresh(task.of, task.sku));
    else await perform(this.#tools, task, now);
  }

  async #lead(): Promise<boolean> {
    const led = this.#leads;
    try {
      this.#leads = await this.#tools.lease.take();
      if (this.#leads && !led) {
        await this.#takeOver();
        this.#tools.known.wakeUp();
      }
    } catch (error) {
      this.#leads = false;
      if (led) this.#tools.telling.cannotFill(error);
    }
    return this.#leads;
  }

  /** The instance that led before has come further than this one knows. */
  async #takeOver(): Promise<void> {
    const { db, clock, known } = this.#tools;
    for (const tracked of known.all) {
      for (const [part, progress] of await readProgress(db, tracked.business.domain))
        tracked.progress.set(part, progress);
      tracked.following = { ...tracked.following, ...(await readModeration(db, tracked.business.domain)) };
      tracked.position = await readPosition(db, tracked.business.domain);
      // Its clock may have been wrong.
      forgetFuture(tracked, clock.now());
      await settleMissing(this.#tools, tracked, clock.now());
    }
  }
}

/** Of a business that is followed, nothing is asked for shoppers: they wait for the mirror. */
const letMirroredGo = (one: Tracked): void => one.waiting.review(({ needs }) => (isMirrored(one, needs) ? true : null));

/** Lets shoppers go on who would wait in vain, or need not wait any more. */
function letGo(one: Tracked, all: readonly Tracked[], situation: Situation, leads: boolean): void {
  // How another instance fills it cannot be seen here. If no page has come for a window, it has stopped.
  const walks = leads || situation.now - one.steppedAt <= BURST_WINDOW_MS;
  const comes = walks && isSoon(one, all, situation);
  one.waiting.review(({ needs, sku }) => {
    if (isMirrored(one, needs)) return true;
    const isBeingRead = needs.every((name) => one.underWay.has(name) || isMirrored(one, [name]));
    return comes || (isBeingRead && !isStalled(one, situation.now)) || (leads && sku !== null) ? null : false;
  });
}
