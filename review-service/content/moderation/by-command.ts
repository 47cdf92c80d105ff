/**
 * Takes a review from view, for a reason that is kept and told to its author, and brings it back as it was. A running
 * service sees it from the next call on, and a proxy from its next one.
 */
import { formatDateTime, parseDateTime } from '../../../contract/entities/dates.ts';
import { refuse } from '../../../contract/endpoints/errors.ts';
import type { RemovalReason } from '../../../contract/removal-reasons.ts';
import { lockAuthor } from '../../../review-store/content/authors.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import { hideImages } from '../../images/hide-images.ts';
import { requireBusiness } from '../../data/require-business.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { tellAuthor } from './mail.ts';
import { findAuthorOf, findReview, hide, nameOf, notFound, reasonOf, show, type ReviewName } from './reviews.ts';

export interface Hidden {
  /** False if nobody knows an address of theirs. */
  readonly authorIsTold: boolean;
}

/**
 * @throws ApiError `businessNotAvailable`; `reviewNotFound` or `productReviewNotFound` if there is no such review;
 * `alreadyExists` if it is hidden.
 */
export function hideByCommand(
  db: Database,
  domain: string,
  name: ReviewName,
  reason: RemovalReason,
  now = Date.now(),
): Promise<Hidden> {
  return inTransaction(db, async (transaction) => {
    const business = await requireBusiness(transaction, domain);
    const found = await findReview(transaction, business.id, name);
    if (!found) throw notFound(name, domain);
    // The author before the review, as an erasure does: somebody who is being erased gets no mail afterwards.
    const known = await findAuthorOf(transaction, business.id, name);
    const author = known && (await lockAuthor(storeOf(transaction), business.id, known.id));
    if (!(await hide(transaction, business.id, name, reason, now))) {
      if (found.removedRFC === null) throw notFound(name, domain);
      throw refuse('alreadyExists', await alreadyHidden(transaction, business.id, name, found.removedRFC));
    }
    await hideImages(transaction, found.images, 1);
    const authorIsTold = author
      ? await tellAuthor(transaction, { business, author, review: found, number: name.number, reason, now })
      : false;
    return { authorIsTold };
  });
}

async function alreadyHidden(db: Database, businessId: number, name: ReviewName, since: string): Promise<string> {
  const reason = await reasonOf(db, businessId, name);
  const moment = formatDateTime(parseDateTime(since)!.time);
  return `The ${nameOf(name)} is hidden already, since ${moment} UTC${reason === null ? '' : `: ${reason}`}`;
}

/**
 * Brings back a review that was hidden, whole, or publishes one that is pending.
 * @throws ApiError as `hideByCommand`; `alreadyExists` if it is published.
 */
export function publishByCommand(db: Database, domain: string, name: ReviewName, now = Date.now()): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const { id } = await requireBusiness(transaction, domain);
    const found = await findReview(transaction, id, name);
    if (!found) throw notFound(name, domain);
    if (!(await show(transaction, id, name, now)))
      throw refuse('alreadyExists', `The ${nameOf(name)} is published already`);
    await hideImages(transaction, found.images, 0);
  });
}
