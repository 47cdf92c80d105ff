/** Writes that waited in a proxy, which has acknowledged them: nobody is there any more to be told of a refusal. */
import type { EndpointName } from '../../contract/endpoints/endpoints.ts';
import { ApiError } from '../../contract/endpoints/errors.ts';
import { WAITED_HEADER } from '../../contract/endpoints/extensions.ts';
import { valueOf, type RawParameters } from '../../contract/endpoints/read-parameters.ts';
import { lockEmails } from '../../review-store/content/authors.ts';
import type { BusinessRow } from '../../review-store/content/businesses.ts';
import { inTransaction } from '../../review-store/databases/transaction.ts';
import { erased, stands, type Answer } from '../../review-store/kept-answers.ts';
import { wasErasedSince } from '../care/backups/erased-list.ts';
import { isKeptWhenRefused, keepRefused } from '../content/refused-writes.ts';
import { hashOfErased } from '../data/erased-subject.ts';
import { storeOf, type Database } from '../data/tables.ts';

export interface Waited {
  readonly business: BusinessRow;
  readonly operation: EndpointName;
  /** As it was sent. */
  readonly fields: RawParameters;
  /** Of who wrote it; undefined where nobody said. */
  readonly email: string | undefined;
  /** In milliseconds since 1970, as `now`. */
  readonly writtenAt: number;
  readonly now: number;
}

/**
 * @param header - how long it has waited, in milliseconds.
 * @returns null for what has not waited.
 */
export function readWaited(
  header: string | undefined,
  business: BusinessRow | null,
  { operation, fields, now }: Pick<Waited, 'operation' | 'fields' | 'now'>,
): Waited | null {
  if (!business || header === undefined || !/^\d{1,15}$/.test(header)) return null;
  return { business, operation, fields, email: valueOf(fields, 'email'), writtenAt: now - Number(header), now };
}

/**
 * Inside the transaction of the write, so that an erasure comes before or after it, and never between.
 * @param headers - of the answer, whether it is a refusal or not.
 * @throws ApiError `userNotFound` where its author was erased after writing it.
 */
export async function requireUnerased(
  transaction: Database,
  { business, email, writtenAt }: Waited,
  headers: Record<string, string>,
): Promise<void> {
  if (email === undefined) return;
  await lockEmails(storeOf(transaction), business.id, email);
  if (!(await wasErasedSince(transaction, { business: business.domain, email }, writtenAt))) return;
  headers[WAITED_HEADER] = 'erased';
  throw erased;
}

/**
 * Does a write that has waited. Where it is refused for good, it is kept for the shop, and the answer says so.
 * @param key - its `Idempotency-Key`.
 */
export async function keepingRefused(
  db: Database,
  waited: Waited,
  key: string,
  headers: Record<string, string>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const keep = async (code: number): Promise<void> => {
    const { business, operation, fields, email, now } = waited;
    if (code === erased.code || !isKeptWhenRefused(operation)) return;
    const person = email === undefined ? null : hashOfErased(db, { business: business.domain, email });
    const isKept = await inTransaction(db, async (transaction) => {
      await requireUnerased(transaction, waited, headers);
      return keepRefused(transaction, { businessId: business.id, operation, fields, key, person, code, now });
    });
    if (isKept) headers[WAITED_HEADER] = 'kept';
  };
  try {
    const answer = await work();
    if (answer.http < 400) return answer;
    // It was refused before, with the same answer.
    await keep((JSON.parse(answer.body) as { errorCode: number }).errorCode);
    return { ...answer, headers: { ...answer.headers, ...headers } };
  } catch (error) {
    if (error instanceof ApiError && isFinal(error)) await keep(error.code);
    throw error;
  }
}

/** As for those who call: an operator can mend a missing right, and a key in use is no refusal of what was written. */
const isFinal = (error: ApiError): boolean =>
  stands(error) && error.refusal !== 'notPermitted' && error.refusal !== 'keyReused';
