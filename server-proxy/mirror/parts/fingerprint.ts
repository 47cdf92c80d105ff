import { createHash } from 'node:crypto';

export interface SeenItem {
  readonly id: number;
  /** Fingerprint of what was read; empty where it must be read again. */
  readonly print: string;
}

/** Part of every fingerprint. To be raised when the store keeps more than before, so that everything is read anew. */
const SHAPE = 1;

export function fingerprint(item: unknown): string {
  return createHash('sha1')
    .update(`${SHAPE}${JSON.stringify(item)}`)
    .digest('base64url');
}
