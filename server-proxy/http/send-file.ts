/**
 * Sends files from memory. A file that the build has not compressed is compressed once, at the cost of the first who
 * asks for it.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServedFile } from './built-files.ts';
import { matches } from './conditional.ts';
import { costOfCompression, type Costs } from './costs.ts';
import { chooseEncoding, compress, SHORTEST_COMPRESSED, type Encoding } from '../../server-kit/http/encoding.ts';
import type { RateLimits } from './rate-limits.ts';

export interface SendingTools {
  readonly rateLimits: RateLimits;
  readonly costs: Costs;
}

export type FileHeaders = Readonly<Record<string, string>>;
export type SendFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
  headers: FileHeaders,
) => Promise<FastifyReply>;

/** Requests for files of one address: a page has a dozen, and an office a hundred pages. */
const PER_MINUTE = 6_000;
/** Pictures are small as they are. */
const compressible = /^(?:text\/|application\/json|image\/svg)/;

type Compressed = Partial<Record<Encoding, Promise<Buffer>>>;

export function sender({ rateLimits, costs }: SendingTools): SendFile {
  const compressed = new WeakMap<ServedFile, Compressed>();

  function compressOnce(file: ServedFile, encoding: Exclude<Encoding, 'identity'>, network: string): Promise<Buffer> {
    const known = compressed.get(file) ?? {};
    compressed.set(file, known);
    const found = known[encoding];
    if (found) return found;
    costs.spend(network, costOfCompression(file.bytes.length));
    const made = compress(file.bytes, encoding);
    made.catch(() => delete known[encoding]);
    return (known[encoding] = made);
  }

  return async (request, reply, file, headers) => {
    const { headers: asked, network } = request;
    rateLimits.count('files', network, PER_MINUTE);
    const { bytes, type, etag } = file;
    reply.headers({ ...headers, etag }).type(type);
    if (reply.statusCode === 200 && matches(asked['if-none-match'], etag)) return reply.code(304).send();
    const built: Partial<Record<Encoding, Buffer | null>> = { br: file.brotli, gzip: file.gzip };
    const isWorth = compressible.test(type) && bytes.length >= SHORTEST_COMPRESSED;
    const encoding = chooseEncoding(asked['accept-encoding'] ?? '');
    if (encoding === 'identity' || (!built[encoding] && !isWorth)) return reply.send(bytes);
    const body = built[encoding] ?? (await compressOnce(file, encoding, network));
    return reply.header('content-encoding', encoding).send(body);
  };
}
