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

/** The job is not done: it is to be done again after so many milliseconds. */
export class Later extends Error {
  override readonly name = 'Later';

  readonly againMs: number;
  /** False where nothing was attempted. */
  readonly counts: boolean;

  constructor(againMs: number, { counts = true, cause }: { counts?: boolean; cause?: unknown } = {}) {
    super(`Again in ${againMs} ms`, { cause });
    this.againMs = againMs;
    this.counts = counts;
  }
}

export interface Job extends Readonly<
  Pick<JobTable, 'id' | 'kind' | 'key' | 'payload' | 'created_at' | 'due_at' | 'attempts'>
> {
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
   * @throws Later where it is not done yet.
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
  /** By default a name of its own. */
  readonly holder?: string;
  /** Does only jobs with this key. */
  readonly key?: string;
}

interface Running {
  readonly kind: Kind;
  /** Somebody waits for it, and it takes the place of no other. */
  readonly isAsked: boolean;
  readonly ending: AbortController;
  readonly attempt: Promise<void>;
}

interface Outcome {
  readonly againMs: number | null;
  readonly counts: boolean;
}

const LOOK_EVERY_MS = 1_000;
/** After so many keys a new round begins, even if there are others. */
const MOST_KEYS = 1_000;
const UNREADABLE = 'what there is to do cannot be read or noted at the moment';

export class Worker {
  readonly #tools: WorkerTools;
  /** Tells this worker from all others. */
  readonly holder: string;
  #kinds: ReadonlyMap<string, Kind> = new Map();
  readonly #running = new Map<string, Running>();
  readonly #served = new Map<string, Set<string>>();
  readonly #failing = new Set<string>();
  readonly #stopping = new AbortController();
  #deafen = (): void => {};
  #pause = new AbortController();
  #madeStanding = false;
  #working: Promise<void> = Promise.resolve();

  constructor(tools: WorkerTools) {
    this.#tools = tools;
    this.holder = tools.holder ?? randomUUID();
  }

  /** Looks for jobs from now on. */
  start(kinds: readonly Kind[]): this {
    this.#kinds = new Map(kinds.map((kind) => [kind.name, kind]));
    this.#deafen = onDue(this.#tools.db, () => this.#wake());
    this.#working = this.#work();
    return this;
  }

  /** Does a job that was enqueued for this worker, whatever else is under way. */
  begin(kind: Kind, job: JobTable): void {
    this.#run(kind, job, true);
  }

  /**
   * Begins nothing more, and gives back what is not done within the grace of its kind.
   * @param graceMs - the longest that any may go on.
   */
  async stop(graceMs = Infinity): Promise<void> {
    this.#deafen();
    this.#stopping.abort();
    this.#wake();
    const running = [...this.#running.values()];
    const timers = running.map(({ kind, ending }) =>
      setTimeout(() => ending.abort(), Math.min(kind.graceMs ?? 0, graceMs)),
    );
    await this.#working;
    await Promise.all([...this.#running.values()].map(({ attempt }) => attempt));
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
  }

  async #beginNext(): Promise<boolean> {
    const { db, clock } = this.#tools;
    if (!this.#madeStanding)
      for (const { name, isStanding } of this.#kinds.values()) if (isStanding) await makeDue(db, name, '', clock.now());
    this.#madeStanding = true;
    const job = await this.#take();
    if (!job) return false;
    if (this.#stopping.signal.aborted) {
      await settleJob(db, job, clock.now(), false);
      return false;
    }
    this.#run(this.#kinds.get(job.kind)!, job, false);
    return true;
  }

  async #take(): Promise<JobTable | undefined> {
    const { db, clock, key } = this.#tools;
    const taken = [...this.#running.values()].filter(({ isAsked }) => !isAsked);
    const isWanted = ([name, kind]: readonly [string, Kind]): boolean =>
      taken.filter((one) => one.kind.name === name).length < (kind.atOnce ?? 1) && kind.isWanted?.() !== false;
    const wanted = [...this.#kinds].filter(isWanted);
    const kinds = new Map(wanted.map(([name, { doubtMs }]) => [name, { doubtMs, served: this.#servedOf(name) }]));
    const except = new Set(this.#running.keys());
    const take = () => takeJob(db, { kinds, key, except, holder: this.holder }, clock.now());
    const rounds = [...kinds.values()].map(({ served }) => served);
    let job = await take();
    if (!job && rounds.some(({ size }) => size > 0)) {
      for (const served of rounds) served.clear();
      job = await take();
    }
    if (job && job.key !== '') this.#servedOf(job.kind).add(job.key);
    return job;
  }

  /** Keys of a kind with a job in this round: one key after the other, so that who has many keeps nobody waiting. */
  #servedOf(kind: string): Set<string> {
    const known = this.#served.get(kind);
    if (known && known.size < MOST_KEYS) return known;
    const served = new Set<string>();
    this.#served.set(kind, served);
    return served;
  }

  #run(kind: Kind, job: JobTable, isAsked: boolean): void {
    const ending = new AbortController();
    if (this.#stopping.signal.aborted) ending.abort();
    const attempt = this.#attempt(kind, job, ending).finally(() => {
      this.#running.delete(job.id);
      this.#wake();
    });
    this.#running.set(job.id, { kind, isAsked, ending, attempt });
  }

  async #attempt(kind: Kind, job: JobTable, ending: AbortController): Promise<void> {
    const { db, clock } = this.#tools;
    const done = new AbortController();
    const renewing = this.#keepLease(job, ending, done.signal);
    const { againMs, counts } = await this.#outcomeOf(kind, job, ending.signal);
    done.abort();
    await renewing;
    await this.#try(UNREADABLE, () => settleJob(db, job, againMs === null ? null : clock.now() + againMs, counts));
  }

  async #outcomeOf(kind: Kind, job: JobTable, signal: AbortSignal): Promise<Outcome> {
    const confirm = async (transaction: JobDb): Promise<void> => {
      if (!(await renewLease(transaction, job, this.#tools.clock.now()))) throw new JobLost(`${job.id} is lost`);
    };
    try {
      const againMs = await kind.attempt({ ...job, signal, confirm });
      this.#failing.delete(kind.failing);
      return { againMs, counts: true };
    } catch (error) {
      if (error instanceof Later) {
        this.#failing.delete(kind.failing);
        return error;
      }
      if (signal.aborted || error instanceof JobLost) return { againMs: 0, counts: true };
      this.#say(kind.failing, error);
      return { againMs: kind.retryMs, counts: true };
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
