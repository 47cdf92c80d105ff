/** The answers that the service keeps under an `Idempotency-Key`. */
import { KeptAnswers, type KeyedRequest } from '../../review-store/kept-answers.ts';
import { plainHash } from '../../review-store/secrets/data-key.ts';
import type { Form } from '../../server-kit/http/form.ts';
import { describeRequest, readKey } from '../../server-kit/http/idempotency.ts';
import { mayRun, ownIdentity, type ProcessIdentity } from '../../server-kit/process-identity.ts';
import type { Database } from './tables.ts';

interface Post {
  readonly accountId: string;
  /** Its `Idempotency-Key`. */
  readonly key: string;
  readonly operation: string;
  /** The business in its path; '' where there is none. */
  readonly business: string;
  readonly form: Form;
  readonly publicUrl: string;
}

const self = JSON.stringify(ownIdentity);

/** @throws ApiError `malformed` where the key is none. */
export function readKeyed({ accountId, key, operation, business, form, publicUrl }: Post): KeyedRequest {
  const { email } = form.fields;
  return {
    owner: accountId,
    key: plainHash(readKey(key)),
    request: plainHash(describeRequest([operation, business], form)),
    business,
    email: typeof email === 'string' ? email : undefined,
    claimedBy: self,
    publicUrl,
  };
}

export const keptAnswers = (db: Database) =>
  new KeptAnswers(
    db,
    { name: 'idempotent_answer', owner: 'account_id', status: 'http_status' },
    // As far as this machine can tell.
    (claimedBy) => !mayRun(JSON.parse(claimedBy) as ProcessIdentity),
  );
