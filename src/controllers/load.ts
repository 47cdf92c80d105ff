import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { toFailure, type Failure } from '../failure.ts';
import { whenNear } from '../near.ts';

/** idle: nothing to load, or not near yet. Data that was shown survives a reload and its failure. */
export type Phase = 'idle' | 'loading' | 'ready' | 'failed';

/**
 * What to load: its identity, and a variant of it such as a filter. Data stays on show while another variant of the
 * same identity loads; of another identity it would be untrue. Null: nothing.
 */
export type LoadKey = readonly [identity: string, variant?: string] | null;

/** How often what failed is asked for again without anybody pressing a button. */
const MOST_TRIES = 6;

/** Loads what the attributes name, drops answers that came too late, and takes being moved for what it is. */
export class LoadController<Data> implements ReactiveController {
  phase: Phase = 'idle';
  data: Data | undefined;
  failure: Failure | undefined;
  /** Settles once what was asked for last is there, has failed or is no longer wanted. */
  done: Promise<void> | undefined;

  readonly #host: ReactiveControllerHost & Element;
  readonly #key: () => LoadKey;
  readonly #load: (signal: AbortSignal) => Promise<Data>;
  readonly #settled: () => void;
  #identity: string | undefined;
  #variant: string | undefined;
  #abort: AbortController | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  /** Failures in a row that ended in asking again by itself. */
  #tries = 0;
  #stopped = false;

  /** @param settled data of a new identity is on show, or loading failed */
  constructor(host: ReactiveControllerHost & Element, key: () => LoadKey, load: (signal: AbortSignal) => Promise<Data>, settled: () => void) {
    this.#host = host;
    this.#key = key;
    this.#load = load;
    this.#settled = settled;
    host.addController(this);
  }

  /** Aborted once what is on show is no longer wanted: for requests that add to it. */
  get signal(): AbortSignal | undefined {
    return this.#abort?.signal;
  }

  hostDisconnected(): void {
    // A move disconnects and connects within one task; only what stays away stops loading.
    queueMicrotask(() => {
      if (this.#host.isConnected || this.phase === 'ready') return;
      this.#stop();
      this.#stopped = true;
    });
  }

  hostConnected(): void {
    if (this.#stopped) this.reload();
    this.#host.requestUpdate();
  }

  hostUpdate(): void {
    if (this.#host.isConnected) this.start();
  }

  /** Loads what the key names, unless that is what was loaded last. */
  start(): void {
    const [identity, variant] = this.#key() ?? [];
    if (identity === this.#identity && variant === this.#variant) return;
    if (identity !== this.#identity) this.data = undefined;
    this.#tries = 0;
    this.#identity = identity;
    this.#variant = variant;
    this.#stop();
    this.phase = 'idle';
    this.reload();
  }

  /** Asks again for what is on show or failed. */
  reload(): void {
    if (this.#identity) void this.#run();
  }

  #stop(): void {
    this.#abort?.abort();
    clearTimeout(this.#again);
    this.#stopped = false;
    this.failure = undefined;
  }

  async #run(): Promise<void> {
    this.#stop();
    const { signal } = (this.#abort = new AbortController());
    const first = !this.data;
    this.phase = 'loading';
    this.#host.requestUpdate();
    await (this.done = this.#fetch(signal));
    if (signal.aborted) return;
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    if (!signal.aborted && (first || this.failure)) this.#settled();
  }

  async #fetch(signal: AbortSignal): Promise<void> {
    try {
      const data = await this.#load(signal);
      if (signal.aborted) return;
      this.data = data;
      this.phase = 'ready';
      this.#tries = 0;
    } catch (error) {
      if (signal.aborted) return;
      const { retryAfter } = (this.failure = toFailure(error));
      this.phase = 'failed';
      // The proxy said when it will have time; until then nothing is asked. Not all shoppers come back at once, and
      // who has scrolled on asks no more.
      if (retryAfter && this.#tries++ < MOST_TRIES) this.#again = setTimeout(() => whenNear(this.#host, () => this.#abort!.signal === signal && this.reload()), (retryAfter + Math.random()) * 1000);
    }
  }
}
