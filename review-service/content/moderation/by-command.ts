/**
 * Takes a review from view, for a reason that is kept and told to its author, and brings it back as it was. A running
 * service sees it from the next call on, and a proxy from its next one.
 */
import { formatDateTime, parseDateTime } from '../../../contract/entities/dates.ts';
import { refuse } from '../../../contract/endpoints/errors.ts';
import type { RemovalReason } from '../../../contract/removal-reasons.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { lockAuthor } from '../../../review-store/content/authors.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import { hideImages } from '../../images/hide-images.ts';
import { BY_COMMAND, noteEvent, subjectOfReview } from '../../data/events.ts';
import { requireBusiness } from '../../data/require-business.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { tellAuthor } from './mail.ts';
import { findAuthorOf, findReview, hide, nameOf, notFound, reasonOf, show, type ReviewName } from './reviews.ts';

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
export function hideByCommand(
  db: Database,
  domain: string,
  name: ReviewName,
  reason: RemovalReason,
  now = Date.now(),
): Promise<Hidden> {
  return inTransaction(db, async (transaction) =>
    hideDecided(transaction, await requireBusiness(transaction, domain), name, reason, { actor: BY_COMMAND, now }),
  );
}

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
  { actor, mailsWaitMs = 0, now }: Decision,
): Promise<Hidden> {
  const { id: businessId, domain } = business;
  const found = await findReview(transaction, businessId, name);
  if (!found) throw notFound(name, domain);
  // The author before the review, as an erasure does: somebody who is being erased gets no mail afterwards.
  const known = await findAuthorOf(transaction, businessId, name);
  const author = known && (await lockAuthor(storeOf(transaction), businessId, known.id));
  if (!(await hide(transaction, businessId, name, reason, now))) {
    if (found.removedRFC === null) throw notFound(name, domain);
    throw refuse('alreadyExists', await alreadyHidden(transaction, businessId, name, found.removedRFC));
  }
  await hideImages(transaction, found.images, 1);
  const about = subjectOfReview(name);
  await noteEvent(transaction, { businessId, about, kind: 'hidden', actor, reason, now });
  const notice = { business, review: found, number: name.number, reason, now, dueAt: now + mailsWaitMs };
  const mail = author ? await tellAuthor(transaction, { ...notice, author }) : null;
  if (mail === null) return { authorIsTold: false, mails: [] };
  await noteEvent(transaction, { businessId, about, kind: 'mailed', actor, reason: 'hidden', now });
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
export function publishByCommand(db: Database, domain: string, name: ReviewName, now = Date.now()): Promise<void> {
  return inTransaction(db, async (transaction) =>
    publishDecided(transaction, await requireBusiness(transaction, domain), name, { actor: BY_COMMAND, now }),
  );
}

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
