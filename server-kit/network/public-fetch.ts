/**
 * Fetches a file from a URL that somebody else chose, without letting them reach what only this machine can reach
 * (server-side request forgery). Every host is checked, as an address or as what its name resolves to; the connection
 * goes to the address that was checked, and each redirect is checked anew.
 *
 * The machine's own addresses are not the public internet, even if they are public: there, only the ports of the web
 * are asked, and none of our own programs.
 *
 * Not covered: a public host that forwards to a private one by itself, such as a router that leads its public address
 * back inside.
 */
import { lookup } from 'node:dns/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, request } from 'undici';
import { addressOfHost, plainAddress } from './networks.ts';
import { isOpenToAll } from './own-places.ts';
import { userAgent } from '../version.ts';

/** The URL cannot be fetched. The message is fit for the sender. */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused';
}

export interface PublicFetchOptions {
  readonly maxBytes: number;
  /** For everything together: redirects, headers and body. */
  readonly deadlineMs: number;
  /** Which addresses may be reached; default: those of the public internet, and of this machine the open ones. */
  readonly isReachable?: (address: string, port: number) => boolean;
  /** Whether http will not do, for the address and for what it redirects to. */
  readonly httpsAlone?: boolean;
  /** Of a server that the operator named: http will do there, and it may be anywhere. */
  readonly knownOrigin?: string;
  /** Sent to every host that is asked. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the fetch before its deadline. */
  readonly signal?: AbortSignal;
  /** Takes the body of an answer with status 200 piece by piece, in place of the answer; the next one waits for it. */
  readonly take?: (chunk: Uint8Array) => Promise<void>;
}

export interface ConditionalFetchOptions extends Omit<PublicFetchOptions, 'headers'> {
  /** The kinds of files that are wanted, as the header `Accept` names them. */
  readonly accept: string;
  /** The server's validators for the version that is known. */
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface FetchedFile {
  readonly bytes: Buffer;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A host's answer, whatever its status, after all redirects. */
export interface PublicAnswer {
  readonly url: URL;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * The body of an answer with status 200.
 * @throws FetchRefused
 */
export async function fetchPublic(url: string, options: PublicFetchOptions): Promise<Buffer> {
  return bodyOf(await askPublic(url, { headers: { accept: 'image/*' }, ...options }));
}

/**
 * Fetches a file again, if it has changed.
 * @returns null if it has not.
 * @throws FetchRefused
 */
export async function fetchPublicChanged(url: string, options: ConditionalFetchOptions): Promise<FetchedFile | null> {
  const { accept, etag, lastModified, ...others } = options;
  const answer = await askPublic(url, {
    ...others,
    headers: {
      accept,
      ...(etag === null ? {} : { 'if-none-match': etag }),
      ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
    },
  });
  if (answer.status === 304 && (etag ?? lastModified) !== null) return null;
  const { headers } = answer;
  return { bytes: bodyOf(answer), etag: headers.etag ?? null, lastModified: headers['last-modified'] ?? null };
}

function bodyOf({ status, body }: PublicAnswer): Buffer {
  if (status !== 200) throw new FetchRefused(`answers with status ${status}`);
  return body;
}

/** @throws FetchRefused if there is no answer. */
export async function askPublic(url: string, options: PublicFetchOptions): Promise<PublicAnswer> {
  const deadline = AbortSignal.timeout(options.deadlineMs);
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
  try {
    let next = parse(url, options);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const answer = await fetchOnce(next, options, signal);
      if (!(answer instanceof URL)) return answer;
      next = answer;
    }
  } catch (error) {
    if (error instanceof FetchRefused) throw error;
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_'))
      throw new FetchRefused('says that it is compressed, and is not, or is damaged', { cause: error });
    throw new FetchRefused(signal.aborted ? 'did not answer in time' : 'cannot be reached', { cause: error });
  }
  throw new FetchRefused('redirects too often');
}

function parse(text: string, { httpsAlone = false, knownOrigin }: PublicFetchOptions, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : null;
  if (httpsAlone && url?.protocol !== 'https:' && url?.origin !== knownOrigin)
    throw new FetchRefused('is not an https address');
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new FetchRefused('is not an http or https address');
  if (url.username || url.password) throw new FetchRefused('must not hold a password');
  return url;
}

/** The answer, or where a redirect leads. */
async function fetchOnce(url: URL, options: PublicFetchOptions, signal: AbortSignal): Promise<PublicAnswer | URL> {
  const { maxBytes, isReachable = isPublicPlace, knownOrigin, headers: asked = {} } = options;
  const checked = await inTime(resolveChecked(url, url.origin === knownOrigin ? () => true : isReachable), signal);
  const pinned: LookupFunction = (_hostname, { all }, done) => {
    if (all) done(null, [...checked]);
    else done(null, checked[0]!.address, checked[0]!.family);
  };
  const agent = new Agent({ connect: { lookup: pinned }, connections: 1, maxResponseSize: maxBytes });
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: agent,
      signal,
      headers: { 'user-agent': userAgent, ...asked },
    });
    if (REDIRECTS.has(statusCode) && typeof headers.location === 'string') {
      await body.dump();
      return parse(headers.location, options, url);
    }
    const chunks: Buffer[] = [];
    const take = statusCode === 200 ? options.take : undefined;
    let size = 0;
    for await (const chunk of decoded(body, headers['content-encoding'])) {
      size += chunk.length;
      if (size > maxBytes) throw new FetchRefused('is too large');
      if (take) await take(chunk);
      else chunks.push(chunk);
    }
    return { url, status: statusCode, headers, body: Buffer.concat(chunks) };
  } finally {
    await agent.destroy();
  }
}

/** Unpacks a body that was compressed on its way, though nobody asked for it. It is measured as it unpacks. */
function decoded(body: Readable, encoding: string | string[] | undefined): AsyncIterable<Buffer> {
  if (encoding === undefined || encoding === 'identity') return body;
  const decoder = decoders[String(encoding).toLowerCase()]?.();
  if (!decoder) throw new FetchRefused('answers in an encoding that is unknown');
  // The reader is told of an error, too.
  pipeline(body, decoder).catch(() => {});
  return decoder;
}

const decoders: Readonly<Partial<Record<string, () => Duplex>>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** A name is resolved by the system, which has a patience of its own and cannot be interrupted. */
async function inTime<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const giveUp = (): void => late.reject(signal.reason);
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

async function resolveChecked(
  url: URL,
  isReachable: (address: string, port: number) => boolean,
): Promise<{ address: string; family: 4 | 6 }[]> {
  const literal = addressOfHost(url.hostname);
  const found = literal === null ? await resolve(url.hostname) : [{ address: literal, family: isIP(literal) }];
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  // One private address among public ones is enough to refuse: we do not choose which one a connection takes.
  const inside = found.filter(({ address }) => !isReachable(address, port));
  if (inside.length > 0) throw new FetchRefused(whyNot(literal !== null, inside));
  return found as { address: string; family: 4 | 6 }[];
}

function whyNot(isLiteral: boolean, inside: readonly { readonly address: string }[]): string {
  if (inside.every(({ address }) => isPublicAddress(address)))
    return 'leads to this machine, where only web servers at ports 80 and 443 are asked, and none of our own programs';
  return isLiteral
    ? 'is not an address on the public internet'
    : 'has a name that leads inside, to an address that is not on the public internet';
}

/** @throws FetchRefused for a name that leads nowhere. */
async function resolve(hostname: string): Promise<{ address: string; family: number }[]> {
  try {
    return await lookup(hostname, { all: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTFOUND') throw new FetchRefused('has a name that nobody knows', { cause: error });
    throw new FetchRefused('has a name that cannot be looked up at the moment', { cause: error });
  }
}

/** Special-purpose networks of the IANA registries (RFC 6890 and its updates). */
const special = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Where most clouds give out a machine's secrets; Azure has them at an address that looks public.
  ['169.254.0.0', 16],
  ['168.63.129.16', 32],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special.addSubnet(network, prefix, 'ipv4');

const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');
const special6 = new BlockList();
// Documentation, benchmarking, and tunnels that carry an IPv4 address inside.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special6.addSubnet(network, prefix, 'ipv6');

/** True for an address of the public internet. */
export function isPublicAddress(address: string): boolean {
  const plain = plainAddress(address);
  switch (isIP(plain)) {
    case 4:
      return !special.check(plain, 'ipv4');
    case 6:
      return unicast.check(plain, 'ipv6') && !special6.check(plain, 'ipv6');
    default:
      return false;
  }
}

/** True for what may be asked on behalf of strangers. */
export const isPublicPlace = (address: string, port: number): boolean =>
  isPublicAddress(address) && isOpenToAll(address, port);
