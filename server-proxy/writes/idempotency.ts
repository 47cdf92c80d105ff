/**
 * `Idempotency-Key`: the same key with the same body gets the first answer again. What is kept is an answer that
 * stands: an acceptance, or a refusal of what was sent. Where the failure was ours or the API's, the key is given
 * back, so that trying again is trying again.
 */
import { createHash } from 'node:crypto';
import { ApiError } from '../../contract/errors.ts';
import type { Form } from '../../server-kit/form.ts';
import type { Clock } from '../clock.ts';
import type { ProxyDb } from '../state/tables.ts';

export interface WriteAnswer {
  readonly status: number;
  readonly json: string;
}

export interface Replayable extends WriteAnswer {
  readonly replayed: boolean;
}

const KEPT = 86_400_000;
const MAX_KEY_LENGTH = 255;
/** A request without an answer after this many milliseconds died with its process. */
const RUNNING = 60_000;

/** @throws ApiError 306 (422) for another body under the same key, 399 (409) while the first request runs. */
export async function answerOnce(
  db: ProxyDb,
  clock: Clock,
  business: string,
  key: string,
  requestHash: string,
  work: () => Promise<WriteAnswer>,
): Promise<Replayable> {
  if (key === '' || key.length > MAX_KEY_LENGTH) throw new ApiError(306, `Header Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters`);
  const now = clock.now();
  await db.deleteFrom('proxy_idempotency').where('created_at', '<=', now - KEPT).execute();
  await db.deleteFrom('proxy_idempotency').where('business', '=', business).where('key', '=', key).where('status', 'is', null).where('running_until', '<=', now).execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('proxy_idempotency')
    .values({ business, key, request_hash: requestHash, status: null, body: null, created_at: now, running_until: now + RUNNING })
    .onConflict((conflict) => conflict.columns(['business', 'key']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return replay(db, business, key, requestHash);

  const own = db.updateTable('proxy_idempotency').where('business', '=', business).where('key', '=', key).where('created_at', '=', now);
  try {
    const answer = await work();
    await own.set({ status: answer.status, body: answer.json }).execute();
    return { ...answer, replayed: false };
  } catch (error) {
    if (error instanceof ApiError && stands(error)) await own.set({ status: error.http, body: JSON.stringify(error.toEnvelope()) }).execute();
    else await db.deleteFrom('proxy_idempotency').where('business', '=', business).where('key', '=', key).where('created_at', '=', now).execute();
    throw error;
  }
}

const stands = (refusal: ApiError): boolean => refusal.http < 500 && refusal.http !== 429 && refusal.retryAfter === undefined;

async function replay(db: ProxyDb, business: string, key: string, requestHash: string): Promise<Replayable> {
  const kept = await db.selectFrom('proxy_idempotency').selectAll().where('business', '=', business).where('key', '=', key).executeTakeFirst();
  if (kept && kept.request_hash !== requestHash) throw new ApiError(306, 'Header Idempotency-Key was used with another body', { http: 422 });
  if (!kept || kept.status === null || kept.body === null) throw new ApiError(399, 'The first request with this Idempotency-Key still runs', { http: 409, retryAfter: 1 });
  return { status: kept.status, json: kept.body, replayed: true };
}

/**
 * Everything that makes two requests the same; a multipart boundary does not.
 * @param except - fields that may differ, such as how long a form was on show.
 */
export function hashRequest(operation: string, form: Form, except: readonly string[] = []): string {
  const fields = Object.entries(form.fields)
    .filter(([name]) => !except.includes(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const files = form.files.map(({ field, digest }) => [field, digest]);
  return createHash('sha256').update(JSON.stringify([operation, fields, files])).digest('hex');
}
