import { createHash } from 'node:crypto';
import type { Secrets } from '../secrets.ts';

/** An answer as it goes out, any number of times. */
export interface Rendered<Answer extends object = object> {
  readonly answer: Answer;
  readonly json: string;
  /** Weak: the same answer is sent plain and compressed. */
  readonly etag: string;
  /** When the API was last asked about this, in milliseconds since 1970. */
  readonly readAt: number;
  /** Set where it stands until the mirror changes. */
  readonly standing?: Standing | undefined;
}

export interface Standing {
  isCurrent(): boolean;
  /** As `readAt`, which moves on while the answer stays the same. */
  readAt(): number;
  /** Tells the mirror how many shoppers were here. */
  note(shoppers: number): void;
}

/** The text of an answer, none of the proxy's secrets in it. */
export const toJson = (answer: object, secrets: Secrets): string => secrets.removeFrom(JSON.stringify({ ...answer, status: 'OK', success: true }));

export function render<Answer extends object>(answer: Answer, readAt: number, secrets: Secrets): Rendered<Answer> {
  const json = toJson(answer, secrets);
  return { answer, json, etag: `W/"${createHash('sha1').update(json).digest('base64url')}"`, readAt };
}
