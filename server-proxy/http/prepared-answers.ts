/**
 * Answers that were given before, by their raw address, with their bytes and headers ready to be sent: what many ask
 * for costs hardly more than sending it. They stand in front of the framework. Whatever is not plainly the same
 * question again (another origin, a limit that is reached, a header that must be weighed) goes to the framework,
 * which answers it as if this file did not exist.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { ClientAddresses } from './client-address.ts';
import { ageOf, CACHE_CONTROL } from './conditional.ts';
import { EXPOSED_HEADERS, VARY } from './origins.ts';
import type { RateLimits } from './rate-limits.ts';

/** An answer that stands for as long as nothing changes. */
export interface StandingAnswer {
  readonly json: string;
  readonly etag: string;
  readonly operation: string;
  /** Requests of one address in a minute. */
  readonly perMinute: number;
  /** False once something has changed: then it is made anew. */
  isCurrent(): boolean;
  /** When the API was last asked about this, in milliseconds since 1970. */
  readAt(): number;
  /** Tells the mirror that a shopper was here. */
  note(): void;
}

type Encoding = 'identity' | 'br' | 'gzip';

interface Prepared {
  readonly bytes: Buffer;
  /** Names and values in turn; those at `AGE` and `ORIGIN` are written anew for each request. */
  readonly headers: string[];
  readonly headersForOrigin: string[];
  readonly unchanged: string[];
  readonly unchangedForOrigin: string[];
}

interface Entry {
  readonly answer: StandingAnswer;
  readonly prepared: Map<Encoding, Prepared | null>;
  age: { readonly second: number; readonly text: string };
}

export interface PreparedOptions {
  readonly clock: Clock;
  readonly rateLimits: RateLimits;
  readonly origins: ReadonlySet<string>;
  readonly trustedProxies: readonly string[];
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** What is shorter is not worth it, in characters; the framework thinks so too. */
const SHORTEST_COMPRESSED = 1_024;
/** It is made once and sent often. */
const BROTLI_QUALITY = 9;
/** Where the values stand in the header arrays. */
const AGE = 1;
const ORIGIN = 3;

export class PreparedAnswers {
  readonly #options: PreparedOptions;
  readonly #addresses: ClientAddresses;
  readonly #entries = new LRUCache<string, Entry>({ max: 20_000, maxSize: 64 * 1024 * 1024, sizeCalculation: ({ answer }) => 2 * answer.json.length + 2_000 });
  readonly #encodings = new LRUCache<string, Encoding | 'unclear'>({ max: 500 });
  readonly #hits = new Map<string, number>();
  #stopping = false;

  constructor(options: PreparedOptions) {
    this.#options = options;
    this.#addresses = new ClientAddresses(options.trustedProxies);
  }

  /** Puts itself in front of whatever answers the server's requests. */
  install(server: Server): void {
    const listeners = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (this.#serve(request, response)) return;
      for (const listener of listeners) listener.call(server, request, response);
    });
  }

  /** From now on the framework answers everything: it tells connections to close. */
  stop(): void {
    this.#stopping = true;
  }

  /** Remembers the answer to a GET. */
  keep(url: string, answer: StandingAnswer): void {
    // One that is there already is being compressed, or is asked for by somebody whom the framework must answer.
    if (this.#entries.get(url)?.answer.isCurrent()) return;
    this.#entries.set(url, { answer, prepared: new Map(), age: { second: 0, text: '0' } });
  }

  /** How many answers were given since the last time, by operation. */
  takeHits(): [operation: string, hits: number][] {
    const hits = [...this.#hits];
    this.#hits.clear();
    return hits;
  }

  #serve(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || this.#stopping) return false;
    const entry = this.#entries.get(request.url!);
    if (entry === undefined || !entry.answer.isCurrent()) return false;

    let origin: string | undefined;
    let accepted = '';
    let ifNoneMatch: string | undefined;
    let forwarded = '';
    // The headers as they came: to build the object of all of them costs as much as all that is done here.
    const raw = request.rawHeaders;
    for (let at = 0; at < raw.length; at += 2) {
      const name = raw[at]!;
      const { length } = name;
      if (length === 6 && name.toLowerCase() === 'origin') {
        if (origin !== undefined) return false;
        origin = raw[at + 1]!;
      } else if (length === 13 && name.toLowerCase() === 'if-none-match') {
        if (ifNoneMatch !== undefined) return false;
        ifNoneMatch = raw[at + 1]!;
      } else if (length === 15) {
        const lower = name.toLowerCase();
        if (lower === 'accept-encoding') accepted = raw[at + 1]!;
        else if (lower === 'x-forwarded-for') forwarded = forwarded === '' ? raw[at + 1]! : `${forwarded}, ${raw[at + 1]!}`;
      }
    }

    const { origins, rateLimits } = this.#options;
    const { answer } = entry;
    if (origin !== undefined && !origins.has(origin)) return false;
    const same = ifNoneMatch === answer.etag;
    if (ifNoneMatch !== undefined && !same) return false;
    const prepared = this.#prepared(entry, this.#encodingFor(accepted));
    if (!prepared) return false;
    const network = this.#addresses.networkOf(request.socket.remoteAddress ?? '', forwarded);
    if (!rateLimits.allows(answer.operation, network, answer.perMinute)) return false;

    answer.note();
    this.#hits.set(answer.operation, (this.#hits.get(answer.operation) ?? 0) + 1);
    const age = this.#ageOf(entry);
    const headers = origin === undefined ? (same ? prepared.unchanged : prepared.headers) : same ? prepared.unchangedForOrigin : prepared.headersForOrigin;
    headers[AGE] = age;
    if (origin !== undefined) headers[ORIGIN] = origin;
    response.writeHead(same ? 304 : 200, headers);
    response.end(same ? undefined : prepared.bytes);
    return true;
  }

  /** Looked up once a second: it counts in seconds. */
  #ageOf(entry: Entry): string {
    const now = this.#options.clock.now();
    const second = Math.floor(now / 1_000);
    if (entry.age.second !== second) entry.age = { second, text: String(ageOf(entry.answer.readAt(), now)) };
    return entry.age.text;
  }

  /** Null where it is not ready yet: compressing begins with the second request, since most addresses never see one. */
  #prepared({ answer, prepared }: Entry, wanted: Encoding | 'unclear'): Prepared | null {
    if (wanted === 'unclear') return null;
    const encoding = answer.json.length < SHORTEST_COMPRESSED ? 'identity' : wanted;
    const found = prepared.get(encoding);
    if (found !== undefined) return found;
    const bytes = Buffer.from(answer.json);
    if (encoding === 'identity') {
      const plain = prepare(answer, encoding, bytes);
      prepared.set(encoding, plain);
      return plain;
    }
    prepared.set(encoding, null);
    const compressing = encoding === 'br' ? brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }) : zip(bytes);
    compressing.then((compressed) => prepared.set(encoding, prepare(answer, encoding, compressed)), () => prepared.delete(encoding));
    return null;
  }

  #encodingFor(accepted: string): Encoding | 'unclear' {
    const known = this.#encodings.get(accepted);
    if (known !== undefined) return known;
    const encoding = chooseEncoding(accepted);
    this.#encodings.set(accepted, encoding);
    return encoding;
  }
}

/** What browsers and caches send is a plain list; where qualities must be weighed, the framework does it. */
function chooseEncoding(accepted: string): Encoding | 'unclear' {
  if (/[;*]/.test(accepted)) return 'unclear';
  const names = accepted.toLowerCase().split(',').map((name) => name.trim());
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : 'identity';
}

function prepare({ etag }: StandingAnswer, encoding: Encoding, bytes: Buffer): Prepared {
  const cors = ['Access-Control-Allow-Origin', '', 'Access-Control-Expose-Headers', EXPOSED_HEADERS];
  const always = ['Vary', VARY, 'Cache-Control', CACHE_CONTROL, 'ETag', etag, 'X-Content-Type-Options', 'nosniff'];
  const content = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(bytes.length), ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding])];
  return {
    bytes,
    headers: ['Age', '', ...always, ...content],
    headersForOrigin: ['Age', '', ...cors, ...always, ...content],
    unchanged: ['Age', '', ...always],
    unchangedForOrigin: ['Age', '', ...cors, ...always],
  };
}
