/**
 * Actions of the people of a shop, on one thing or on several: done where nothing changed since it was shown, in one
 * transaction, noted, and kept until the action after the next, so that they can be taken back.
 */
import { randomUUID } from 'node:crypto';
import { ApiError } from '../../../contract/endpoints/errors.ts';
import { dropJobs } from '../../../review-store/jobs/jobs.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import { noteEvent, type EventKind, type Subject } from '../../data/events.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { MAIL } from '../../letters/mail/sending/outbox.ts';
import { type Session } from '../../people/accounts/sessions.ts';
import { changedParts, readRevisions, type RevisionPart } from './revision.ts';
import { bringBack, lockStanding, type Standing } from './standing.ts';

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

/**
 * @param work - what is done to each; it may refuse with `alreadyExists` what is so already.
 */
export function act(
  { db, session, now }: Doing,
  kind: EventKind,
  wanted: readonly Wanted[],
  work: (transaction: Database, about: Subject) => Promise<Left | void>,
): Promise<Outcome> {
  const { business } = session;
  // Always in the same order, so that no two wait for each other.
  const ordered = wanted.toSorted((one, other) => (keyOf(one.about) < keyOf(other.about) ? -1 : 1));
  return inTransaction(db, async (transaction) => {
    const id = randomUUID();
    const done: Subject[] = [];
    const changed: Changed[] = [];
    await transaction
      .insertInto('act')
      .values({ id, business_id: business.id, session: session.tokenHash, kind, created_at: now })
      .execute();
    for (const { about, revision } of ordered) {
      const before = await lockStanding(transaction, business, about);
      const current = await revisionNow(transaction, session, about);
      const parts = current === undefined ? [] : changedParts(revision, current);
      if (!before || current === undefined || parts.length > 0) {
        changed.push({ about, parts });
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
          revision: (await revisionNow(transaction, session, about)) ?? '',
          mails: JSON.stringify(mails),
        })
        .execute();
    }
    await forgetActs(transaction, session, done.length > 0 ? null : id);
    return { act: done.length > 0 ? id : null, done, changed };
  });
}

const keyOf = ({ subject, number }: Subject): string => `${subject} ${String(number).padStart(16, '0')}`;

const revisionNow = async (db: Database, { business }: Session, { subject, number }: Subject) =>
  (await readRevisions(db, business, subject, [number])).get(number);

async function unlessSo(work: () => Promise<Left | void>): Promise<Left | null> {
  try {
    return (await work()) ?? {};
  } catch (error) {
    if (error instanceof ApiError && error.refusal === 'alreadyExists') return null;
    throw error;
  }
}

/** @param undone - one of which nothing came; otherwise all but the newest go. */
async function forgetActs(transaction: Database, { tokenHash }: Session, undone: string | null): Promise<void> {
  if (undone !== null) return void (await transaction.deleteFrom('act').where('id', '=', undone).execute());
  const rows = await transaction
    .selectFrom('act')
    .select('id')
    .where('session', '=', tokenHash)
    .orderBy('created_at', 'desc')
    .execute();
  const old = rows.slice(KEPT_ACTS).map(({ id }) => id);
  if (old.length > 0) await transaction.deleteFrom('act').where('id', 'in', old).execute();
}

export interface KeptAct {
  readonly id: string;
  readonly kind: EventKind;
  readonly about: readonly Subject[];
}

/** An action of this session that can be taken back. */
export async function findAct(db: Database, { tokenHash, business }: Session, id: string): Promise<KeptAct | null> {
  const rows = await db
    .selectFrom('act')
    .innerJoin('act_step', 'act_step.act_id', 'act.id')
    .select(['act.kind', 'act_step.subject', 'act_step.subject_id as number'])
    .where('act.id', '=', id)
    .where('act.session', '=', tokenHash)
    .where('act.business_id', '=', business.id)
    .execute();
  return rows.length === 0
    ? null
    : { id, kind: rows[0]!.kind, about: rows.map(({ subject, number }) => ({ subject, number })) };
}

/**
 * Takes an action back, as far as nothing changed since, and withdraws its mails.
 * @param tellAgain - where a mail of it is out already.
 */
export function undo(
  { db, session, now }: Doing,
  id: string,
  tellAgain: (transaction: Database, about: Subject, kind: EventKind) => Promise<void>,
): Promise<Omit<Outcome, 'act'>> {
  const { business, account, tokenHash } = session;
  return inTransaction(db, async (transaction) => {
    const steps = await transaction.selectFrom('act_step').selectAll().where('act_id', '=', id).execute();
    const acted = await transaction
      .deleteFrom('act')
      .where('id', '=', id)
      .where('session', '=', tokenHash)
      .where('business_id', '=', business.id)
      .returning(['kind', 'created_at'])
      .executeTakeFirst();
    if (!acted) return { done: [], changed: [] };
    const done: Subject[] = [];
    const changed: Changed[] = [];
    for (const { subject, subject_id: number, before, revision, mails } of steps) {
      const about = { subject, number };
      await lockStanding(transaction, business, about);
      const current = await revisionNow(transaction, session, about);
      if (current !== revision) {
        changed.push({ about, parts: current === undefined ? [] : changedParts(revision, current) });
        continue;
      }
      const ids = JSON.parse(mails) as string[];
      const areOut = ids.length > 0 && (await dropJobs(storeOf(transaction), MAIL, { ids })) < ids.length;
      // Nobody unreads a message.
      if (areOut && acted.kind === 'mailed') continue;
      await bringBack(transaction, business, about, JSON.parse(before) as Standing, now);
      if (acted.kind === 'put off') await putBack(transaction, business.id, about);
      const event = { businessId: business.id, about, actor: account.id, now };
      await noteEvent(transaction, { ...event, kind: 'undone', reason: acted.kind });
      if (areOut) await tellAgain(transaction, about, acted.kind);
      else if (ids.length > 0) await forgetMails(transaction, business.id, about, acted.created_at);
      done.push(about);
    }
    return { done, changed };
  });
}

async function putBack(transaction: Database, businessId: number, { subject, number }: Subject): Promise<void> {
  await transaction
    .deleteFrom('put_off')
    .where('business_id', '=', businessId)
    .where('subject', '=', subject)
    .where('subject_id', '=', number)
    .execute();
}

/** Nobody was told. */
async function forgetMails(
  transaction: Database,
  businessId: number,
  { subject, number }: Subject,
  at: number,
): Promise<void> {
  await transaction
    .deleteFrom('event')
    .where('business_id', '=', businessId)
    .where('subject', '=', subject)
    .where('subject_id', '=', number)
    .where('kind', '=', 'mailed')
    .where('created_at', '=', at)
    .execute();
}
