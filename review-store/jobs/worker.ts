/**
 * Does the jobs that are due, of the kinds that it is given, and renews the lease of each as long as it is at it. This
 * process's own are due without a pause, those of others within a second.
 */
import { randomUUID } from 'node:crypto';
import type { JobTable } from '../tables.ts';
import { LEASE_MS, makeDue, onDue, renewLease, settleJob, takeJob, type JobDb } from './jobs.ts';

/** Another worker has the job by now, or it was dropped: nothing may be written for it any more. */
class JobLost extends Error {
  override readonly name = 'JobLost';
}

export interface Job extends Readonly<Pick<JobTable, 'id' | 'key' | 'payload' | 'created_at' | 'attempts'>> {
  /** The worker stops, or has lost the job. */
  readonly signal: AbortSignal;
  /**
   * Makes sure that the job is this worker's until the end of this transaction.
   * @throws JobLost
   */
  confirm(transaction: JobDb): Promise<void>;
}

/** A kind of jobs, and all that a worker must know of it. */
export interface Kind {
  readonly name: string;
  /** There is one job of it, without a key, and it is due whenever a worker starts. */
  readonly isStanding?: true;
  /**
   * Does a job.
   * @returns after how many milliseconds it is to be done again; null where it is done for good.
   */
  attempt(job: Job): Promise<number | null>;
  /** The log's message when an attempt throws, once until one does not. */
  readonly failing: string;
  /** Then it is tried again after so many milliseconds. */
  readonly retryMs: number;
  /** How long one waits whose worker died, in milliseconds; by default it is done again at once. */
  readonly doubtMs?: number;
  /** Whether there may be anything to do, as far as this process knows without a look; by default there may. */
  isWanted?(): boolean;
  /** How many are done at the same time; by default one. */
  readonly atOnce?: number;
  /** How long one may go on when the worker stops, in milliseconds; by default it ends at once. */
  readonly graceMs?: number;
}

export interface WorkerTools {
  readonly db: JobDb;
  readonly clock: { now(): number; sleep(ms: number, signal?: AbortSignal): Promise<void> };
  readonly logger: { warn(about: object, message: string): void };
  /** Tells this worker from all others. */
  readonly holder?: string;
  /** Does only jobs with this key. */
  readonly key?: string;
}

interface Running {
  readonly kind: Kind;
  readonly ending: AbortController;
  readonly attempt: Promise<void>;
}

const LOOK_EVERY_MS = 1_000;
const UNREADABLE = 'what there is to do cannot be read or noted at the moment';

export class Worker {
  readonly #tools: WorkerTools;
  readonly #holder: string;
  readonly #kinds: ReadonlyMap<string, Kind>;
  readonly #running = new Map<string, Running>();
  readonly #failing = new Set<string>();
  readonly #stopping = new AbortController();
  readonly #deafen: () => void;
  #pause = new AbortController();
  #madeStanding = false;
  readonly #working: Promise<void>;

  /** It begins at once. */
  constructor(tools: WorkerTools, kinds: readonly Kind[]) {
    this.#tools = tools;
    this.#holder = tools.holder ?? randomUUID();
    this.#kinds = new Map(kinds.map((kind) => [kind.name, kind]));
    this.#deafen = onDue(tools.db, () => this.#wake());
    this.#working = this.#work();
  }

  /** Begins nothing more, and gives back what is not done within the grace of its kind. */
  async stop(): Promise<void> {
    this.#deafen();
    this.#stopping.abort();
    this.#wake();
    const running = [...this.#running.values()];
    const timers = running.map(({ kind, ending }) => setTimeout(() => ending.abort(), kind.graceMs ?? 0));
    await this.#working;
    for (const timer of timers) clearTimeout(timer);
  }

  #wake(): void {
    this.#pause.abort();
  }

  async #work(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      // A job that becomes due from now on ends the next pause, even if it comes before that begins.
      this.#pause = new AbortController();
      const { signal: woken } = this.#pause;
      const hasBegun = await this.#try(UNREADABLE, () => this.#beginNext());
      if (!hasBegun && !signal.aborted) await this.#tools.clock.sleep(LOOK_EVERY_MS, woken);
    }
    await Promise.all([...this.#running.values()].map(({ attempt }) => attempt));
  }

  async #beginNext(): Promise<boolean> {
    const { db, clock, key } = this.#tools;
    if (!this.#madeStanding)
      for (const { name, isStanding } of this.#kinds.values()) if (isStanding) await makeDue(db, name, '', clock.now());
    this.#madeStanding = true;
    const running = [...this.#running.values()];
    const isWanted = ([name, kind]: readonly [string, Kind]): boolean =>
      running.filter((one) => one.kind.name === name).length < (kind.atOnce ?? 1) && kind.isWanted?.() !== false;
    const kinds = new Map([...this.#kinds].filter(isWanted));
    const except = new Set(this.#running.keys());
    const job = await takeJob(db, { kinds, key, except, holder: this.#holder }, clock.now());
    if (!job) return false;
    if (this.#stopping.signal.aborted) {
      await settleJob(db, job, clock.now());
      return false;
    }
    const kind = this.#kinds.get(job.kind)!;
    const ending = new AbortController();
    const attempt = this.#attempt(kind, job, ending).finally(() => {
      this.#running.delete(job.id);
      this.#wake();
    });
    this.#running.set(job.id, { kind, ending, attempt });
    return true;
  }

  async #attempt(kind: Kind, job: JobTable, ending: AbortController): Promise<void> {
    const { db, clock } = this.#tools;
    const done = new AbortController();
    const renewing = this.#keepLease(job, ending, done.signal);
    const againMs = await this.#outcomeOf(kind, job, ending.signal);
    done.abort();
    await renewing;
    await this.#try(UNREADABLE, () => settleJob(db, job, againMs === null ? null : clock.now() + againMs));
  }

  async #outcomeOf(kind: Kind, job: JobTable, signal: AbortSignal): Promise<number | null> {
    const confirm = async (transaction: JobDb): Promise<void> => {
      if (!(await renewLease(transaction, job, this.#tools.clock.now()))) throw new JobLost(`${job.id} is lost`);
    };
    try {
      const againMs = await kind.attempt({ ...job, signal, confirm });
      this.#failing.delete(kind.failing);
      return againMs;
    } catch (error) {
      if (signal.aborted || error instanceof JobLost) return 0;
      this.#say(kind.failing, error);
      return kind.retryMs;
    }
  }

  async #keepLease(job: JobTable, ending: AbortController, done: AbortSignal): Promise<void> {
    const { db, clock } = this.#tools;
    while (!done.aborted) {
      await clock.sleep(LEASE_MS / 3, done);
      // A database that cannot be asked says nothing about who has the job.
      const isOurs = done.aborted || (await renewLease(db, job, clock.now()).catch(() => true));
      if (!isOurs) return ending.abort();
    }
  }

  async #try(failing: string, work: () => Promise<boolean | void>): Promise<boolean | void> {
    try {
      const result = await work();
      this.#failing.delete(failing);
      return result;
    } catch (error) {
      this.#say(failing, error);
      return false;
    }
  }

  /** Once until it works again. */
  #say(failing: string, error: unknown): void {
    if (!this.#failing.has(failing)) this.#tools.logger.warn({ err: error }, failing);
    this.#failing.add(failing);
  }
}
