/**
 * `Idempotency-Key`: the same key with the same body gets the first answer again. What is kept is an answer that
 * stands: an acceptance, or a refusal of what was sent. Where the failure was ours or the API's, the key is given
 * back, so that trying again is trying again.
 *
 * An answer may say who somebody is, or hold a link that is for them alone. So it is sealed under the database's key
 * and the `Idempotency-Key` together, and of that one a hash is kept: it opens for whoever asks for it again, and for
 * nobody else.
 */
import { ApiError, refuse } from '../../contract/errors.ts';
import { keyOf } from '../../review-store/data-key.ts';
import type { Clock } from '../../server-kit/clock.ts';
import type { Form } from '../../server-kit/form.ts';
import { toRefusal } from '../http/refusals.ts';
import type { ProxyDb } from '../state/tables.ts';

export interface WriteAnswer {
  readonly status: number;
  readonly json: string;
}

export interface Replayable extends WriteAnswer {
  readonly replayed: boolean;
}

/** A write that carries a key. */
export interface KeyedWrite {
  readonly business: string;
  readonly key: string;
  /** All that makes it the same write as another; see `describeRequest`. */
  readonly request: string;
  /** E-mail address of the person whom it names. */
  readonly person: string | undefined;
}

const KEPT = 86_400_000;
const MAX_KEY_LENGTH = 255;
/** A request without an answer after this many milliseconds died with its process. */
const RUNNING = 60_000;
const PURPOSE = 'kept answer';

/** @throws ApiError `keyReused` for another body under the same key, `stillRunning` while the first request runs. */
export async function answerOnce(db: ProxyDb, clock: Clock, write: KeyedWrite, work: () => Promise<WriteAnswer>): Promise<Replayable> {
  const { business, key, request, person } = write;
  if (key === '' || key.length > MAX_KEY_LENGTH) throw refuse('malformed', `Header Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters`);
  const dataKey = keyOf(db);
  const keyHash = dataKey.hash('idempotency key', business, key);
  const requestHash = dataKey.hash('request', request);
  const now = clock.now();
  const rows = db.deleteFrom('proxy_idempotency').where('business', '=', business).where('key_hash', '=', keyHash);
  await rows.where((eb) => eb.or([eb('created_at', '<=', now - KEPT), eb.and([eb('status', 'is', null), eb('running_until', '<=', now)])])).execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('proxy_idempotency')
    .values({
      business, key_hash: keyHash, request_hash: requestHash, status: null, body: null, created_at: now, running_until: now + RUNNING,
      person_hash: person === undefined ? null : dataKey.person(business, person),
    })
    .onConflict((conflict) => conflict.columns(['business', 'key_hash']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return replay(db, write, { keyHash, requestHash });

  const own = db.updateTable('proxy_idempotency').where('business', '=', business).where('key_hash', '=', keyHash).where('created_at', '=', now);
  const keep = (status: number, json: string) => own.set({ status, body: dataKey.seal(PURPOSE, json, business, key) }).execute();
  try {
    const answer = await work();
    await keep(answer.status, answer.json);
    return { ...answer, replayed: false };
  } catch (error) {
    if (error instanceof ApiError && stands(error)) await keep(error.http, JSON.stringify(toRefusal(error)));
    else await rows.where('created_at', '=', now).execute();
    throw error;
  }
}

const stands = (refusal: ApiError): boolean => refusal.http < 500 && refusal.http !== 429 && refusal.retryAfter === undefined;

async function replay(db: ProxyDb, { business, key }: KeyedWrite, { keyHash, requestHash }: { keyHash: string; requestHash: string }): Promise<Replayable> {
  const kept = await db.selectFrom('proxy_idempotency').selectAll().where('business', '=', business).where('key_hash', '=', keyHash).executeTakeFirst();
  if (kept && kept.request_hash !== requestHash) throw refuse('keyReused');
  if (!kept || kept.status === null) throw refuse('stillRunning', undefined, { retryAfter: 1 });
  if (kept.body === null) return { status: erased.http, json: JSON.stringify(erased.toEnvelope()), replayed: true };
  return { status: kept.status, json: keyOf(db).unseal(PURPOSE, kept.body, business, key), replayed: true };
}

/** What a write is answered when it is sent again after the person whom it named was erased. */
export const erased = refuse('userNotFound', 'The person whom this request named was erased');

/** Forgets what was answered to writes that named this person; sent again, they still have no second effect. */
export async function eraseAnswers(db: ProxyDb, business: string, email: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('proxy_idempotency')
    .set({ body: null, person_hash: null })
    .where('person_hash', '=', keyOf(db).person(business, email))
    .where('status', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export async function forgetAnswers(db: ProxyDb, now: number): Promise<void> {
  await db.deleteFrom('proxy_idempotency').where('created_at', '<=', now - KEPT).execute();
}

/**
 * Everything that makes two requests the same; a multipart boundary does not.
 * @param except - fields that may differ, such as how long a form was on show.
 */
export function describeRequest(operation: string, form: Form, except: readonly string[] = []): string {
  const fields = Object.entries(form.fields)
    .filter(([name]) => !except.includes(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const files = form.files.map(({ field, digest }) => [field, digest]);
  return JSON.stringify([operation, fields, files]);
}
