/**
 * Writes that the proxy of the same process holds, since they look like a flood: the service does not have them, but
 * its owners are told by the same mail.
 */
import type { HoldReason } from '../../../server-kit/robots/floods.ts';
import type { Signed } from '../../people/authors.ts';

export interface HeldWrite {
  /** As the commands of the queue take it. */
  readonly id: string;
  readonly kind: 'review' | 'question' | 'answer';
  /** In milliseconds since 1970. */
  readonly at: number;
  /** Null where something else says what it is about. */
  readonly sku: string | null;
  /** Of an answer: the number of the question. */
  readonly question: number | null;
  /** Names and e-mail address as they were typed. */
  readonly signed: Signed;
  readonly title: string;
  readonly content: string;
  readonly photos: number;
  readonly why: HoldReason;
}

export interface HeldWrites {
  /**
   * The writes of a business after one moment, up to another, that are still held; the oldest first.
   * @param after - in milliseconds since 1970, as `upTo`.
   */
  since(
    business: string,
    after: number,
    upTo: number,
  ): Promise<readonly { readonly id: string; readonly at: number }[]>;
  /** Those of these that are held still. */
  read(business: string, ids: readonly string[]): Promise<readonly HeldWrite[]>;
}

/** Of a service that stands alone. */
export const nothingHeld: HeldWrites = { since: async () => [], read: async () => [] };
