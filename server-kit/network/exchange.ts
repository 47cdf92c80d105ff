/**
 * One HTTP exchange with the API, a translator or a summariser: no redirects, one deadline for all of it, and a bound
 * on what is read. A failure on the way is always an ApiError.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, buildConnector, errors, request, type Dispatcher, type FormData } from 'undici';
import { ApiError, refuse } from '../../contract/endpoints/errors.ts';
import { userAgent } from '../version.ts';

export interface ExchangeRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  /** From now until all of the answer must have been read. */
  readonly timeoutMs: number;
  /** Between two parts of an answer that has begun; by default, as long as all of it may take. */
  readonly silenceMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The name of the other side in messages; default: the review service. */
  readonly peer?: string;
}

export interface Exchange {
  readonly http: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** For one answer of the API. A hundred reviews of ten thousand characters, each escaped, are smaller. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Answers with deeper nesting are not parsed. The API's own stay below ten. */
const MAX_DEPTH = 40;

/** For making a connection. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Errors of connections that were never made: no such host, refused, unreachable, too slow, not trusted. */
const connectionErrors = new WeakSet<object>();

/** @param most - connections at once, and bytes of one answer. */
export function createAgent({ connections = 12, answerBytes = MAX_ANSWER_BYTES } = {}): Agent {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  return new Agent({
    connections,
    pipelining: 1,
    maxResponseSize: answerBytes,
    connect(options, callback) {
      connect(options, (...[error, socket]) => {
        if (error) connectionErrors.add(error);
        callback(...([error, socket] as Parameters<typeof callback>));
      });
    },
  });
}

/** True where nothing of the request has left, so that what it asked for has certainly not happened. */
export const neverLeft = ({ cause }: ApiError): boolean =>
  typeof cause === 'object' && cause !== null && connectionErrors.has(cause);

export async function exchange(
  agent: Dispatcher,
  { method, url, headers, body, timeoutMs, silenceMs = 0, signal, peer = 'review service' }: ExchangeRequest,
): Promise<Exchange> {
  const abort = new AbortController();
  let late = false;
  const deadline = setTimeout(
    () => {
      late = true;
      abort.abort();
    },
    Math.max(1, timeoutMs),
  );
  const stop = () => abort.abort();
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  try {
    const answer = await request(url, {
      dispatcher: agent,
      method,
      headers: { accept: 'application/json', 'user-agent': userAgent, ...headers },
      body: body ?? null,
      signal: abort.signal,
      // The deadline covers these; on, they would interrupt at times of their own.
      headersTimeout: 0,
      bodyTimeout: silenceMs,
    });
    return { http: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  } catch (error) {
    if (late || error instanceof errors.BodyTimeoutError)
      throw refuse('upstreamSilent', `The ${peer} did not answer in time`, { cause: error });
    if (signal?.aborted) throw refuse('unavailable', 'The proxy is stopping', { retryAfterSeconds: 5 });
    if (error instanceof errors.ResponseExceededMaxSizeError)
      throw refuse('upstreamFailed', `The answer of the ${peer} is too large`, { cause: error });
    throw refuse('upstreamFailed', `The ${peer} cannot be reached`, { cause: error });
  } finally {
    clearTimeout(deadline);
    signal?.removeEventListener('abort', stop);
  }
}

/** Undefined for what is no JSON, or too deep. */
export function parseJson(text: string): unknown {
  if (isDeeperThan(text, MAX_DEPTH)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Judged by the text: a value that is nested a million deep can be parsed, but crashes whatever reads it recursively.
 */
function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (quoted) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) quoted = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
}

/**
 * Seconds, from either form of `Retry-After`; at most an hour, which is the API's longest window. A date is compared
 * with the API's own clock, where the answer says what that shows.
 */
export function readRetryAfter({ 'retry-after': value, date }: IncomingHttpHeaders): number | undefined {
  if (typeof value !== 'string') return undefined;
  const told = Date.parse(date ?? '');
  const seconds = /^\s*\d{1,9}\s*$/.test(value)
    ? Number(value)
    : (Date.parse(value) - (Number.isNaN(told) ? Date.now() : told)) / 1_000;
  return Number.isFinite(seconds) ? Math.min(3_600, Math.max(1, Math.ceil(seconds))) : undefined;
}
