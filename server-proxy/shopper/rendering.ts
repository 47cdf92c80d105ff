import { createHash } from 'node:crypto';
import { withAddresses } from '../addresses.ts';
import type { Secrets } from '../secrets.ts';
import type { OwnAddress } from '../upstream/own-address.ts';

/** The filters that an answer passes on its way out. */
export interface Outgoing {
  readonly secrets: Secrets;
  readonly ownAddress: Pick<OwnAddress, 'current'>;
}

/** An answer as it goes out, any number of times. */
export interface Rendered<Answer extends object = object> {
  /** Reads it from its text, which is all that is kept: it takes a fraction of the memory. */
  answer(): Answer;
  readonly json: string;
  /** Weak, since the same answer is sent plain and compressed. */
  readonly etag: string;
  /** When the API was last asked about this, in milliseconds since 1970. */
  readonly readAt: number;
  /** Set where the answer is good until the mirror changes. */
  readonly standing?: Standing | undefined;
}

export interface Standing {
  /** The question, as it was understood: the same in other words gets the same answer. */
  readonly key: string;
  isCurrent(): boolean;
  /** Like `readAt`, which moves on while the answer stays the same. */
  readAt(): number;
  /** Tells the mirror how many shoppers have asked. */
  note(shoppers: number): void;
}

/** An answer as JSON, without any of the proxy's secrets; its addresses are still to be completed. */
export const toJson = (answer: object, { secrets }: Pick<Outgoing, 'secrets'>): string =>
  secrets.removeFrom(JSON.stringify({ ...answer, status: 'OK', success: true }));

/** The kept JSON, as it goes out now. */
export const completeJson = (json: string, { ownAddress }: Pick<Outgoing, 'ownAddress'>): string =>
  JSON.stringify(withAddresses(JSON.parse(json) as object, ownAddress.current));

export function render<Answer extends object>(answer: Answer, readAt: number, outgoing: Outgoing): Rendered<Answer> {
  const json = toJson(withAddresses(answer, outgoing.ownAddress.current), outgoing);
  return {
    answer: () => JSON.parse(json) as Answer,
    json,
    etag: `W/"${createHash('sha1').update(json).digest('base64url')}"`,
    readAt,
  };
}
