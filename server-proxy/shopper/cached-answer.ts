import { createHash } from 'node:crypto';
import { withAddresses } from '../addresses.ts';
import { compress, type Encoding } from '../../server-kit/http/encoding.ts';
import { bytesOf } from '../../server-kit/weighed-cache.ts';
import type { Secrets } from '../secrets.ts';
import type { OwnAddress } from '../upstream/own-address.ts';

/** The filters that an answer passes on its way out. */
export interface Outgoing {
  readonly secrets: Secrets;
  readonly ownAddress: Pick<OwnAddress, 'current'>;
}

/** A text that is kept, and goes out any number of times. */
export interface CachedText {
  readonly text: string;
  /** Weak, since the same text is sent plain and compressed. */
  readonly etag: string;
  /** Compressed once for everybody. */
  compressed(encoding: Exclude<Encoding, 'identity'>): Promise<Buffer>;
}

export interface CachedAnswer<Answer extends object = object> extends CachedText {
  /** Reads it from its text, which is all that is kept: it takes a fraction of the memory. */
  answer(): Answer;
  /** When the API was last asked about this, in milliseconds since 1970. */
  readonly readAt: number;
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
  return { ...toCachedText(json), answer: () => JSON.parse(json) as Answer, readAt };
}

export const toCachedText = (text: string): CachedText => ({
  text,
  etag: `W/"${createHash('sha1').update(text).digest('base64url')}"`,
  compressed: once((encoding) => compress(Buffer.from(text), encoding)),
});

/** In characters. A longer question is paid for each time: else a few long lists push out what all ask. */
const LONGEST_KEPT = 2_048;
export const isKept = (question: string): boolean => question.length <= LONGEST_KEPT;

/** As text and in both encodings. */
export const weightOf = ({ text }: CachedText): number => 1.5 * bytesOf(text) + 500;

function once(make: CachedText['compressed']): CachedText['compressed'] {
  const made: Partial<Record<Encoding, Promise<Buffer>>> = {};
  return (encoding) => {
    const found = made[encoding];
    if (found) return found;
    const bytes = make(encoding);
    bytes.catch(() => delete made[encoding]);
    return (made[encoding] = bytes);
  };
}
