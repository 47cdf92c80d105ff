/**
 * Actions of the people of a shop, on one thing or on several: done where nothing changed since it was shown, in one
 * transaction, noted, and kept until the action after the next, so that they can be taken back (undo.ts).
 */
import { randomUUID } from 'node:crypto';
import { ApiError } from '../../../contract/endpoints/errors.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import type { EventKind, Subject } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import { type Session } from '../../people/accounts/sessions.ts';
import { changedParts, readRevision, type RevisionPart } from './revision.ts';
import { lockStanding, type Standing } from './standing.ts';

/** How long mails wait that an action causes. */
export const MAILS_WAIT_MS = 60_000;
/** Actions of a session that can be taken back. */
const KEPT_ACTS = 2;

/** Something with the revision that its form showed. */
export interface Wanted {
  readonly about: Subject;
  readonly revision: string;
}

/** Something that changed meanwhile, with what did; nothing of it if it is gone. */
export interface Changed {
  readonly about: Subject;
  readonly parts: readonly RevisionPart[];
}

export interface Outcome {
  /** The action, as it is kept; null if nothing was done. */
  readonly act: string | null;
  readonly done: readonly Subject[];
  readonly changed: readonly Changed[];
}

export interface Doing {
  readonly db: Database;
  readonly session: Session;
  readonly now: number;
}

/** The traces that an action leaves beside its changes. */
export type Left = Pick<Standing, 'reports' | 'added' | 'answer' | 'message'> & { readonly mails?: readonly string[] };

/** Does something to one thing; it may refuse with `alreadyExists` what is so already. */
export type Work = (transaction: Database, about: Subject) => Promise<Left | void>;

export function act(
  { db, session, now }: Doing,
  kind: EventKind,
  wanted: readonly Wanted[],
  work: Work,
): Promise<Outcome> {
  const { business, tokenHash } = session;
  // Always in the same order, so that no two wait for each other.
  const ordered = wanted.toSorted((one, other) => (keyOf(one.about) < keyOf(other.about) ? -1 : 1));
  return inTransaction(db, async (transaction) => {
    const id = randomUUID();
    const done: Subject[] = [];
    const changed: Changed[] = [];
    await transaction
      .insertInto('act')
      .values({ id, business_id: business.id, session: tokenHash, kind, created_at: now })
      .execute();
    for (const { about, revision } of ordered) {
      const before = await lockStanding(transaction, business, about);
      const change = await changeSince(transaction, business, { about, revision });
      if (change || !before) {
        changed.push(change ?? { about, parts: [] });
        continue;
      }
      const left = await unlessSo(() => work(transaction, about));
      if (left === null) continue;
      done.push(about);
      const { mails = [], ...more } = left;
      await transaction
        .insertInto('act_step')
        .values({
          act_id: id,
          business_id: business.id,
          subject: about.subject,
          subject_id: about.number,
          before: JSON.stringify({ ...before, ...more } satisfies Standing),
          revision: (await readRevision(transaction, business, about)) ?? '',
          mails: JSON.stringify(mails),
        })
        .execute();
    }
    if (done.length > 0) await forgetOldActs(transaction, tokenHash);
    else await transaction.deleteFrom('act').where('id', '=', id).execute();
    return { act: done.length > 0 ? id : null, done, changed };
  });
}

const keyOf = ({ subject, number }: Subject): string => `${subject} ${String(number).padStart(16, '0')}`;

/** Null where nothing did. */
export async function changeSince(
  db: Database,
  business: BusinessRow,
  { about, revision }: Wanted,
): Promise<Changed | null> {
  const current = await readRevision(db, business, about);
  if (current === revision) return null;
  return { about, parts: current === undefined ? [] : changedParts(revision, current) };
}

async function unlessSo(work: () => Promise<Left | void>): Promise<Left | null> {
  try {
    return (await work()) ?? {};
  } catch (error) {
    if (error instanceof ApiError && error.refusal === 'alreadyExists') return null;
    throw error;
  }
}

async function forgetOldActs(transaction: Database, tokenHash: string): Promise<void> {
  const rows = await transaction
    .selectFrom('act')
    .select('id')
    .where('session', '=', tokenHash)
    .orderBy('created_at', 'desc')
    .execute();
  const old = rows.slice(KEPT_ACTS).map(({ id }) => id);
  if (old.length > 0) await transaction.deleteFrom('act').where('id', 'in', old).execute();
}
