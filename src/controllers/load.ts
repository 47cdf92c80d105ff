import { emit } from '../page/events.ts';
import { advise, reportFailure } from '../page/failing.ts';
import { loadWordsOf, type Settings } from '../page/settings.ts';
import { toFailure, type Failure } from '../source/failure.ts';

/** An element with loads. It renders again whenever a load changes. */
export interface LoadHost extends Settings {
  /** Whether the element has come near the viewport; nothing loads before. */
  readonly near: boolean;
  requestUpdate(): void;
  readonly updateComplete: Promise<unknown>;
  /** Sets a `:state(…)` by which style sheets release the room kept. */
  mark(state: 'failed', on: boolean): void;
}

/** idle: nothing to load, or not near yet. Displayed data survives a reload, even a failed one. */
export type Phase = 'idle' | 'loading' | 'ready' | 'failed';

/**
 * Identity of the data to load, and a variant such as a filter. While another variant of the same identity loads, the
 * old data stays visible; for another identity it would be wrong. Null means that there is nothing to load.
 */
export type LoadKey = readonly [identity: string, variant?: string] | null;

/** The shopper's choice of the data to see. It is taken back where it cannot be shown. */
interface Choice {
  read(): unknown;
  /** @param shown - what `read` returned for the data that is displayed. */
  takeBack(shown: unknown): void;
}

/**
 * Loads the data for the element's attributes once the element is near, drops late answers, keeps a load going when the
 * element moves, and fires events. The owner must call its `host…` methods; Lit does so automatically.
 */
export class LoadController<Data> {
  phase: Phase = 'idle';
  data: Data | undefined;
  failure: Failure | undefined;
  /** Resolves once the latest request has succeeded, failed or been aborted. */
  done: Promise<void> | undefined;
  choice: Choice | undefined;

  readonly #host: LoadHost;
  readonly #key: () => LoadKey;
  readonly #load: (signal: AbortSignal) => Promise<Data>;
  readonly #total: () => number | null;
  #identity: string | undefined;
  /** Null, unlike any variant, for a load that was stopped: it begins again once the element is back, and near. */
  #variant: string | null | undefined;
  /** The variant that is displayed, and what was chosen for it. */
  #shown: { readonly variant: string | null | undefined; readonly chosen: unknown } | undefined;
  #abort: AbortController | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;

  /** @param total returns the number of reviews, questions or products in the data, for the ready event */
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
      // An answer without its list throws here, so the element shows the failure.
      total(data);
      return data;
    };
    this.#total = () => total(this.data!);
  }
  /** For requests that extend the displayed data; aborted once that data is obsolete. */
  get signal(): AbortSignal | undefined {
    return this.#abort?.signal;
  }

  hostDisconnected(): void {
    // A move disconnects and reconnects within one task; only a removal stops the load.
    queueMicrotask(() => {
      if (this.#host.isConnected || this.phase === 'ready') return;
      this.#variant = null;
      this.#stop();
    });
  }

  hostUpdate(): void {
    if (this.#host.isConnected) this.start();
  }

  hostUpdated(): void {
    this.#host.ariaBusy = this.phase === 'loading' ? 'true' : null;
    const hasNothing = this.#host.near && !this.#identity;
    this.#host.mark('failed', this.data === undefined && (!!this.failure || hasNothing));
    if (hasNothing) advise(this.#host);
  }

  /** Loads the data for the key, unless the key is unchanged. */
  start(): void {
    const { near, proxy, business } = this.#host;
    const key = near && this.#key();
    const [identity, variant] = key ? [`${proxy} ${business} ${key[0]}`, key[1]] : [];
    if (identity === this.#identity && variant === this.#variant) return;
    if (identity !== this.#identity) this.data = undefined;
    this.#identity = identity;
    this.#variant = variant;
    this.#stop();
    this.phase = 'idle';
    this.reload();
  }

  /** Repeats the latest load, successful or not. */
  reload(): void {
    if (this.#identity) void this.#run();
  }

  #stop(): void {
    this.#abort?.abort();
    clearTimeout(this.#again);
    this.failure = undefined;
  }

  async #run(): Promise<void> {
    this.#stop();
    const { signal } = (this.#abort = new AbortController());
    const first = !this.data;
    const shown = { variant: this.#variant, chosen: this.choice?.read() };
    this.phase = 'loading';
    this.#host.requestUpdate();
    this.done = this.#load(signal).then(
      (data) => {
        if (signal.aborted) return;
        this.data = data;
        this.phase = 'ready';
        this.#shown = shown;
      },
      (error: unknown) => {
        if (signal.aborted) return;
        this.#fail(error);
        this.#takeBack();
      },
    );
    await this.done;
    if (signal.aborted) return;
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    if (signal.aborted) return;
    const { failure } = this;
    if (failure) this.#again = reportFailure(this.#host, failure, () => signal.aborted || this.reload());
    else if (first) {
      const total = this.#total();
      emit(this.#host, 'plaudit-ready', { total });
      if (total === 0) advise(this.#host, null);
    }
  }

  /** A filter over data that it did not filter would say something wrong. */
  #takeBack(): void {
    const { data, choice } = this;
    if (data === undefined || !choice) return;
    const { variant, chosen } = this.#shown!;
    choice.takeBack(chosen);
    // The data on display need not be loaded again.
    if (this.#key()?.[1] === variant) this.#variant = variant;
  }

  #fail(error: unknown): void {
    this.failure = toFailure(error);
    this.phase = 'failed';
  }

  /** Data that cannot be rendered has failed like data that cannot be loaded. */
  drop(error: unknown): void {
    this.data = undefined;
    this.#fail(error);
  }
}
