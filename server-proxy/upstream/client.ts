/**
 * Calls the API: every operation of the contract's table goes through `call`, which waits for the budget, adds the
 * tokens, logs in again where a token has died, and obeys a pause that the API asks for.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { parseDateTime } from '../../contract/dates.ts';
import { endpointPath, endpoints, type EndpointName } from '../../contract/endpoints.ts';
import { ApiError, refuse } from '../../contract/errors.ts';
import { readAnswer } from '../../contract/answers.ts';
import type { Clock } from '../../server-kit/clock.ts';
import type { Metrics } from '../metrics.ts';
import { accountErrors, isAccountError } from './account-errors.ts';
import { judge, UpstreamRefusal } from './answer.ts';
import { encodeBody, type OutgoingFields, type OutgoingFile } from './body.ts';
import type { Budget, Ending } from './budget.ts';
import { exchange, neverLeft } from './exchange.ts';
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
  /** Done before each time that the request is sent; where it fails, nothing is. */
  readonly beforeSending?: () => Promise<void>;
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

const LOGIN_TIMEOUT = 10_000;

export class UpstreamClient {
  readonly #options: ClientOptions;
  #session: Session | null = null;
  /** The last call that was answered at all, or was not: `/readyz` says so. */
  lastFailure: string | null = null;
  /** Calls in a row that the API did not answer, or put off. */
  #failures = 0;
  readonly #left: (() => void)[] = [];
  readonly #returned: ((wasAway: boolean) => void)[] = [];

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** The session logs in through this client, so it comes second. */
  use(session: Session): void {
    this.#session = session;
  }

  /** True since the API last failed to answer, until it answers anything. */
  get isAway(): boolean {
    return this.#failures > 0;
  }

  /** Is told when the API does not answer any more. */
  onLeave(listener: () => void): void {
    this.#left.push(listener);
  }

  /**
   * Is told when the API answers for the first time after it did not.
   * @param listener - learns whether it was away as far as can be seen from here, or failed a single call.
   */
  onReturn(listener: (wasAway: boolean) => void): void {
    this.#returned.push(listener);
  }

  /** Makes the login call itself, ahead of everyone: all others wait for it. */
  async logIn(email: string, password: string): Promise<Login> {
    const deadline = this.#options.clock.now() + LOGIN_TIMEOUT;
    const { body } = await this.#send('login', { lane: 'write', fields: { email, password }, timeout: LOGIN_TIMEOUT }, deadline, null);
    const login = readAnswer('login', body);
    if (!login) throw refuse('upstreamFailed', 'The review service answered a login without a token');
    return { token: login.token, expiresAt: parseDateTime(login.expire ?? '')?.time ?? null };
  }

  /** @throws ApiError the API's own code where it refuses; `upstreamFailed`, `unavailable` or `upstreamSilent` where it could not be asked. */
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
        if (isAccountError(error.refusal)) {
          if (accountErrors[error.refusal].remedy !== 'renew' || renewed) throw session.refuse(error);
          renewed = true;
          token = await this.#inTime(session.renew(token), call);
        } else if (isPause(error)) {
          const seconds = error.retryAfter!;
          await this.#options.budget.pause(seconds * 1_000);
          // What only reads may ask again, if the pause is over in time; what writes is the caller's to repeat.
          const another = !paused && endpoints[name].method === 'GET' && this.#options.clock.now() + seconds * 1_000 < deadline;
          if (!another) throw refuse('unavailable', 'The review service cannot be asked at the moment', { retryAfter: seconds, cause: error });
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
    let ending: Ending = 'unanswered';
    try {
      await call.beforeSending?.();
      const url = new URL(`${upstream}${endpointPath(name, call.business ?? '')}`);
      if (method === 'GET') for (const [key, value] of Object.entries(call.fields ?? {})) url.searchParams.set(key, value);
      url.searchParams.set('client_token', clientToken);
      const encoded = method === 'POST' ? encodeBody(call.fields ?? {}, call.files) : null;
      const received = await exchange(agent, {
        method,
        url: url.href,
        headers: { ...call.headers, ...encoded?.headers, ...(token === null ? {} : { user_token: token }) },
        ...(encoded ? { body: encoded.body } : {}),
        // A clock that is set back meanwhile makes no deadline longer.
        timeout: Math.min(permit.deadline - clock.now(), call.timeout),
        signal: call.signal,
      });
      ending = 'answered';
      const body = judge(received);
      outcome = 'ok';
      this.lastFailure = null;
      this.#noteAnswer();
      return { body, headers: received.headers };
    } catch (error) {
      if (error instanceof ApiError) {
        outcome = outcomeOf(error);
        const isFailure = outcome === 'failed' || outcome === 'timeout';
        this.lastFailure = isFailure ? error.message : null;
        if (isFailure || isMaintenance(error)) this.#noteFailure();
        else if (error instanceof UpstreamRefusal) this.#noteAnswer();
        // What the API never saw holds up nothing; for shoppers it goes on counting, or each would have a connection tried.
        if (call.lane !== 'shopper' && neverLeft(error)) ending = 'neverLeft';
      }
      throw error;
    } finally {
      metrics.upstreamCalls.inc({ lane: call.lane, operation: name, outcome });
      await permit.end(ending);
    }
  }

  #noteFailure(): void {
    this.#failures += 1;
    if (this.#failures === 1) for (const listener of this.#left) listener();
  }

  #noteAnswer(): void {
    if (this.#failures === 0) return;
    const wasAway = this.#failures > 1;
    this.#failures = 0;
    for (const listener of this.#returned) listener(wasAway);
  }

  /** A login in single flight has a time of its own; who waits for it keeps theirs. */
  async #inTime(token: Promise<string>, { timeout, signal }: Call): Promise<string> {
    const stop = new AbortController();
    // No AbortSignal.any here or below: Node may collect such a signal while a timer still waits for it.
    signal?.addEventListener('abort', () => stop.abort(), { signal: stop.signal });
    const late = this.#options.clock.sleep(timeout, stop.signal).then(() => {
      throw refuse('unavailable', 'The review service cannot be asked at the moment', { retryAfter: 5 });
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
const isPause = (error: ApiError): boolean => error instanceof UpstreamRefusal && (error.is('tooManyRequests') || error.is('unavailable'));

const isMaintenance = (error: ApiError): boolean => error instanceof UpstreamRefusal && error.is('unavailable');

function outcomeOf(error: ApiError): string {
  if (error.http === 504) return 'timeout';
  if (error.is('tooManyRequests')) return 'limited';
  return error.http === 502 ? 'failed' : 'refused';
}
