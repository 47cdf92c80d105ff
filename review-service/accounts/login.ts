/** Logging in. Neither the answer nor its timing tells whether an e-mail address has an account. */
import { refuse } from '../../contract/errors.ts';
import { keyOf } from '../../review-store/data-key.ts';
import type { Database } from '../tables.ts';
import { normalizeEmail } from './accounts.ts';
import { verifyPassword } from './passwords.ts';
import { issueToken } from './user-tokens.ts';

/** This many failures in a row are an honest mistake; after that, each one doubles the wait. */
const FREE_FAILURES = 5;
const FIRST_WAIT_MS = 1_000;
/** Long enough to make guessing hopeless, short enough that nobody can keep an owner locked out for long. */
const LONGEST_WAIT_MS = 60_000;
const FORGET_AFTER_MS = 24 * 3_600_000;

export interface Login {
  readonly token: string;
  readonly expiresAt: number;
  readonly email: string;
}

/** @throws ApiError `loginWrong`, `userDisabled`, or `tooManyRequests` while failed logins slow this e-mail down. */
export function logIn(db: Database, given: { email: string; password: string }, now: () => number): Promise<Login> {
  const email = normalizeEmail(given.email);
  const emailHash = failureHash(db, email);
  return oneAtATime(emailHash, async () => {
    await refuseWhileSlowed(db, emailHash, now());
    const account = await db
      .selectFrom('account')
      .select(['id', 'password_hash', 'disabled_at'])
      .where('email', '=', email)
      .executeTakeFirst();
    const right = await verifyPassword(given.password, account?.password_hash);
    if (!right || !account) {
      await countFailure(db, emailHash, now());
      throw refuse('loginWrong');
    }
    await forgetFailures(db, email);
    if (account.disabled_at !== null) throw refuse('userDisabled');
    return { ...(await issueToken(db, account.id, now())), email };
  });
}

async function refuseWhileSlowed(db: Database, emailHash: string, now: number): Promise<void> {
  const failed = await db
    .selectFrom('login_failure')
    .select(['failures', 'last_at'])
    .where('email_hash', '=', emailHash)
    .executeTakeFirst();
  if (!failed || failed.failures < FREE_FAILURES) return;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (failed.failures - FREE_FAILURES), LONGEST_WAIT_MS);
  // A failure from further ahead than the longest wait was noted by a clock that was wrong.
  const left = failed.last_at > now + LONGEST_WAIT_MS ? 0 : failed.last_at + wait - now;
  if (left > 0)
    throw refuse('tooManyRequests', 'Too many failed logins for this e-mail address', {
      retryAfterSeconds: left / 1_000,
    });
}

async function countFailure(db: Database, emailHash: string, now: number): Promise<void> {
  await forgetOldFailures(db, now, emailHash);
  await db
    .insertInto('login_failure')
    .values({ email_hash: emailHash, failures: 1, last_at: now })
    .onConflict((conflict) =>
      conflict
        .column('email_hash')
        .doUpdateSet({ failures: (row) => row('login_failure.failures', '+', 1), last_at: now }),
    )
    .execute();
}

export async function forgetFailures(db: Database, email: string): Promise<void> {
  await db
    .deleteFrom('login_failure')
    .where('email_hash', '=', failureHash(db, normalizeEmail(email)))
    .execute();
}

/** Failures from before then slow nobody down any more: of one address, or of all. */
export async function forgetOldFailures(db: Database, now: number, emailHash?: string): Promise<void> {
  const old = db.deleteFrom('login_failure').where('last_at', '<', now - FORGET_AFTER_MS);
  await (emailHash === undefined ? old : old.where('email_hash', '=', emailHash)).execute();
}

const failureHash = (db: Database, email: string): string => keyOf(db).hash('failed login', email);

const running = new Map<string, Promise<unknown>>();

/** Logins for one e-mail wait for each other, so that many guesses at once count as many. */
async function oneAtATime<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (running.get(key) ?? Promise.resolve()).then(work, work);
  running.set(key, turn);
  try {
    return await turn;
  } finally {
    if (running.get(key) === turn) running.delete(key);
  }
}
