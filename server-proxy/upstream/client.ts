/**
 * Calls the API: every operation of the contract's table goes through `call`, which waits for the budget, adds the
 * tokens, logs in again where a token has died, and obeys a pause that the API asks for.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { parseDateTime } from '../../contract/dates.ts';
import { endpointPath, endpoints, type EndpointName } from '../../contract/endpoints.ts';
import { ApiError } from '../../contract/errors.ts';
import { readAnswer } from '../../contract/answers.ts';
import type { Clock } from '../clock.ts';
import type { Metrics } from '../metrics.ts';
import { accountErrors, isAccountError } from './account-errors.ts';
import { judge, UpstreamRefusal } from './answer.ts';
import { encodeBody, type OutgoingFields, type OutgoingFile } from './body.ts';
import type { Budget } from './budget.ts';
import { exchange } from './exchange.ts';
import type { Lane } from './lanes.ts';
import type { Login, Session } from './session.ts';

export interface Call {
  readonly lane: Lane;
  readonly business?: string;
  /** Parameters of a GET, or the form of a POST. */
  readonly fields?: OutgoingFields;
  readonly files?: readonly OutgoingFile[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds, for waiting and calling together; the budget may let a shopper wait longer for a turn that is sure. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
}

export interface ClientOptions {
  /** Address of the API, version included: `https://api.example/v1`. */
  readonly upstream: string;
  readonly clientToken: string;
  readonly agent: Dispatcher;
  readonly budget: Budget;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/** Seconds of pause where the API asks for one without saying how long. */
const DEFAULT_PAUSE = { 429: 10, 503: 5 } as const;
const LOGIN_TIMEOUT = 10_000;

export class UpstreamClient {
  readonly #options: ClientOptions;
  #session: Session | null = null;
  /** The last call that was answered at all, or was not: `/readyz` says so. */
  lastFailure: string | null = null;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** The session logs in through this client, so it comes second. */
  use(session: Session): void {
    this.#session = session;
  }

  /** Makes the login call itself, ahead of everyone: all others wait for it. */
  async logIn(email: string, password: string): Promise<Login> {
    const deadline = this.#options.clock.now() + LOGIN_TIMEOUT;
    const { body } = await this.#send('login', { lane: 'write', fields: { email, password }, timeout: LOGIN_TIMEOUT }, deadline, null);
    const login = readAnswer('login', body);
    if (!login) throw new ApiError(399, 'The review service answered a login without a token', { http: 502 });
    return { token: login.token, expiresAt: parseDateTime(login.expire ?? '')?.time ?? null };
  }

  /** @throws ApiError the API's own code where it refuses; 502, 503 or 504 where it could not be asked. */
  async call(name: Exclude<EndpointName, 'login'>, call: Call): Promise<Answer> {
    const session = this.#session!;
    const deadline = this.#options.clock.now() + call.timeout;
    let token = await this.#inTime(session.token(), call);
    let renewed = false;
    let paused = false;
    for (;;) {
      try {
        const answer = await this.#send(name, call, deadline, token);
        if (session.state.state !== 'good') session.accepted();
        return answer;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (isAccountError(error.code)) {
          if (accountErrors[error.code].remedy !== 'renew' || renewed) throw session.refuse(error);
          renewed = true;
          token = await this.#inTime(session.renew(token), call);
        } else if (isPause(error)) {
          const seconds = error.retryAfter ?? DEFAULT_PAUSE[error.code as keyof typeof DEFAULT_PAUSE];
          await this.#options.budget.pause(seconds * 1_000);
          // What only reads may ask again, if the pause is over in time; what writes is the caller's to repeat.
          const another = !paused && endpoints[name].method === 'GET' && this.#options.clock.now() + seconds * 1_000 < deadline;
          if (!another) throw new ApiError(503, 'The review service cannot be asked at the moment', { retryAfter: seconds, cause: error });
          paused = true;
        } else throw error;
      }
    }
  }

  async #send(name: EndpointName, call: Call, deadline: number, token: string | null): Promise<Answer> {
    const { upstream, clientToken, agent, budget, clock, metrics } = this.#options;
    const { method } = endpoints[name];
    // Reviews that come late are better than an error; but an error must not come late.
    const patient = call.lane === 'shopper' && this.lastFailure === null;
    const permit = await budget.acquire(call.lane, deadline, { patient, signal: call.signal });
    let outcome = 'failed';
    try {
      const url = new URL(`${upstream}${endpointPath(name, call.business ?? '')}`);
      if (method === 'GET') for (const [key, value] of Object.entries(call.fields ?? {})) url.searchParams.set(key, value);
      url.searchParams.set('client_token', clientToken);
      const encoded = method === 'POST' ? encodeBody(call.fields ?? {}, call.files) : null;
      const received = await exchange(agent, {
        method,
        url: url.href,
        headers: { ...call.headers, ...encoded?.headers, ...(token === null ? {} : { user_token: token }) },
        ...(encoded ? { body: encoded.body } : {}),
        timeout: permit.deadline - clock.now(),
        signal: call.signal,
      });
      const body = judge(received);
      outcome = 'ok';
      this.lastFailure = null;
      return { body, headers: received.headers };
    } catch (error) {
      if (error instanceof ApiError) {
        outcome = outcomeOf(error);
        this.lastFailure = outcome === 'failed' || outcome === 'timeout' ? error.message : null;
      }
      throw error;
    } finally {
      metrics.upstreamCalls.inc({ lane: call.lane, operation: name, outcome });
      await permit.end();
    }
  }

  /** A login in single flight has a time of its own; who waits for it keeps theirs. */
  async #inTime(token: Promise<string>, { timeout, signal }: Call): Promise<string> {
    const stop = new AbortController();
    // No AbortSignal.any here or below: Node may collect such a signal while a timer still waits for it.
    signal?.addEventListener('abort', () => stop.abort(), { signal: stop.signal });
    const late = this.#options.clock.sleep(timeout, stop.signal).then(() => {
      throw new ApiError(503, 'The review service cannot be asked at the moment', { retryAfter: 5 });
    });
    try {
      return await Promise.race([token, late]);
    } finally {
      stop.abort();
      late.catch(() => {});
    }
  }
}

/** The API's own words: the budget and the session say 503 too. */
const isPause = (error: ApiError): boolean => error instanceof UpstreamRefusal && (error.code === 429 || error.code === 503);

function outcomeOf(error: ApiError): string {
  if (error.http === 504) return 'timeout';
  if (error.code === 429) return 'limited';
  return error.http === 502 ? 'failed' : 'refused';
}
