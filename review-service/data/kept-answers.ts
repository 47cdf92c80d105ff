/** The table of kept answers. Its use is described in server-kit/http/idempotency.ts. */
import { keyOf, plainHash } from '../../review-store/secrets/data-key.ts';
import { inTransaction } from '../../review-store/databases/transaction.ts';
import {
  describeRequest,
  expiryAt,
  readKey,
  type Answer,
  type AnswerStorage,
  type Claim,
  type Expiry,
  type KeyedRequest,
  type NewClaim,
  type StoredAnswer,
} from '../../server-kit/http/idempotency.ts';
import { mayRun, ownIdentity, type ProcessIdentity } from '../../server-kit/process-identity.ts';
import type { Form } from '../../server-kit/http/form.ts';
import type { Database } from './tables.ts';

interface Post {
  readonly accountId: string;
  /** Its `Idempotency-Key`. */
  readonly key: string;
  readonly operation: string;
  /** The business in its path; '' where there is none. */
  readonly business: string;
  readonly form: Form;
}

/** @throws ApiError `malformed` where the key is none. */
export function readKeyed(db: Database, { accountId, key, operation, business, form }: Post): KeyedRequest {
  const { email } = form.fields;
  return {
    owner: accountId,
    key: plainHash(readKey(key)),
    request: plainHash(describeRequest([operation, business], form)),
    person: typeof email === 'string' ? keyOf(db).person(business, email) : null,
  };
}

/** Stands for the address of this service; JSON has it in no other place, since it escapes such a character. */
const HERE = '\u0001';

/** An answer as it is kept: a new public address holds for it, too. */
export const toKept = (answer: Answer, publicUrl: string): Answer => ({
  ...answer,
  body: answer.body.replaceAll(`"${publicUrl}/`, `"${HERE}/`),
});

/** The same as it goes out. */
export const fromKept = (answer: Answer, publicUrl: string): Answer => ({
  ...answer,
  body: answer.body.replaceAll(`"${HERE}/`, `"${publicUrl}/`),
});

export const keptAnswers = (db: Database): AnswerStorage<Database> => ({
  db,
  seals: keyOf(db),

  claim: (claim, expiry) => inTransaction(db, (transaction) => claimKey(transaction, claim, expiry)),

  async keep(transaction, { owner, keyHash, claimedAt }, { http, headers, body, person = null }) {
    const { numUpdatedRows } = await transaction
      .updateTable('idempotent_answer')
      .set((eb) => ({
        http_status: http,
        headers: JSON.stringify(headers),
        body,
        person_hash: eb.fn.coalesce('person_hash', eb.val(person)),
      }))
      .where('account_id', '=', owner)
      .where('key_hash', '=', keyHash)
      .where('http_status', 'is', null)
      .where('created_at', '=', claimedAt)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  async giveBack({ owner, keyHash, claimedAt }) {
    await db
      .deleteFrom('idempotent_answer')
      .where('account_id', '=', owner)
      .where('key_hash', '=', keyHash)
      .where('http_status', 'is', null)
      .where('created_at', '=', claimedAt)
      .execute();
  },
});

async function claimKey(db: Database, claim: NewClaim, expiry: Expiry): Promise<StoredAnswer | null | undefined> {
  const { owner, keyHash, requestHash, person, claimedAt } = claim;
  await forget(db, claim, expiry);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotent_answer')
    .values({
      account_id: owner,
      key_hash: keyHash,
      request_hash: requestHash,
      http_status: null,
      headers: '{}',
      body: '',
      created_at: claimedAt,
      person_hash: person,
      claimed_by: self,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'key_hash']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 0n) return null;
  const kept = await db
    .selectFrom('idempotent_answer')
    .select(['request_hash', 'http_status', 'headers', 'body', 'claimed_by'])
    .where('account_id', '=', owner)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  // It died with its process, as far as this machine can tell: nobody has to wait until it is taken for abandoned.
  if (kept?.http_status === null && kept.claimed_by && !mayRun(JSON.parse(kept.claimed_by) as ProcessIdentity)) {
    await deleteClaim(db, claim, kept.claimed_by);
    return claimKey(db, claim, expiry);
  }
  return (
    kept && {
      requestHash: kept.request_hash,
      http: kept.http_status,
      headers: JSON.parse(kept.headers) as Record<string, string>,
      body: kept.body || null,
    }
  );
}

const self = JSON.stringify(ownIdentity);

async function deleteClaim(db: Database, { owner, keyHash }: Claim, claimedBy: string): Promise<void> {
  await db
    .deleteFrom('idempotent_answer')
    .where('account_id', '=', owner)
    .where('key_hash', '=', keyHash)
    .where('http_status', 'is', null)
    .where('claimed_by', '=', claimedBy)
    .execute();
}

async function forget(db: Database, { owner, keyHash }: Claim, expiry: Expiry): Promise<void> {
  await db
    .deleteFrom('idempotent_answer')
    .where('account_id', '=', owner)
    .where('key_hash', '=', keyHash)
    // A claim of the future is of a clock that was wrong.
    .where((eb) =>
      eb.or([
        eb('created_at', '<=', expiry.answers),
        eb.and([
          eb('http_status', 'is', null),
          eb.or([eb('created_at', '<=', expiry.claims), eb('created_at', '>', expiry.claimsAhead)]),
        ]),
      ]),
    )
    .execute();
}

/** Drops every answer that was kept long enough. */
export async function forgetOldAnswers(db: Database, now: number): Promise<void> {
  await db.deleteFrom('idempotent_answer').where('created_at', '<=', expiryAt(now).answers).execute();
}

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
