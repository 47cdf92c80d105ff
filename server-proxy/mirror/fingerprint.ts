import { createHash } from 'node:crypto';

/** An item of a listing, as far as it is noted that it was seen. */
export interface SeenItem {
  readonly id: number;
  /** Fingerprint of what was read; empty where it is to be read again. */
  readonly print: string;
}

/** Goes into every fingerprint: a store that keeps more than before has everything read anew. */
const SHAPE = 1;

export function fingerprint(item: unknown): string {
  return createHash('sha1').update(`${SHAPE}${JSON.stringify(item)}`).digest('base64url');
}
