/**
 * Follows our own service. It lists all that shoppers may see in the order in which it was committed, and holds a
 * request until there is more, so that one loop for each business fills the mirror, catches up and keeps it current.
 * Nothing else is read of such a service, and nothing of this counts among the calls of the budget.
 */
import { readAnswer } from '../../../contract/endpoints/answers.ts';
import { ApiError, refuse } from '../../../contract/endpoints/errors.ts';
import { EXTENSIONS_HEADER, readExtensions } from '../../../contract/endpoints/extensions.ts';
import { changesPage } from '../../../contract/endpoints/limits.ts';
import { keepGarbageSmall } from '../../../server-kit/garbage.ts';
import { LeaseLost } from '../../state/lease.ts';
import { UpstreamRefusal } from '../../../api-client/answer.ts';
import { currentTurn } from '../parts/holds.ts';
import { readPosition, type Position } from '../parts/position.ts';
import type { Known } from '../state/known.ts';
import { isFollowed, type Tracked } from '../state/tracked.ts';
import { OutdatedPage } from '../walk/pages.ts';
import { beginFilling, endFilling, leave, type FillingTools } from './filling.ts';
import { keepChanges, type ReadChanges } from './keep.ts';

export interface FollowerTools extends FillingTools {
  readonly known: Known;
  /** True while this instance fills the mirror, and the others follow its progress. */
  leads(): boolean;
}

/** How long the service may hold a request: less than three in a minute where nothing happens. */
const WAIT_SECONDS = 25;
/** For one page, beside the waiting. */
const PAGE_TIMEOUT_MS = 20_000;
/** An answer of which nothing more comes for so long, over a network that has stalled, is asked for again. */
const PAGE_SILENCE_MS = 5_000;
/** Between the beginnings of two requests: a burst of changes comes in one page. */
const BETWEEN_PAGES_MS = 120;
/** Where a page was left out in part: until the vote that was on its way has surely arrived. */
const AGAIN_AFTER_MS = 250;
/** Where a page fails, the next is half as long, so that a slow network brings some of it, down to so many items. */
const LEAST_ITEMS = 50;
const RETRY = { firstMs: 1_000, lastMs: 30_000 } as const;
/** Between two looks at whether there is something to follow; it is woken before. */
const LOOK_EVERY_MS = 5_000;

export class Follower {
  readonly #tools: FollowerTools;
  readonly #retrying = new Set<() => void>();

  constructor(tools: FollowerTools) {
    this.#tools = tools;
  }

  /** Returns after the signal is aborted, when everything that is under way has ended. */
  async work(): Promise<void> {
    const { clock, known, signal } = this.#tools;
    const following = new Map<string, Promise<void>>();
    while (!signal.aborted) {
      const { woken } = known;
      for (const tracked of known.all) {
        const { domain } = tracked.business;
        if (!following.has(domain)) following.set(domain, this.#follow(tracked));
      }
      await clock.sleep(LOOK_EVERY_MS, woken);
    }
    await Promise.all(following.values());
  }

  /** The service is back: it is asked at once. */
  retryNow(): void {
    for (const retry of this.#retrying) retry();
  }

  async #follow(tracked: Tracked): Promise<void> {
    const { clock, known, signal, telling } = this.#tools;
    let failures = 0;
    while (!signal.aborted) {
      const { woken } = known;
      try {
        // A walk from before counts its own sweeps until it has ended.
        if (tracked.underWay.size > 0) await clock.sleep(LOOK_EVERY_MS, woken);
        else if (this.#mayFollow(tracked)) await this.#read(tracked, failures > 0, () => (failures = 0));
        else if (this.#tools.leads() && tracked.position !== null) await leave(this.#tools, tracked);
        else await clock.sleep(LOOK_EVERY_MS, woken);
      } catch (error) {
        if (signal.aborted || error instanceof OutdatedPage) continue;
        if (error instanceof LeaseLost) await clock.sleep(RETRY.firstMs, signal);
        else if (isOfAnother(error)) forgetExtension(tracked);
        else {
          failures += 1;
          tracked.failures.set('changes', { count: failures, retryAt: 0 });
          telling.failed(tracked, 'changes', error);
          await this.#pause(error, failures);
        }
        known.wakeUp();
      }
    }
  }

  #mayFollow(tracked: Tracked): boolean {
    return this.#tools.leads() && isFollowed(tracked) && !this.#tools.signal.aborted;
  }

  async #pause(error: unknown, failures: number): Promise<void> {
    const { clock, signal } = this.#tools;
    const stop = new AbortController();
    const retry = () => stop.abort();
    this.#retrying.add(retry);
    signal.addEventListener('abort', retry, { signal: stop.signal });
    const askedMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
    const pauseMs = Math.max(askedMs, RETRY.firstMs * 2 ** Math.min(10, failures - 1));
    await clock.sleep(Math.min(RETRY.lastMs, pauseMs), stop.signal);
    this.#retrying.delete(retry);
    stop.abort();
  }

  /** Reads page after page, for as long as this instance follows the service. */
  async #read(tracked: Tracked, isRetry: boolean, succeeded: () => void): Promise<void> {
    const { db, clock, signal, telling } = this.#tools;
    const { domain } = tracked.business;
    const stop = new AbortController();
    const end = () => stop.abort();
    signal.addEventListener('abort', end, { signal: stop.signal });
    const asking = new Asking(this.#tools, tracked, isRetry ? LEAST_ITEMS : changesPage.mostItems, stop.signal);
    const ask = (cursor: string | null) => {
      const page = asking.after(cursor);
      // Where it is not waited for any more.
      page.catch(() => {});
      return page;
    };
    try {
      let position = (await readPosition(db, domain)) ?? (await beginFilling(this.#tools, tracked));
      tracked.position = position;
      let next = ask(position.cursor);
      while (this.#mayFollow(tracked)) {
        if (position.filling) keepGarbageSmall();
        const page = await next;
        succeeded();
        if (tracked.failures.delete('changes') && tracked.failures.size === 0) telling.recovered(tracked);
        if (page === 'reset') position = await beginFilling(this.#tools, tracked);
        else {
          const { more, next: cursor } = page.answer;
          // The service is at the next page while this one is kept.
          const ahead = more ? ask(cursor) : null;
          const kept = await this.#keep(tracked, page, position);
          const isWhole = kept.cursor === cursor;
          position = kept;
          if (ahead && isWhole) {
            next = ahead;
            continue;
          }
          if (!isWhole) await clock.sleep(AGAIN_AFTER_MS, stop.signal);
        }
        next = ask(position.cursor);
      }
    } finally {
      stop.abort();
    }
  }

  async #keep(tracked: Tracked, page: ReadChanges, before: Position): Promise<Position> {
    const { clock, known } = this.#tools;
    let position = await keepChanges(this.#tools, tracked, page, before);
    tracked.position = position;
    if (page.answer.more || position.cursor !== page.answer.next) return position;
    if (position.filling) position = await endFilling(this.#tools, tracked, position);
    const now = clock.now();
    for (const [name, one] of tracked.progress) tracked.progress.set(name, { ...one, headReadAt: now, sweptAt: now });
    if (tracked.waiting.size > 0) known.wakeUp();
    return position;
  }
}

/** Asks for one page after the other, none at the heels of another. */
class Asking {
  readonly #tools: FollowerTools;
  readonly #tracked: Tracked;
  readonly #signal: AbortSignal;
  #count: number;
  #notBefore = Number.NEGATIVE_INFINITY;

  constructor(tools: FollowerTools, tracked: Tracked, count: number, signal: AbortSignal) {
    this.#tools = tools;
    this.#tracked = tracked;
    this.#count = count;
    this.#signal = signal;
  }

  /** @throws ApiError */
  async after(cursor: string | null): Promise<ReadChanges | 'reset'> {
    const { db, client, clock } = this.#tools;
    const { domain } = this.#tracked.business;
    await clock.sleep(this.#notBefore - clock.elapsed(), this.#signal);
    this.#notBefore = clock.elapsed() + BETWEEN_PAGES_MS;
    const turn = await currentTurn(db, domain);
    const asked = { count: String(this.#count), wait: String(WAIT_SECONDS) };
    try {
      const { body } = await client.call('listChanges', {
        lane: 'changes',
        business: domain,
        fields: cursor === null ? asked : { ...asked, after: cursor },
        timeoutMs: WAIT_SECONDS * 1_000 + PAGE_TIMEOUT_MS,
        silenceMs: PAGE_SILENCE_MS,
        signal: this.#signal,
      });
      const answer = readAnswer('listChanges', body);
      if (!answer) throw refuse('upstreamFailed', 'The review service answered listChanges with something unknown');
      this.#count = Math.min(changesPage.mostItems, this.#count * 2);
      return answer.reset ? 'reset' : { answer, turn };
    } catch (error) {
      // A cursor of another program's.
      if (cursor !== null && error instanceof UpstreamRefusal && error.is('malformed')) return 'reset';
      throw error;
    }
  }
}

/** Another program answers in its place, which does not know the operation: that one is walked. */
const isOfAnother = (error: unknown): boolean =>
  error instanceof UpstreamRefusal &&
  error.is('upstreamFailed') &&
  !readExtensions(error.header(EXTENSIONS_HEADER)).includes('all-changes');

function forgetExtension(tracked: Tracked): void {
  const extensions = new Set(tracked.following.extensions ?? []);
  extensions.delete('all-changes');
  tracked.following = { ...tracked.following, extensions };
}
