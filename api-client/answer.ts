/** Judges an answer of the API: by the status in its body first, then by the HTTP status. */
import type { IncomingHttpHeaders } from 'node:http';
import { readRefusal } from '../contract/endpoints/answers.ts';
import { ApiError, refuse, type ApiErrorOptions, type RefusalName } from '../contract/endpoints/errors.ts';
import { parseJson, readRetryAfter, type Exchange } from '../server-kit/network/exchange.ts';

/** Until the API is asked again, where it does not say when. */
const RETRY_AFTER_SECONDS: Partial<Record<RefusalName, number>> = { tooManyRequests: 10, unavailable: 5 };

/**
 * The API said no. Its code is kept. Its words are not: they may name anybody, and errors end up in logs. The headers
 * are private, so that no log holds them.
 */
export class UpstreamRefusal extends ApiError {
  readonly #headers: IncomingHttpHeaders;

  constructor(refusal: RefusalName, options: ApiErrorOptions, headers: IncomingHttpHeaders) {
    super(refusal, undefined, options);
    this.#headers = headers;
  }

  header(name: string): string | undefined {
    const value = this.#headers[name];
    return typeof value === 'string' ? value : undefined;
  }
}

/** The API will never accept this. A missing right of the account is not final: an operator can mend that. */
export const isFinal = (error: ApiError): boolean =>
  error instanceof UpstreamRefusal && error.http < 500 && !error.is('tooManyRequests') && !error.is('notPermitted');

/**
 * The body of an answer that reports success.
 * @throws UpstreamRefusal where the API refuses; `upstreamFailed` where this is not an answer of the API.
 */
export function judge({ http, headers, text }: Exchange): unknown {
  const body = parseJson(text);
  const refused = (name: RefusalName): UpstreamRefusal => {
    const retryAfterSeconds = readRetryAfter(headers) ?? RETRY_AFTER_SECONDS[name];
    return new UpstreamRefusal(name, retryAfterSeconds === undefined ? {} : { retryAfterSeconds }, headers);
  };
  const said = readRefusal(body)?.refusal;
  if (said) throw refused(said === 'unexpected' ? 'upstreamFailed' : said);
  if (http === 429) throw refused('tooManyRequests');
  if (http === 503) throw refused('unavailable');
  if (http >= 300 && http < 400) throw refuse('upstreamFailed', 'The review service answered with a redirect');
  if (http >= 400) throw refuse('upstreamFailed', `The review service answered with HTTP ${http}`);
  if (typeof body !== 'object' || body === null)
    throw refuse('upstreamFailed', 'The review service answered with something other than JSON');
  return body;
}
