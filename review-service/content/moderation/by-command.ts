/**
 * Takes a review from view, for a reason that is kept and told to its author, and brings it back as it was. A running
 * service sees it from the next call on, and a proxy from its next one.
 */
import { formatDateTime, parseDateTime } from '../../../contract/entities/dates.ts';
import { refuse } from '../../../contract/endpoints/errors.ts';
import type { RemovalReason } from '../../../contract/removal-reasons.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { hideImages } from '../../images/hide-images.ts';
import { byCommand, noteEvent, subjectOfReview } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import { tellAuthor } from './mail.ts';
import { findReview, hide, lockAuthorOf, nameOf, notFound, reasonOf, show, type ReviewName } from './reviews.ts';

/** Who decides, and when. */
export interface Decision {
  /** See `NewEvent`. */
  readonly actor: string;
  /** How long its mails wait, to be taken back; by default not at all. */
  readonly mailsWaitMs?: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface Hidden {
  /** False if nobody knows an address of theirs. */
  readonly authorIsTold: boolean;
  /** The mail that tells them. */
  readonly mails: readonly string[];
}

/** @throws ApiError `businessNotAvailable`; otherwise as `hideDecided`. */
export const hideByCommand = (
  db: Database,
  domain: string,
  name: ReviewName,
  reason: RemovalReason,
  now?: number,
): Promise<Hidden> =>
  byCommand(db, domain, (transaction, business, by) => hideDecided(transaction, business, name, reason, by), now);

/**
 * Takes a review from view and tells its author.
 * @throws ApiError `reviewNotFound` or `productReviewNotFound` if there is no such review; `alreadyExists` if it is
 * hidden.
 */
export async function hideDecided(
  transaction: Database,
  business: BusinessRow,
  name: ReviewName,
  reason: RemovalReason,
  decision: Decision,
): Promise<Hidden> {
  const { id: businessId, domain } = business;
  const { actor, now } = decision;
  const found = await lockAuthorOf(transaction, business, name);
  const { images, removedRFC } = found.review;
  if (!(await hide(transaction, businessId, name, reason, now))) {
    if (removedRFC === null) throw notFound(name, domain);
    throw refuse('alreadyExists', await alreadyHidden(transaction, businessId, name, removedRFC));
  }
  await hideImages(transaction, images, 1);
  const about = subjectOfReview(name);
  await noteEvent(transaction, { businessId, about, kind: 'hidden', actor, reason, now });
  return tellHidden(transaction, business, { ...found, name, reason, what: 'hidden' }, decision);
}

interface ToTell extends Awaited<ReturnType<typeof lockAuthorOf>> {
  readonly name: ReviewName;
  readonly reason: RemovalReason;
  /** The whole review, or one photo of it. */
  readonly what: 'hidden' | 'photo hidden';
}

/** Tells the author, as far as somebody knows an address, and notes it. */
export async function tellHidden(
  transaction: Database,
  business: BusinessRow,
  { review, author, name, reason, what }: ToTell,
  { actor, mailsWaitMs = 0, now }: Decision,
): Promise<Hidden> {
  const notice = { business, review, number: name.number, reason, isPhoto: what === 'photo hidden' };
  const mail = author && (await tellAuthor(transaction, { ...notice, author, now, dueAt: now + mailsWaitMs }));
  if (mail === null) return { authorIsTold: false, mails: [] };
  const about = subjectOfReview(name);
  await noteEvent(transaction, { businessId: business.id, about, kind: 'mailed', actor, reason: what, now });
  return { authorIsTold: true, mails: [mail] };
}

async function alreadyHidden(db: Database, businessId: number, name: ReviewName, since: string): Promise<string> {
  const reason = await reasonOf(db, businessId, name);
  const moment = formatDateTime(parseDateTime(since)!.time);
  return `The ${nameOf(name)} is hidden already, since ${moment} UTC${reason === null ? '' : `: ${reason}`}`;
}

/**
 * Brings back a review that was hidden, whole, or publishes one that is pending.
 * @throws ApiError `businessNotAvailable`; otherwise as `publishDecided`.
 */
export const publishByCommand = (db: Database, domain: string, name: ReviewName, now?: number): Promise<void> =>
  byCommand(db, domain, (transaction, business, by) => publishDecided(transaction, business, name, by), now);

/** @throws ApiError as `hideDecided`; `alreadyExists` if it is published. */
export async function publishDecided(
  transaction: Database,
  { id, domain }: BusinessRow,
  name: ReviewName,
  { actor, now }: Decision,
): Promise<void> {
  const found = await findReview(transaction, id, name);
  if (!found) throw notFound(name, domain);
  if (!(await show(transaction, id, name, now)))
    throw refuse('alreadyExists', `The ${nameOf(name)} is published already`);
  await hideImages(transaction, found.images, 0);
  await noteEvent(transaction, { businessId: id, about: subjectOfReview(name), kind: 'published', actor, now });
}
