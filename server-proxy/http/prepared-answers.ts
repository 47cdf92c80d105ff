/**
 * Answers that were given before, with bytes and headers ready to be sent, so that what many ask for costs hardly more
 * than sending it. Each is kept once, by what was understood of the question, and found by the addresses that asked
 * it; a long address is not remembered. They are in front of the framework. Any other request (another origin, a limit
 * that is reached, a header that must be weighed) goes to the framework, which answers it as if this file did not
 * exist.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientAddresses } from '../../server-kit/network/client-address.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { WeighedCache, bytesOf } from '../../server-kit/weighed-cache.ts';
import { ageOf, CACHE_CONTROL } from './conditional.ts';
import { chooseEncoding, compress, SHORTEST_COMPRESSED, type Encoding } from './encoding.ts';
import { EXPOSED_HEADERS, VARY } from './origins.ts';
import type { RateLimits } from './rate-limits.ts';

/** An answer that is good for as long as nothing changes. */
export interface StandingAnswer {
  /** The question, as it was understood. */
  readonly key: string;
  readonly json: string;
  readonly etag: string;
  readonly operation: string;
  /** Requests of one address in a minute. */
  readonly perMinute: number;
  /** False once something has changed, and it must be made anew. */
  isCurrent(): boolean;
  /** When the API was last asked about this, in milliseconds since 1970. */
  readAt(): number;
  /** Tells the mirror how many shoppers have asked. */
  note(shoppers: number): void;
}

interface Prepared {
  /** Short ones as a string with one character for each byte. */
  readonly body: Buffer | string;
  /** Names and values alternate; the values at `AGE` and `ORIGIN` are set for each request. */
  readonly headers: string[];
  readonly headersForOrigin: string[];
  readonly unchanged: string[];
  readonly unchangedForOrigin: string[];
}

interface Entry {
  readonly answer: StandingAnswer;
  readonly hits: Hits;
  /** Null while it is being compressed. */
  readonly prepared: Partial<Record<Encoding, Prepared | null>>;
  /** When it was last given, in seconds since 1970, and its age then. */
  second: number;
  age: string;
  /** Shoppers that the mirror has not been told of. */
  unnoted: number;
}

/** Answers of one operation. */
interface Hits {
  count: number;
}

export interface PreparedTools {
  readonly clock: Clock;
  readonly rateLimits: RateLimits;
  readonly origins: ReadonlySet<string>;
  readonly addresses: ClientAddresses;
}

/** No page asks more in an address, in characters. */
const LONGEST_URL = 2_048;

/**
 * Node sends a head and a string in one piece, a head and a Buffer in two, which costs a twelfth of a request; but a
 * string is copied once more.
 */
const LONGEST_STRING_BYTES = 16 * 1024;
/** Where the values stand in the header arrays. */
const AGE = 1;
const ORIGIN = 3;

export class PreparedAnswers {
  readonly #tools: PreparedTools;
  readonly #entries = new WeighedCache<Entry>({
    maxBytes: 32 * 1024 * 1024,
    // Its text, plain and compressed, and a dozen headers for each.
    weigh: ({ answer }) => 2 * bytesOf(answer.json) + 3_000,
  });
  /** The key of the answer to each address that asked for it. */
  readonly #keys = new WeighedCache<string>({ maxBytes: 8 * 1024 * 1024, weigh: bytesOf });
  readonly #encodings = new WeighedCache<Encoding>({ maxBytes: 64 * 1024, weigh: bytesOf });
  readonly #hits = new Map<string, Hits>();
  #stopping = false;

  constructor(tools: PreparedTools) {
    this.#tools = tools;
  }

  /** From now on the framework answers everything, and tells connections to close. */
  stop(): void {
    this.#stopping = true;
  }

  /** Remembers the answer to a GET. */
  keep(url: string, answer: StandingAnswer): void {
    if (url.length > LONGEST_URL) return;
    const { key } = answer;
    this.#keys.set(url, key);
    // If it is there already, it is being compressed, or the framework had to answer this request.
    if (this.#entries.get(key)?.answer.isCurrent()) return;
    this.#entries.set(key, {
      answer,
      hits: this.#hitsOf(answer.operation),
      prepared: {},
      second: 0,
      age: '0',
      unnoted: 0,
    });
  }

  /** How many answers were given since this was last called, by operation. */
  takeHits(): [operation: string, hits: number][] {
    return [...this.#hits].map(([operation, hits]) => {
      const { count } = hits;
      hits.count = 0;
      return [operation, count];
    });
  }

  /** Answers from memory, in front of the framework, and returns whether it did. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || this.#stopping) return false;
    const url = request.url!;
    const key = url.length > LONGEST_URL ? undefined : this.#keys.get(url);
    const entry = key === undefined ? undefined : this.#entries.get(key);
    if (entry === undefined || !entry.answer.isCurrent()) return false;

    const { headers: asked } = request;
    const { origin } = asked;
    if (asked.host === undefined) return false;
    // The framework reads bodies to their end, or skips them.
    if (asked['content-length'] !== undefined || asked['transfer-encoding'] !== undefined) return false;
    const { origins, rateLimits, addresses } = this.#tools;
    const { answer } = entry;
    if (origin !== undefined && !origins.has(origin)) return false;
    const ifNoneMatch = asked['if-none-match'];
    const same = ifNoneMatch === answer.etag;
    if (ifNoneMatch !== undefined && !same) return false;
    const prepared = this.#prepared(entry, this.#encodingFor(String(asked['accept-encoding'] ?? '')));
    if (!prepared) return false;
    const network = addresses.of(request);
    if (!rateLimits.allows(answer.operation, network, answer.perMinute)) return false;

    entry.hits.count += 1;
    entry.unnoted += 1;
    this.#keepTime(entry);
    const headers =
      origin === undefined
        ? same
          ? prepared.unchanged
          : prepared.headers
        : same
          ? prepared.unchangedForOrigin
          : prepared.headersForOrigin;
    headers[AGE] = entry.age;
    if (origin !== undefined) headers[ORIGIN] = origin;
    response.writeHead(same ? 304 : 200, headers);
    if (same) response.end();
    else response.end(prepared.body, 'latin1');
    return true;
  }

  #hitsOf(operation: string): Hits {
    const hits = this.#hits.get(operation) ?? { count: 0 };
    this.#hits.set(operation, hits);
    return hits;
  }

  /** Reads the clock once a second instead of for each request. */
  #keepTime(entry: Entry): void {
    const now = this.#tools.clock.now();
    const second = Math.floor(now / 1_000);
    if (entry.second === second) return;
    entry.second = second;
    entry.age = String(ageOf(entry.answer.readAt(), now));
    entry.answer.note(entry.unnoted);
    entry.unnoted = 0;
  }

  /** Null where it is not ready yet. Compressing begins with the second request, which most URLs never have. */
  #prepared({ answer, prepared }: Entry, wanted: Encoding): Prepared | null {
    const encoding = answer.json.length < SHORTEST_COMPRESSED ? 'identity' : wanted;
    const found = prepared[encoding];
    if (found !== undefined) return found;
    const bytes = Buffer.from(answer.json);
    if (encoding === 'identity') {
      return (prepared.identity = prepare(answer, encoding, bytes));
    }
    prepared[encoding] = null;
    compress(bytes, encoding).then(
      (compressed) => {
        prepared[encoding] = prepare(answer, encoding, compressed);
      },
      () => {
        delete prepared[encoding];
      },
    );
    return null;
  }

  #encodingFor(accepted: string): Encoding {
    const known = this.#encodings.get(accepted);
    if (known !== undefined) return known;
    const encoding = chooseEncoding(accepted);
    this.#encodings.set(accepted, encoding);
    return encoding;
  }
}

function prepare({ etag }: StandingAnswer, encoding: Encoding, bytes: Buffer): Prepared {
  const cors = ['Access-Control-Allow-Origin', '', 'Access-Control-Expose-Headers', EXPOSED_HEADERS];
  const always = ['Vary', VARY, 'Cache-Control', CACHE_CONTROL, 'ETag', etag, 'X-Content-Type-Options', 'nosniff'];
  const content = [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(bytes.length),
    ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
  ];
  return {
    body: bytes.length > LONGEST_STRING_BYTES ? bytes : bytes.toString('latin1'),
    headers: ['Age', '', ...always, ...content],
    headersForOrigin: ['Age', '', ...cors, ...always, ...content],
    unchanged: ['Age', '', ...always],
    unchangedForOrigin: ['Age', '', ...cors, ...always],
  };
}
