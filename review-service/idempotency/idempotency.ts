/**
 * `Idempotency-Key`: a POST that is sent again with the same key has its effect once, and gets the first answer again.
 * The answer is kept in the same transaction as the effect, so that a crash leaves both or neither.
 */
import { ApiError } from '../../contract/errors.ts';
import type { Form } from '../../server-kit/form.ts';
import { hashSecret } from '../accounts/secrets.ts';
import type { Database } from '../tables.ts';
import { inTransaction } from '../transaction.ts';

const KEEP_MS = 24 * 3_600_000;
const MAX_KEY_LENGTH = 255;
/** A request that still has no answer after this long died with its process. */
const ABANDONED_AFTER_MS = 90_000;
/** When to ask again while the first request runs, in seconds. */
const RETRY_AFTER = 2;

export interface KeptAnswer {
  readonly http: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The right to run a request whose key was not used before. */
export interface Claim {
  readonly accountId: string;
  readonly keyHash: string;
  /** When it was taken; tells it from a later claim of the same key. */
  readonly claimedAt: number;
}

/** A request that carries a key. */
export interface KeyedRequest {
  readonly accountId: string;
  readonly key: string;
  readonly operation: string;
  /** The business in its path; '' where there is none. */
  readonly business: string;
  readonly form: Form;
}

/** Everything that makes two requests the same; a multipart boundary does not. */
function hashRequest({ operation, business, form }: KeyedRequest): string {
  const fields = Object.entries(form.fields).sort(([one], [other]) => (one < other ? -1 : 1));
  const files = form.files.map(({ field, digest }) => [field, digest]);
  return hashSecret(JSON.stringify([operation, business, fields, files]));
}

/** Whom a request is about, as far as it names an e-mail address. */
const hashPerson = (business: string, email: string): string => hashSecret(`${business.toLowerCase()} ${email.trim().toLowerCase()}`);

/**
 * @returns the answer that was given before, or the claim to give one now.
 * @throws ApiError 306 where the key was used for something else (422) or is no key, 399 with 409 while the first request runs.
 */
export async function claim(db: Database, request: KeyedRequest, now: number): Promise<KeptAnswer | Claim> {
  const { accountId, key, business, form } = request;
  if (key.length === 0 || key.length > MAX_KEY_LENGTH) throw new ApiError(306, `Header Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters`);
  const keyHash = hashSecret(key);
  const requestHash = hashRequest(request);
  const { email } = form.fields;
  const personHash = typeof email === 'string' ? hashPerson(business, email) : null;
  const kept = await inTransaction(db, async (transaction) => {
    await forget(transaction, { accountId, keyHash, now });
    const inserted = await transaction
      .insertInto('idempotent_answer')
      .values({ account_id: accountId, key_hash: keyHash, request_hash: requestHash, http_status: null, headers: '{}', body: '', created_at: now, person_hash: personHash })
      .onConflict((conflict) => conflict.columns(['account_id', 'key_hash']).doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows !== 0n) return null;
    return transaction.selectFrom('idempotent_answer').selectAll().where('account_id', '=', accountId).where('key_hash', '=', keyHash).executeTakeFirst();
  });
  if (kept === null) return { accountId, keyHash, claimedAt: now };
  if (kept && kept.request_hash !== requestHash) throw new ApiError(306, 'Header Idempotency-Key was used with another body', { http: 422 });
  if (!kept || kept.http_status === null) throw new ApiError(399, 'The first request with this Idempotency-Key still runs', { http: 409, retryAfter: RETRY_AFTER });
  return { http: kept.http_status, headers: JSON.parse(kept.headers) as Record<string, string>, body: kept.body };
}

/** Drops every answer that was kept long enough, and this key's claim where its process died. */
async function forget(db: Database, { accountId, keyHash, now }: { accountId: string; keyHash: string; now: number }): Promise<void> {
  await db.deleteFrom('idempotent_answer').where('created_at', '<=', now - KEEP_MS).execute();
  await db
    .deleteFrom('idempotent_answer')
    .where('account_id', '=', accountId)
    .where('key_hash', '=', keyHash)
    .where('http_status', 'is', null)
    .where('created_at', '<=', now - ABANDONED_AFTER_MS)
    .execute();
}

/** Keeps the answer; in the transaction of the effect, where there is one. */
export async function keepAnswer(db: Database, { accountId, keyHash, claimedAt }: Claim, answer: KeptAnswer): Promise<void> {
  const kept = await db
    .updateTable('idempotent_answer')
    .set({ http_status: answer.http, headers: JSON.stringify(answer.headers), body: answer.body })
    .where('account_id', '=', accountId)
    .where('key_hash', '=', keyHash)
    .where('http_status', 'is', null)
    .where('created_at', '=', claimedAt)
    .executeTakeFirst();
  // Taken for abandoned and run again elsewhere: this run must not have its effect too.
  if (kept.numUpdatedRows === 0n) throw new ApiError(399, 'The request took too long and was given up', { http: 409, retryAfter: RETRY_AFTER });
}

/** Gives the key back after a failure that is worth trying again. */
export async function release(db: Database, { accountId, keyHash, claimedAt }: Claim): Promise<void> {
  await db
    .deleteFrom('idempotent_answer')
    .where('account_id', '=', accountId)
    .where('key_hash', '=', keyHash)
    .where('http_status', 'is', null)
    .where('created_at', '=', claimedAt)
    .execute();
}

/** What a request is answered when it is sent again after the person whom it named was erased. */
const erased = new ApiError(307, 'The person whom this request named was erased');

/** Forgets what was answered to requests that named this person; sent again, they still have no second effect. */
export async function eraseAnswers(db: Database, business: string, email: string): Promise<void> {
  await db
    .updateTable('idempotent_answer')
    .set({ http_status: erased.http, headers: '{}', body: JSON.stringify(erased.toEnvelope()), person_hash: null })
    .where('person_hash', '=', hashPerson(business, email))
    .where('http_status', 'is not', null)
    .execute();
}
