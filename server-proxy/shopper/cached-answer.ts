import { createHash } from 'node:crypto';
import { withAddresses } from '../addresses.ts';
import { compress, type Encoding } from '../../server-kit/http/encoding.ts';
import type { Secrets } from '../secrets.ts';
import type { OwnAddress } from '../upstream/own-address.ts';

/** The filters that an answer passes on its way out. */
export interface Outgoing {
  readonly secrets: Secrets;
  readonly ownAddress: Pick<OwnAddress, 'current'>;
}

/** An answer as it goes out, any number of times. */
export interface CachedAnswer<Answer extends object = object> {
  /** Reads it from its text, which is all that is kept: it takes a fraction of the memory. */
  answer(): Answer;
  readonly json: string;
  /** Weak, since the same answer is sent plain and compressed. */
  readonly etag: string;
  /** When the API was last asked about this, in milliseconds since 1970. */
  readonly readAt: number;
  /** Compressed once for everybody. */
  compressed(encoding: Exclude<Encoding, 'identity'>): Promise<Buffer>;
}

/** An answer as JSON, without any of the proxy's secrets; its addresses are still to be completed. */
export const toJson = (answer: object, { secrets }: Pick<Outgoing, 'secrets'>): string =>
  secrets.removeFrom(JSON.stringify({ ...answer, status: 'OK', success: true }));

/** The kept JSON, as it goes out now. */
export const completeJson = (json: string, { ownAddress }: Pick<Outgoing, 'ownAddress'>): string =>
  JSON.stringify(withAddresses(JSON.parse(json) as object, ownAddress.current));

export function toCached<Answer extends object>(
  answer: Answer,
  readAt: number,
  outgoing: Outgoing,
): CachedAnswer<Answer> {
  const json = toJson(withAddresses(answer, outgoing.ownAddress.current), outgoing);
  return {
    answer: () => JSON.parse(json) as Answer,
    json,
    etag: `W/"${createHash('sha1').update(json).digest('base64url')}"`,
    readAt,
    compressed: once((encoding) => compress(Buffer.from(json), encoding)),
  };
}

function once(make: CachedAnswer['compressed']): CachedAnswer['compressed'] {
  const made: Partial<Record<Encoding, Promise<Buffer>>> = {};
  return (encoding) => {
    const found = made[encoding];
    if (found) return found;
    const bytes = make(encoding);
    bytes.catch(() => delete made[encoding]);
    return (made[encoding] = bytes);
  };
}
