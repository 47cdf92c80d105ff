/**
 * Calls the API. Every operation of the contract's table goes through `call`, which waits for the budget, adds the
 * tokens, logs in again where a token is no longer valid, and obeys a pause that the API asks for.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { parseDateTime } from '../contract/entities/dates.ts';
import { endpointPath, endpoints, type EndpointName } from '../contract/endpoints/endpoints.ts';
import { ApiError, refuse } from '../contract/endpoints/errors.ts';
import { readAnswer } from '../contract/endpoints/answers.ts';
import { ADDRESS_HEADER } from '../contract/endpoints/extensions.ts';
import type { Clock } from '../server-kit/clock.ts';
import { accountErrors, isAccountError } from './account-errors.ts';
import { judge, UpstreamRefusal } from './answer.ts';
import { encodeBody, type OutgoingFields, type OutgoingFile } from './body.ts';
import type { Budget, Permit } from './budget.ts';
import type { Ending } from './call-log.ts';
import { toPaths } from './picture-paths.ts';
import { exchange, neverLeft } from '../server-kit/network/exchange.ts';
import type { Lane } from './lanes.ts';
import type { Login, Session } from './session.ts';

export interface Call {
  /** `changes` is none of the budget's: our own service does not count its listing of changes. */
  readonly lane: Lane | 'changes';
  readonly business?: string;
  /** Parameters of a GET, or the form of a POST. */
  readonly fields?: OutgoingFields;
  readonly files?: readonly OutgoingFile[];
  readonly headers?: Readonly<Record<string, string>>;
  /** For waiting and calling together. The budget may let a shopper wait longer for a slot that is sure to come. */
  readonly timeoutMs: number;
  /** For an answer that has begun: as soon as nothing has come of it for so long, it counts as lost. */
  readonly silenceMs?: number;
  /** Makes the call now, or not at all. */
  readonly atOnce?: boolean;
  /** When the shopper began to wait, by `Clock.elapsed`; by default, with the call. */
  readonly since?: number;
  readonly signal?: AbortSignal | undefined;
  /** Runs each time before the request is sent. Where it throws, nothing is sent. */
  readonly beforeSending?: () => Promise<void>;
}

export interface Answer {
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
}

export interface ClientTools {
  /** URL of the API, version included: `https://api.example/v1`. */
  readonly upstream: string;
  readonly clientToken: string;
  readonly agent: Dispatcher;
  readonly budget: Budget;
  readonly session: Session;
  readonly clock: Clock;
  readonly metrics: {
    readonly upstreamCalls: { inc(labels: { lane: string; operation: string; outcome: string }): void };
  };
}

/** Of each answer of the API: what it was asked, its headers, and whether it refuses. */
export interface Heard {
  readonly business: string | undefined;
  readonly isRead: boolean;
  header(name: string): string | undefined;
  readonly isRefusal: boolean;
}

const LOGIN_TIMEOUT_MS = 10_000;

export class UpstreamClient {
  readonly #tools: ClientTools;
  /** Why the last call was not answered; null where it was. `/readyz` says so. */
  lastFailure: string | null = null;
  /** By the business that a call is about. */
  readonly #always = new Map<string, Readonly<Record<string, string>>>();
  /** How many calls in a row the API did not answer, or put off. */
  #failures = 0;
  readonly #returned: ((wasAway: boolean) => void)[] = [];
  readonly #heard: ((heard: Heard) => void)[] = [];

  constructor(tools: ClientTools) {
    this.#tools = tools;
  }

  /** True from when the API fails to answer until it answers anything. */
  get isAway(): boolean {
    return this.#failures > 0;
  }

  /**
   * Calls back when the API answers again.
   * @param listener - learns whether it seems to have been away, or failed only a single call.
   */
  onReturn(listener: (wasAway: boolean) => void): void {
    this.#returned.push(listener);
  }

  /** Calls back with each answer of the API. */
  onAnswer(listener: (heard: Heard) => void): void {
    this.#heard.push(listener);
  }

  /** A header of every call about a business from now on. */
  alwaysSend(business: string, name: string, value: string): void {
    const always = this.#always.get(business);
    if (always?.[name] !== value) this.#always.set(business, { ...always, [name]: value });
  }

  #headers({ business = '', headers }: Call, token: string | null): Record<string, string> {
    return { ...this.#always.get(business), ...(token === null ? {} : { user_token: token }), ...headers };
  }

  /** Makes sure of a token, with a login if there is none: from then on it is known what the API says of itself. */
  async greet(call: Pick<Call, 'timeoutMs' | 'signal'>): Promise<void> {
    await this.#inTime(this.#tools.session.token(), call);
  }

  /** Makes the login call itself, ahead of all others: they wait for it. */
  async logIn(email: string, password: string): Promise<Login> {
    const deadline = this.#tools.clock.elapsed() + LOGIN_TIMEOUT_MS;
    const { body } = await this.#send(
      'login',
      { lane: 'write', fields: { email, password }, timeoutMs: LOGIN_TIMEOUT_MS },
      deadline,
      null,
    );
    const login = readAnswer('login', body);
    if (!login) throw refuse('upstreamFailed', 'The review service answered a login without a token');
    return { token: login.token, expiresAt: parseDateTime(login.expire ?? '')?.time ?? null };
  }

  /**
   * @throws ApiError the API's own code where it refuses; `upstreamFailed`, `unavailable` or `upstreamSilent` where it
   * could not be asked.
   */
  async call(name: Exclude<EndpointName, 'login'>, call: Call): Promise<Answer> {
    const { session, clock } = this.#tools;
    const deadline = clock.elapsed() + call.timeoutMs;
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
        } else if (isPause(error) && call.lane !== 'changes') {
          const seconds = error.retryAfterSeconds!;
          await this.#tools.budget.pause(seconds * 1_000);
          // A read may ask again, if the pause is over in time. Only the caller can repeat a write.
          const another = !paused && endpoints[name].method === 'GET' && clock.elapsed() + seconds * 1_000 < deadline;
          if (!another)
            throw refuse('unavailable', 'The review service cannot be asked at the moment', {
              retryAfterSeconds: seconds,
              cause: error,
            });
          paused = true;
        } else throw error;
      }
    }
  }

  async #send(name: EndpointName, call: Call, deadline: number, token: string | null): Promise<Answer> {
    const { upstream, clientToken, agent, budget, clock, metrics } = this.#tools;
    const { method } = endpoints[name];
    const asked = { business: call.business, isRead: method === 'GET' };
    // Reviews that come late are better than an error, but an error must not come late.
    const patient = call.lane === 'shopper' && this.lastFailure === null;
    const { atOnce, since, signal } = call;
    const permit =
      call.lane === 'changes'
        ? unlimited(deadline)
        : await budget.acquire(call.lane, deadline, { patient, atOnce, since, signal });
    let outcome = 'failed';
    let ending: Ending = 'unanswered';
    try {
      await call.beforeSending?.();
      const url = new URL(`${upstream}${endpointPath(name, call.business ?? '')}`);
      if (method === 'GET')
        for (const [key, value] of Object.entries(call.fields ?? {})) url.searchParams.set(key, value);
      url.searchParams.set('client_token', clientToken);
      const encoded = method === 'POST' ? encodeBody(call.fields ?? {}, call.files) : null;
      const received = await exchange(agent, {
        method,
        url: url.href,
        headers: { ...this.#headers(call, token), ...encoded?.headers },
        ...(encoded ? { body: encoded.body } : {}),
        timeoutMs: permit.deadline - clock.elapsed(),
        silenceMs: call.silenceMs,
        signal: call.signal,
      });
      ending = 'answered';
      const address = received.headers[ADDRESS_HEADER];
      const body = judge(received);
      if (typeof address === 'string') toPaths(body, address);
      outcome = 'ok';
      const { headers } = received;
      this.lastFailure = null;
      this.#noteAnswer();
      this.#tellHeard({ ...asked, header: (name) => headers[name]?.toString(), isRefusal: false });
      return { body, headers };
    } catch (error) {
      if (error instanceof ApiError) {
        outcome = outcomeOf(error);
        if (error instanceof UpstreamRefusal)
          this.#tellHeard({ ...asked, header: (name) => error.header(name), isRefusal: true });
        const isFailure = outcome === 'failed' || outcome === 'timeout';
        this.lastFailure = isFailure ? error.message : null;
        if (isFailure || isMaintenance(error)) this.#failures += 1;
        else if (error instanceof UpstreamRefusal) this.#noteAnswer();
        // The API never saw it, so it need not count. For shoppers it does: else each of them would try a connection.
        if (call.lane !== 'shopper' && neverLeft(error)) ending = 'neverLeft';
      }
      throw error;
    } finally {
      metrics.upstreamCalls.inc({ lane: call.lane, operation: name, outcome });
      await permit.end(ending);
    }
  }

  #tellHeard(heard: Heard): void {
    for (const listener of this.#heard) listener(heard);
  }

  #noteAnswer(): void {
    if (this.#failures === 0) return;
    const wasAway = this.#failures > 1;
    this.#failures = 0;
    for (const listener of this.#returned) listener(wasAway);
  }

  /** A login in single flight has a deadline of its own; its callers keep theirs. */
  async #inTime(token: Promise<string>, { timeoutMs, signal }: Pick<Call, 'timeoutMs' | 'signal'>): Promise<string> {
    const stop = new AbortController();
    // Not AbortSignal.any, here or below: Node may collect such a signal while a timer still waits for it.
    signal?.addEventListener('abort', () => stop.abort(), { signal: stop.signal });
    if (signal?.aborted) stop.abort();
    const late = this.#tools.clock.sleep(timeoutMs, stop.signal).then(() => {
      throw refuse('unavailable', 'The review service cannot be asked at the moment', { retryAfterSeconds: 5 });
    });
    try {
      return await Promise.race([token, late]);
    } finally {
      stop.abort();
      late.catch(() => {});
    }
  }
}

const unlimited = (deadline: number): Permit => ({ deadline, end: async () => {} });

/** Said by the API itself: the budget and the session refuse with 503 too. */
const isPause = (error: ApiError): boolean =>
  error instanceof UpstreamRefusal && (error.is('tooManyRequests') || error.is('unavailable'));

const isMaintenance = (error: ApiError): boolean => error instanceof UpstreamRefusal && error.is('unavailable');

function outcomeOf(error: ApiError): string {
  if (error.http === 504) return 'timeout';
  if (error.is('tooManyRequests')) return 'limited';
  return error.http === 502 ? 'failed' : 'refused';
}
