import { createHash } from 'node:crypto';
import type { Secrets } from '../secrets.ts';
import type { Body } from './reads.ts';

/** An answer as it goes out, any number of times. */
export interface Rendered {
  readonly body: Body;
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

export function render(body: Body, readAt: number, secrets: Secrets): Rendered {
  const json = secrets.removeFrom(JSON.stringify({ ...body, status: 'OK', success: true }));
  return { body, json, etag: `W/"${createHash('sha1').update(json).digest('base64url')}"`, readAt };
}
