/** The proxy's table of kept answers. Its use is described in server-kit/http/idempotency.ts. */
import { keyOf } from '../../review-store/secrets/data-key.ts';
import { subjectOf } from '../../review-store/reviews/review-authors.ts';
import type { Clock } from '../../server-kit/clock.ts';
import * as kit from '../../server-kit/http/idempotency.ts';
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
  /** The instance that runs it. */
  readonly instance: string;
  readonly business: string;
  readonly key: string;
  /** From `describeRequest`. */
  readonly request: string;
  /** E-mail address of the person whom it names. */
  readonly person: string | undefined;
}

/** @throws ApiError as the `answerOnce` of server-kit does, and `malformed` where the key is none. */
export async function answerOnce(
  db: ProxyDb,
  clock: Clock,
  { instance, business, key, request, person }: KeyedWrite,
  work: () => Promise<WriteAnswer>,
): Promise<Replayable> {
  const personHash = person === undefined ? null : keyOf(db).person(business, person);
  const keyed = { owner: business, key: kit.readKey(key), request, person: personHash };
  const toAnswer = ({ status, json }: WriteAnswer): kit.Answer => ({
    http: status,
    headers: {},
    body: json,
    person: reviewerIn(db, business, json),
  });
  const { http, body, replayed } = await kit.answerOnce(storageOf(db, instance), keyed, clock.now(), {
    work: async () => toAnswer(await work()),
    toAnswer: (refusal) => toAnswer({ status: refusal.http, json: JSON.stringify(toRefusal(refusal)) }),
    noteFailure(failure) {
      throw failure;
    },
  });
  return { status: http, json: body, replayed };
}

async function keptUnder(db: ProxyDb, business: string, keyHash: string): Promise<kit.StoredAnswer | undefined> {
  const kept = await db
    .selectFrom('proxy_idempotency')
    .select(['request_hash as requestHash', 'status as http', 'body'])
    .where('business', '=', business)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  return kept && { ...kept, headers: {} };
}

/** The author of the review in an answer, who may have given no address. */
function reviewerIn(db: ProxyDb, business: string, json: string): string | null {
  const { product_review: review } = JSON.parse(json) as { product_review?: { id?: unknown } };
  return typeof review?.id === 'number'
    ? keyOf(db).person(business, subjectOf({ kind: 'product', number: review.id }))
    : null;
}

const storageOf = (db: ProxyDb, instance: string): kit.AnswerStorage<ProxyDb> => ({
  db,
  seals: keyOf(db),

  async claim({ owner, keyHash, requestHash, person, claimedAt, abandonedAt }, expiry) {
    await db
      .deleteFrom('proxy_idempotency')
      .where('business', '=', owner)
      .where('key_hash', '=', keyHash)
      .where((eb) =>
        eb.or([
          eb('created_at', '<=', expiry.answers),
          eb.and([eb('status', 'is', null), eb('running_until', '<=', claimedAt)]),
        ]),
      )
      .execute();
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('proxy_idempotency')
      .values({
        business: owner,
        key_hash: keyHash,
        request_hash: requestHash,
        status: null,
        body: null,
        created_at: claimedAt,
        running_until: abandonedAt,
        person_hash: person,
        claimed_by: instance,
      })
      .onConflict((conflict) => conflict.columns(['business', 'key_hash']).doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 0n) return null;
    return keptUnder(db, owner, keyHash);
  },

  async keep(_db, { owner, keyHash, claimedAt }, { http, body, person = null }) {
    const { numUpdatedRows } = await db
      .updateTable('proxy_idempotency')
      .set((eb) => ({ status: http, body, person_hash: eb.fn.coalesce('person_hash', eb.val(person)) }))
      .where('business', '=', owner)
      .where('key_hash', '=', keyHash)
      .where('created_at', '=', claimedAt)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },

  async giveBack({ owner, keyHash, claimedAt }) {
    await db
      .deleteFrom('proxy_idempotency')
      .where('business', '=', owner)
      .where('key_hash', '=', keyHash)
      .where('created_at', '=', claimedAt)
      .execute();
  },
});

/** Frees the keys of requests that died with their instance. */
export async function releaseKeys(db: ProxyDb): Promise<void> {
  await db
    .deleteFrom('proxy_idempotency')
    .where('status', 'is', null)
    .where('claimed_by', 'not in', (eb) => eb.selectFrom('proxy_instance').select('id'))
    .execute();
}

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
  await db.deleteFrom('proxy_idempotency').where('created_at', '<=', kit.expiryAt(now).answers).execute();
}
