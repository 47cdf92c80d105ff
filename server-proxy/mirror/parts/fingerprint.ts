import { hash } from 'node:crypto';

export interface SeenItem {
  readonly id: number;
  /** Fingerprint of what was read; empty where it must be read again. */
  readonly print: string;
}

/** Part of every fingerprint. To be raised when the store keeps more than before, so that everything is read anew. */
const SHAPE = 1;

/** @param json - the item as JSON. */
export const fingerprint = (json: string): string => hash('sha1', `${SHAPE}${json}`, 'base64url');
