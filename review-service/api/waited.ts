/** Writes that waited in a proxy, which has acknowledged them: nobody is there any more to be told of a refusal. */
import { WAITED_HEADER } from '../../contract/endpoints/extensions.ts';
import { lockEmails } from '../../review-store/content/authors.ts';
import type { BusinessRow } from '../../review-store/content/businesses.ts';
import { erased } from '../../review-store/kept-answers.ts';
import { wasErasedSince } from '../care/backups/erased-list.ts';
import { storeOf, type Database } from '../data/tables.ts';

export interface Waited {
  readonly business: BusinessRow;
  /** Of who wrote it; undefined where nobody said. */
  readonly email: string | undefined;
  /** In milliseconds since 1970. */
  readonly writtenAt: number;
}

/** How long a write has waited, in milliseconds; null for one whose author waits for the answer. */
export function waitedMs(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null;
}

/**
 * Inside the transaction of the write, so that an erasure comes before or after it, and never between.
 * @param setHeader - of the answer, whether it is a refusal or not.
 * @throws ApiError `userNotFound` where its author was erased after writing it.
 */
export async function requireUnerased(
  transaction: Database,
  { business, email, writtenAt }: Waited,
  setHeader: (name: string, value: string) => void,
): Promise<void> {
  if (email === undefined) return;
  await lockEmails(storeOf(transaction), business.id, email);
  if (!(await wasErasedSince(transaction, { business: business.domain, email }, writtenAt))) return;
  setHeader(WAITED_HEADER, 'erased');
  throw erased;
}
