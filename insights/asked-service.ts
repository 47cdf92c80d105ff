/**
 * A service of somebody else's that the operator has the proxy ask, such as a translator or a language model: its
 * address and key, one call, what a refusal means, and the rests between calls. Its answer is another program's: it is
 * bounded, no redirect is followed, and its own words, which may repeat a text, stay out of every message.
 */
import type { Logger } from 'pino';
import type { Clock } from '../server-kit/clock.ts';
import { reasonsOf } from '../server-kit/log.ts';
import { isReadOnTheWay } from '../server-kit/network/public-url.ts';
import { createAgent, exchange, parseJson, readRetryAfter } from '../server-kit/network/exchange.ts';
import type { Metrics } from './program.ts';

export interface ServiceSettings {
  /** Without a slash at its end. */
  readonly url: string;
  /** Absent where it takes none. */
  readonly key?: string | undefined;
}

/** The tools of a feature that asks a service. */
export interface AskingTools<Settings extends ServiceSettings = ServiceSettings> {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** The service did not answer, with what the operator can do about it; it never holds what was sent. */
export class NotAnswered extends Error {
  /** Whether another text may do better, so that the service can go on being asked. */
  readonly isAboutText: boolean;
  /** The pause that the service asked for. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, about: Partial<Pick<NotAnswered, 'isAboutText' | 'retryAfterSeconds' | 'cause'>> = {}) {
    super(message, { cause: about.cause });
    this.isAboutText = about.isAboutText ?? false;
    this.retryAfterSeconds = about.retryAfterSeconds;
  }
}

/** The meaning of an HTTP status for any service. */
const usual: Readonly<Record<number, string>> = {
  401: 'refuses the key, or this address (HTTP 401)',
  403: 'refuses the key, or this address (HTTP 403)',
  429: 'was asked too often (HTTP 429)',
};

interface Kind {
  /** Its name in messages. */
  readonly name: string;
  readonly connections: number;
  readonly answerBytes: number;
  /** The meaning of these HTTP statuses for it. */
  readonly refusals: Readonly<Record<number, string>>;
  /** The status that is about one text alone. */
  readonly aboutText?: number;
}

interface Call {
  /** Below the address of the service. */
  readonly path: string;
  /** Sent as JSON by POST; without one it is a GET. */
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Ends the call; by default, when the service is not to be asked any more. */
  readonly signal?: AbortSignal;
}

export class AskedService {
  readonly settings: ServiceSettings;
  readonly #kind: Kind;
  readonly #agent;
  readonly #stop = new AbortController();

  constructor(kind: Kind, settings: ServiceSettings) {
    this.settings = settings;
    this.#kind = kind;
    this.#agent = createAgent(kind);
  }

  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#agent.destroy();
  }

  warnOfKey(logger: Logger): void {
    if (this.settings.key !== undefined && isReadOnTheWay(this.settings.url))
      logger.warn(`the ${this.#kind.name} is called without TLS: whoever is on the way to it reads its key`);
  }

  /** @returns the JSON of its answer. @throws NotAnswered */
  async ask({ path, body, headers = {}, timeoutMs, signal = this.stopped }: Call): Promise<unknown> {
    const { name, refusals, aboutText } = this.#kind;
    const answer = await exchange(this.#agent, {
      method: body ? 'POST' : 'GET',
      url: this.settings.url + path,
      headers: body ? { 'content-type': 'application/json', ...headers } : headers,
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs,
      signal,
      peer: name,
    }).catch((cause: unknown) => {
      throw new NotAnswered((cause as Error).message, { cause });
    });
    const { http } = answer;
    if (http === 200) return parseJson(answer.text);
    const isRedirect = http >= 300 && http < 400;
    const why = refusals[http] ?? usual[http] ?? `answered with ${isRedirect ? 'a redirect' : `HTTP ${http}`}`;
    throw new NotAnswered(`The ${name} ${why}`, {
      isAboutText: http === aboutText,
      retryAfterSeconds: readRetryAfter(answer.headers),
    });
  }
}

/** When a service may be asked again, and what the log says of one that fails: once until it works again. */
export class Rests {
  readonly #tools: Pick<AskingTools, 'clock' | 'logger'>;
  readonly #failing: string;
  /** By `Clock.elapsed`. */
  #until = Number.NEGATIVE_INFINITY;
  /** In a row. */
  failures = 0;

  /** @param failing - what shoppers miss while it does. */
  constructor(tools: Pick<AskingTools, 'clock' | 'logger'>, failing: string) {
    this.#tools = tools;
    this.#failing = failing;
  }

  get leftMs(): number {
    return Math.max(0, this.#until - this.#tools.clock.elapsed());
  }

  rest(ms: number): void {
    this.#until = this.#tools.clock.elapsed() + ms;
  }

  failed(error: unknown): void {
    if (this.failures++ === 0)
      this.#tools.logger.warn({ reason: reasonsOf(error) }, `${this.#failing}; it is tried again by itself`);
  }
}
