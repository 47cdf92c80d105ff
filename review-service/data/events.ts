/**
 * Events of reviews, questions and products are noted in the transaction in which they happen, by pages, commands and
 * calls alike. An event holds no text and no address, and goes with its subject.
 */
import { randomUUID } from 'node:crypto';
import { slices } from '../../review-store/databases/slices.ts';
import type { BusinessRow } from '../../review-store/content/businesses.ts';
import { inTransaction } from '../../review-store/databases/transaction.ts';
import type { ReviewName } from '../../review-store/reviews/review-authors.ts';
import { eventKinds, type EventKind, type ShopEventKind, type SubjectKind } from './event-tables.ts';
import { requireBusiness } from './require-business.ts';
import type { Database } from './tables.ts';

export type { EventKind, ShopEventKind, SubjectKind };

export interface Subject {
  readonly subject: SubjectKind;
  readonly number: number;
}

export interface NewEvent {
  readonly businessId: number;
  readonly about: Subject;
  readonly kind: EventKind;
  /** The id of an account, or who acts without one. */
  readonly actor: string;
  readonly reason?: string | null;
  readonly now: number;
}

export interface Event {
  readonly kind: EventKind;
  readonly actor: string;
  readonly reason: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Somebody at the shop's command line. */
export const BY_COMMAND = 'command';
/** The author of the thing that it is about. */
export const BY_AUTHOR = 'author';
/** Somebody who came by. */
export const BY_SHOPPER = 'shopper';

/** Both kinds of questions. */
export type QuestionKind = 'product question' | 'question';
export const isQuestion = (subject: SubjectKind): subject is QuestionKind => tableOf[subject].endsWith('question');

/** Both kinds of reviews. */
export const isReview = (subject: SubjectKind): subject is 'product review' | 'review' =>
  tableOf[subject].endsWith('review');

const tables: Readonly<Record<SubjectKind, string>> = {
  review: 'review',
  'product review': 'product_review',
  question: 'question',
  'product question': 'product_question',
  product: 'product',
};
/** The table of each. Types take them all for that of reviews: who reads several asks for columns that they share. */
export const tableOf = tables as Readonly<Record<SubjectKind, 'review'>>;

export const subjectOfReview = ({ kind, number }: ReviewName): Subject => ({
  subject: kind === 'product' ? 'product review' : 'review',
  number,
});

/** An act about the shop as a whole. */
export interface NewShopEvent extends Pick<NewEvent, 'businessId' | 'actor' | 'reason' | 'now'> {
  readonly kind: ShopEventKind;
  /** The id of the account that it happens to. */
  readonly whom?: string | null;
}

const SHOP = { subject: 'shop', number: 0 } as const;

export async function noteEvent(transaction: Database, event: NewEvent | NewShopEvent): Promise<void> {
  const { businessId, kind, actor, reason = null, now } = event;
  const { subject, number } = 'about' in event ? event.about : SHOP;
  await transaction
    .insertInto('event')
    .values({
      id: randomUUID(),
      business_id: businessId,
      subject,
      subject_id: number,
      kind,
      actor,
      reason,
      whom: ('whom' in event && event.whom) || null,
      created_at: now,
    })
    .execute();
}

/**
 * Does something to a business for somebody at the command line, in one transaction.
 * @throws ApiError `businessNotAvailable` if there is no such business.
 */
export const byCommand = <Done>(
  db: Database,
  domain: string,
  work: (transaction: Database, business: BusinessRow, by: Pick<NewEvent, 'actor' | 'now'>) => Promise<Done>,
  now = Date.now(),
): Promise<Done> =>
  inTransaction(db, async (transaction) =>
    work(transaction, await requireBusiness(transaction, domain), { actor: BY_COMMAND, now }),
  );

/** Somebody at the command line changed how a business is served. */
export async function noteSettingByCommand(db: Database, domain: string, now = Date.now()): Promise<void> {
  const { id: businessId } = await requireBusiness(db, domain);
  await noteEvent(db, { businessId, kind: 'settings changed', actor: BY_COMMAND, now });
}

export interface Written extends Pick<NewEvent, 'businessId' | 'about' | 'now'> {
  /** Why it waits for the shop; null where it does not. */
  readonly heldFor: string | null;
}

const notingText =
  (kind: EventKind) =>
  async (transaction: Database, { heldFor, ...event }: Written): Promise<void> => {
    await noteEvent(transaction, { ...event, kind, actor: BY_AUTHOR });
    if (heldFor !== null) await noteEvent(transaction, { ...event, kind: 'held', actor: BY_AUTHOR, reason: heldFor });
  };

/** Its author wrote it. */
export const noteWritten = notingText('written');
/** Its author changed it. */
export const noteEdited = notingText('edited');

/** All about something, the oldest first. */
export async function readEvents(db: Database, businessId: number, about: Subject): Promise<Event[]> {
  const rows = await db
    .selectFrom('event')
    .select(['kind', 'actor', 'reason', 'created_at as at'])
    .$narrowType<{ kind: EventKind }>()
    .where('business_id', '=', businessId)
    .where('subject', '=', about.subject)
    .where('subject_id', '=', about.number)
    .orderBy('created_at')
    .execute();
  return rows.toSorted((one, other) => one.at - other.at || rankOf(one) - rankOf(other));
}

const rankOf = ({ kind }: Event): number => eventKinds.indexOf(kind);

/** Of what is gone there is no history, and nothing to take back. */
export async function forgetEvents(
  transaction: Database,
  businessId: number,
  subject: SubjectKind,
  numbers: readonly number[],
): Promise<void> {
  for (const some of slices(numbers))
    for (const table of ['event', 'act_step', 'put_off', 'item_link'] as const)
      await transaction
        .deleteFrom(table as 'event')
        .where('business_id', '=', businessId)
        .where('subject', '=', subject)
        .where('subject_id', 'in', some)
        .execute();
}
