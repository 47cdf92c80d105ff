/**
 * `Idempotency-Key`: a POST that is sent again with the same key has its effect once, and gets the first answer again.
 * The answer is kept in the same transaction as the effect, so that a crash leaves both or neither.
 *
 * An answer may say who somebody is, or hold a link that is for them alone. So it is sealed under the database's key
 * and the `Idempotency-Key` together, and of that one a hash is kept: it opens for whoever asks for it again, and for
 * nobody else.
 */
import { refuse } from '../../contract/errors.ts';
import type { Form } from '../../server-kit/form.ts';
import { keyOf, plainHash, type DataKey } from '../../review-store/data-key.ts';
import type { Database } from '../tables.ts';
import { inTransaction } from '../transaction.ts';

const KEEP_MS = 24 * 3_600_000;
const MAX_KEY_LENGTH = 255;
/** A request that still has no answer after this long died with its process. */
const ABANDONED_AFTER_MS = 90_000;
/** When to ask again while the first request runs, in seconds. */
const RETRY_AFTER = 2;
const PURPOSE = 'kept answer';

export interface KeptAnswer {
  readonly http: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The right to run a request whose key was not used before. */
export interface Claim {
  readonly accountId: string;
  /** SHA-256 of the key, hex, which is stored nowhere: the answer is sealed with it. */
  readonly plainKeyHash: string;
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
  return plainHash(JSON.stringify([operation, business, fields, files]));
}

// What is stored of a request; each is made from a SHA-256.
export const keptKeyHash = (key: DataKey, accountId: string, plain: string): string => key.hash('idempotency key', accountId, plain);
export const keptRequestHash = (key: DataKey, plain: string): string => key.hash('request', plain);
export const sealAnswer = (key: DataKey, accountId: string, plainKeyHash: string, body: string): string => key.seal(PURPOSE, body, accountId, plainKeyHash);

/**
 * @returns the answer that was given before, or the claim to give one now.
 * @throws ApiError `keyReused` where the key was used for something else, `malformed` where it is none, `stillRunning` while the first request
 * runs.
 */
export async function claim(db: Database, request: KeyedRequest, now: number): Promise<KeptAnswer | Claim> {
  const { accountId, key, business, form } = request;
  if (key.length === 0 || key.length > MAX_KEY_LENGTH) throw refuse('malformed', `Header Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters`);
  const dataKey = keyOf(db);
  const plainKeyHash = plainHash(key);
  const keyHash = keptKeyHash(dataKey, accountId, plainKeyHash);
  const requestHash = keptRequestHash(dataKey, hashRequest(request));
  const { email } = form.fields;
  const personHash = typeof email === 'string' ? dataKey.person(business, email) : null;
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
  if (kept === null) return { accountId, plainKeyHash, keyHash, claimedAt: now };
  if (kept && kept.request_hash !== requestHash) throw refuse('keyReused');
  if (!kept || kept.http_status === null) throw refuse('stillRunning', undefined, { retryAfter: RETRY_AFTER });
  if (kept.body === '') return { http: erased.http, headers: {}, body: JSON.stringify(erased.toEnvelope()) };
  return { http: kept.http_status, headers: JSON.parse(kept.headers) as Record<string, string>, body: dataKey.unseal(PURPOSE, kept.body, accountId, plainKeyHash) };
}

/** Drops what this key was used for long enough ago, and its claim where the process died. */
async function forget(db: Database, { accountId, keyHash, now }: { accountId: string; keyHash: string; now: number }): Promise<void> {
  await db
    .deleteFrom('idempotent_answer')
    .where('account_id', '=', accountId)
    .where('key_hash', '=', keyHash)
    // An answer that is missing was never given by its process; one of the future is of a clock that was wrong.
    .where((eb) =>
      eb.or([
        eb('created_at', '<=', now - KEEP_MS),
        eb.and([eb('http_status', 'is', null), eb.or([eb('created_at', '<=', now - ABANDONED_AFTER_MS), eb('created_at', '>', now + ABANDONED_AFTER_MS)])]),
      ]),
    )
    .execute();
}

/** Drops every answer that was kept long enough. */
export async function forgetOldAnswers(db: Database, now: number): Promise<void> {
  await db.deleteFrom('idempotent_answer').where('created_at', '<=', now - KEEP_MS).execute();
}

/** Keeps the answer; in the transaction of the effect, where there is one. */
export async function keepAnswer(db: Database, { accountId, plainKeyHash, keyHash, claimedAt }: Claim, answer: KeptAnswer): Promise<void> {
  const kept = await db
    .updateTable('idempotent_answer')
    .set({ http_status: answer.http, headers: JSON.stringify(answer.headers), body: sealAnswer(keyOf(db), accountId, plainKeyHash, answer.body) })
    .where('account_id', '=', accountId)
    .where('key_hash', '=', keyHash)
    .where('http_status', 'is', null)
    .where('created_at', '=', claimedAt)
    .executeTakeFirst();
  // Taken for abandoned and run again elsewhere: this run must not have its effect too.
  if (kept.numUpdatedRows === 0n) throw refuse('stillRunning', 'The request took too long and was given up', { retryAfter: RETRY_AFTER });
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
const erased = refuse('userNotFound', 'The person whom this request named was erased');

/** Forgets what was answered to requests that named this person; sent again, they still have no second effect. */
export async function eraseAnswers(db: Database, business: string, email: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('idempotent_answer')
    .set({ headers: '{}', body: '', person_hash: null })
    .where('person_hash', '=', keyOf(db).person(business, email))
    .where('http_status', 'is not', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
