import { emit } from '../page/events.ts';
import { reportFailure } from '../page/failing.ts';
import { loadWordsOf, type Settings } from '../page/settings.ts';
import { toFailure, type Failure } from '../source/failure.ts';

/** An element that loads: it is told of what came by being drawn again. */
export interface LoadHost extends Settings {
  /** Whether it has come near the viewport: before that it asks for nothing. */
  readonly near: boolean;
  requestUpdate(): void;
  readonly updateComplete: Promise<unknown>;
  /** Tells style sheets, as `:state(…)`, that the room kept for the content is not needed. */
  mark(state: 'failed', on: boolean): void;
}

/** idle: nothing to load, or not near yet. Data that was shown survives a reload and its failure. */
export type Phase = 'idle' | 'loading' | 'ready' | 'failed';

/**
 * What to load: its identity, and a variant of it such as a filter. Data stays on show while another variant of the
 * same identity loads; of another identity it would be untrue. Null: nothing.
 */
export type LoadKey = readonly [identity: string, variant?: string] | null;

/**
 * Loads what the attributes name once the element is near, drops answers that came too late, takes being moved for what
 * it is, and tells the page by events. Whoever has it calls its `host…` methods; Lit does that by itself.
 */
export class LoadController<Data> {
  phase: Phase = 'idle';
  data: Data | undefined;
  failure: Failure | undefined;
  /** Settles once what was asked for last is there, has failed or is no longer wanted. */
  done: Promise<void> | undefined;

  readonly #host: LoadHost;
  readonly #key: () => LoadKey;
  readonly #load: (signal: AbortSignal) => Promise<Data>;
  readonly #total: () => number | null;
  #identity: string | undefined;
  #variant: string | undefined;
  #abort: AbortController | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  /** Failures in a row that ended in asking again by itself. */
  #tries = 0;
  #stopped = false;

  /** @param total number of reviews, questions or products in the data, for the ready event */
  constructor(
    host: LoadHost,
    key: () => LoadKey,
    load: (signal: AbortSignal) => Promise<Data>,
    total: (data: Data) => number | null,
  ) {
    this.#host = host;
    this.#key = key;
    this.#load = async (signal) => {
      const [data] = await Promise.all([load(signal), loadWordsOf(host)]);
      // An answer without its list fails here, where it is shown that it did.
      total(data);
      return data;
    };
    this.#total = () => total(this.data!);
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

  hostUpdated(): void {
    this.#host.ariaBusy = this.phase === 'loading' ? 'true' : null;
    this.#host.mark('failed', !!this.failure && this.data === undefined);
  }

  /** Loads what the key names, unless that is what was loaded last. */
  start(): void {
    const { near, proxy, business } = this.#host;
    const key = near && this.#key();
    const [identity, variant] = key ? [`${proxy} ${business} ${key[0]}`, key[1]] : [];
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
    if (signal.aborted) return;
    const { failure } = this;
    if (failure)
      this.#again = reportFailure(
        this.#host,
        failure,
        this.#tries++,
        () => this.#abort!.signal === signal && this.reload(),
      );
    else if (first) emit(this.#host, 'plaudit-ready', { total: this.#total() });
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
      this.failure = toFailure(error);
      this.phase = 'failed';
    }
  }
}
