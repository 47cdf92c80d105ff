import type { Message } from '../../../contract/entities/entities.ts';
import { refuse } from '../../../contract/endpoints/errors.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import {
  findAuthorByUsername,
  lockAuthor,
  readAuthors,
  toUser,
  type AuthorRow,
} from '../../../review-store/content/authors.ts';
import { toLocal, toRfc, toTime } from '../../../review-store/content/moments.ts';
import { findReviewAuthor, getReview, readReviews } from '../../../review-store/reviews/reviews.ts';
import type { Service } from '../../context.ts';
import { businessUser } from '../../people/authors.ts';
import { findMessages, sendToAuthor } from '../../content/messages.ts';
import { linkPath, makeLink } from '../../letters/requests/links.ts';
import { noteEvent } from '../../data/events.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import type { WordToAuthor } from '../../content/mail-to-author.ts';
import type { Operation } from './call.ts';

export const listMessages: Operation<'listMessages'> = async ({ db, addresses, business, parameters }) => {
  const rows = await findMessages(db, business.id, parameters);
  const authors = await readAuthors(storeOf(db), business.id, rows);
  const reviews = await readReviews(
    storeOf(db),
    business.id,
    rows.map((row) => row.review_id),
  );
  const messages = rows.map((row): Message => {
    const author = toUser(authors.get(row.author_id), false);
    const review = row.review_id === null ? undefined : reviews.get(row.review_id);
    return {
      subject: row.subject,
      body: row.body,
      review: review ? addresses.review(review) : null,
      created: toLocal(row.created_at)!,
      createdRFC: toRfc(row.created_at)!,
      recipient: row.sent ? author : businessUser(business),
      sender: row.sent ? businessUser(business) : author,
    };
  });
  return { messages, count: messages.length, start: parameters.start };
};

export const sendMessage: Operation<'sendMessage'> = (call) => send(call, call.parameters.subject);

/** A resolution is a message with a given subject: what the business offers to put things right. */
export const sendResolution: Operation<'sendResolution'> = (call) => send(call, null);

type Sending = Parameters<Operation<'sendMessage'>>[0] | Parameters<Operation<'sendResolution'>>[0];

function send({ service, business, session, parameters, now, commit }: Sending, subject: string | null) {
  return commit(async (db) => {
    const { author, reviewNo } = await findRecipient(db, business.id, parameters);
    const review = await findSubject(db, { service, business, author, reviewNo, now });
    const { body } = parameters;
    const { mail } = await sendToAuthor(db, { business, author, now }, { reviewNo, subject, body, review });
    if (reviewNo !== null && mail !== null) {
      const about = { subject: 'review', number: reviewNo } as const;
      const event = { businessId: business.id, about, actor: session.accountId, now };
      await noteEvent(db, { ...event, kind: 'mailed', reason: 'message' });
    }
    return {};
  });
}

interface Sent extends Recipient {
  readonly business: BusinessRow;
  readonly service: Service;
  readonly now: number;
}

/** The review that a message is about, with the way to edit it; null where it names none, or one that was removed. */
async function findSubject(
  db: Database,
  { service, business, author, reviewNo, now }: Sent,
): Promise<WordToAuthor['review']> {
  const review = reviewNo === null ? null : await getReview(storeOf(db), business.id, reviewNo);
  if (!review || review.removedRFC !== null || author.email === null) return null;
  const target = { email: author.email };
  const token = await makeLink(db, { businessId: business.id, purpose: 'edit', target, now });
  return {
    text: [review.title, review.content].filter((part) => part.trim() !== '').join('\n'),
    at: toTime(review.createdRFC)!,
    product: null,
    editUrl: service.addresses.publicUrl + linkPath('edit', business.domain, token),
  };
}

interface Recipient {
  readonly author: AuthorRow;
  readonly reviewNo: number | null;
}

/** The recipient, named by one of their reviews (in any state), by username, or by both. */
async function findRecipient(
  db: Database,
  businessId: number,
  given: { review_no: number | undefined; username: string | undefined },
): Promise<Recipient> {
  const { review_no: reviewNo, username } = given;
  if (reviewNo === undefined && username === undefined)
    throw refuse('parameterMissing', 'Parameter review_no is missing: give it, or username');
  const reviewer = reviewNo === undefined ? undefined : await findReviewAuthor(storeOf(db), businessId, reviewNo);
  if (reviewNo !== undefined && reviewer === undefined) throw refuse('reviewNotFound');
  const named = username === undefined ? undefined : await findAuthorByUsername(storeOf(db), businessId, username);
  if (username !== undefined && !named)
    throw refuse('userNotFound', 'Parameter username names no author of this business');
  if (named && reviewNo !== undefined && named.id !== reviewer?.id)
    throw refuse('malformed', 'Parameter username names another user than the author of review_no');
  const found = named ?? reviewer;
  // Locked, so that somebody who is being erased gets no mail afterwards.
  const author = found && (await lockAuthor(storeOf(db), businessId, found.id));
  if (!author) throw refuse('userNotFound', 'The author of this review is not known');
  return { author, reviewNo: reviewNo ?? null };
}
