import { createHash } from 'node:crypto';
import type { Secrets } from '../secrets.ts';

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
  /** What was understood of the question: who asks it in other words gets the same answer. */
  readonly key: string;
  isCurrent(): boolean;
  /** Like `readAt`, which moves on while the answer stays the same. */
  readAt(): number;
  /** Tells the mirror how many shoppers have asked. */
  note(shoppers: number): void;
}

/** An answer as JSON, without any of the proxy's secrets. */
export const toJson = (answer: object, secrets: Secrets): string =>
  secrets.removeFrom(JSON.stringify({ ...answer, status: 'OK', success: true }));

export function render<Answer extends object>(answer: Answer, readAt: number, secrets: Secrets): Rendered<Answer> {
  const json = toJson(answer, secrets);
  return {
    answer: () => JSON.parse(json) as Answer,
    json,
    etag: `W/"${createHash('sha1').update(json).digest('base64url')}"`,
    readAt,
  };
}
