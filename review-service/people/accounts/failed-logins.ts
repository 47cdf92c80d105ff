/**
 * Failed logins, counted in the database for all instances together, by whom they come from: whoever guesses has to
 * wait, and nobody else. See docs/decisions/0151-throttles.md.
 */
import { refuse } from '../../../contract/endpoints/errors.ts';
import { keyOf } from '../../../review-store/secrets/data-key.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import type { Database } from '../../data/tables.ts';
import { normalizeEmail } from './accounts.ts';

/** The program that tries to log in, behind a network. */
export interface Caller {
  /** The network that limits count. */
  readonly network: string;
  /** Two programs on one machine have a client token each, so that the one is not slowed down by the other. */
  readonly clientToken: string;
}

/** An attempt that counts as failed until it is taken back. */
export interface Attempt {
  readonly source: string;
  readonly emailHash: string;
  /** When the source failed before this attempt. */
  readonly lastAt: number;
}

/** This many failures are an honest mistake; after that, each one doubles the wait. */
const FREE_FAILURES = 5;
const FIRST_WAIT_MS = 1_000;
/** A source has some hundred guesses a day. */
const LONGEST_WAIT_MS = 15 * 60_000;
const FORGET_AFTER_MS = 24 * 3_600_000;
/** From so many sources nobody mistypes one password within a day: then each has one guess a day. */
const MOST_SOURCES = 20;
/** In place of an e-mail address: all failures of a source. */
const ALL = '';

export const sourceOf = (db: Database, { network, clientToken }: Caller): string =>
  keyOf(db).hash('login source', network, clientToken);

/**
 * Counts an attempt before its password is looked at, so that many at once count as many on all instances.
 * @throws ApiError `tooManyRequests` while its source has to wait. Then it was not counted.
 */
export function beginAttempt(db: Database, source: string, email: string, now: number): Promise<Attempt> {
  const emailHash = failureHash(db, email);
  return inTransaction(db, async (transaction) => {
    const all = await lockSource(transaction, source, now);
    const isRecent = (last: number) => last > now - FORGET_AFTER_MS;
    const failures = isRecent(all.last_at) ? all.failures : 0;
    refuseUntil(all.last_at + waitAfter(failures), now);
    const own = await transaction
      .selectFrom('failed_login')
      .select(['failures', 'last_at'])
      .where('source_hash', '=', source)
      .where('email_hash', '=', emailHash)
      .executeTakeFirst();
    const ownFailures = own && isRecent(own.last_at) ? own.failures : 0;
    if (ownFailures > 0 && (await isGuessedAt(transaction, source, email, now)))
      refuseUntil(own!.last_at + FORGET_AFTER_MS, now);
    await put(transaction, source, ALL, failures + 1, now);
    await put(transaction, source, emailHash, ownFailures + 1, now);
    return { source, emailHash, lastAt: all.last_at };
  });
}

/** The attempt did not fail. If it succeeded, earlier failures of its source at this e-mail are forgotten as well. */
export async function takeBack(db: Database, attempt: Attempt, succeeded: boolean): Promise<void> {
  const { source, emailHash, lastAt } = attempt;
  await inTransaction(db, async (transaction) => {
    const all = await lockSource(transaction, source, lastAt);
    const own = await transaction
      .deleteFrom('failed_login')
      .where('source_hash', '=', source)
      .where('email_hash', '=', emailHash)
      .returning(['failures', 'last_at'])
      .executeTakeFirst();
    const taken = succeeded ? (own?.failures ?? 0) : 1;
    if (own && own.failures > taken) await put(transaction, source, emailHash, own.failures - taken, own.last_at);
    await put(transaction, source, ALL, Math.max(0, all.failures - taken), lastAt);
  });
}

/** The account has a new password: nobody has to wait for failures with the old one. */
export async function forgetFailures(db: Database, email: string): Promise<void> {
  const emailHash = failureHash(db, normalizeEmail(email));
  const rows = await db.deleteFrom('failed_login').where('email_hash', '=', emailHash).returningAll().execute();
  for (const { source_hash: source, failures } of rows)
    await db
      .updateTable('failed_login')
      .set((eb) => ({ failures: eb('failures', '-', failures) }))
      .where('source_hash', '=', source)
      .where('email_hash', '=', ALL)
      .where('failures', '>=', failures)
      .execute();
}

/** Failures from before then slow nobody down any more. Programs of an earlier version count in the second table. */
export async function forgetOldFailures(db: Database, now: number): Promise<void> {
  for (const table of ['failed_login', 'login_failure'] as const)
    await db
      .deleteFrom(table)
      .where('last_at', '<', now - FORGET_AFTER_MS)
      .execute();
}

const waitAfter = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (failures - FREE_FAILURES), LONGEST_WAIT_MS);

function refuseUntil(until: number, now: number): void {
  if (until > now)
    throw refuse('tooManyRequests', 'Too many failed logins from this network', {
      retryAfterSeconds: (until - now) / 1_000,
    });
}

/** Whether many sources fail at an account that this source has never got into. */
async function isGuessedAt(db: Database, source: string, email: string, now: number): Promise<boolean> {
  const others = await db
    .selectFrom('failed_login')
    .select('source_hash')
    .where('email_hash', '=', failureHash(db, email))
    .where('last_at', '>', now - FORGET_AFTER_MS)
    .limit(MOST_SOURCES)
    .execute();
  if (others.length < MOST_SOURCES) return false;
  const known = await db
    .selectFrom('user_token')
    .innerJoin('account', 'account.id', 'account_id')
    .select('token_hash')
    .where('account.email', '=', email)
    .where('source_hash', '=', source)
    .unionAll((eb) =>
      eb
        .selectFrom('console_session')
        .innerJoin('account', 'account.id', 'account_id')
        .select('token_hash')
        .where('account.email', '=', email)
        .where('source_hash', '=', source)
        .where('wants_code', '=', 0),
    )
    .limit(1)
    .executeTakeFirst();
  return known === undefined;
}

/** Attempts of one source come one after another here. */
const lockSource = (db: Database, source: string, now: number) =>
  db
    .insertInto('failed_login')
    .values({ source_hash: source, email_hash: ALL, failures: 0, last_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['source_hash', 'email_hash'])
        .doUpdateSet((eb) => ({ failures: eb.ref('failed_login.failures') })),
    )
    .returning(['failures', 'last_at'])
    .executeTakeFirstOrThrow();

const put = (db: Database, source: string, emailHash: string, failures: number, lastAt: number) =>
  db
    .insertInto('failed_login')
    .values({ source_hash: source, email_hash: emailHash, failures, last_at: lastAt })
    .onConflict((conflict) =>
      conflict.columns(['source_hash', 'email_hash']).doUpdateSet({ failures, last_at: lastAt }),
    )
    .execute();

const failureHash = (db: Database, email: string): string => keyOf(db).hash('failed login', email);
