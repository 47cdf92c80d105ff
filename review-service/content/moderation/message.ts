/** A word of the shop to the author of a review, who gets it by mail; whoever writes sees no address. */
import { refuse } from '../../../contract/endpoints/errors.ts';
import { LONGEST_TEXT } from '../../../contract/endpoints/limits.ts';
import { parseDateTime } from '../../../contract/entities/dates.ts';
import { typedText } from '../../../contract/entities/typed-text.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { noteEvent, subjectOfReview } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import { sendToAuthor } from '../messages.ts';
import type { Decision } from './by-command.ts';
import { lockAuthorOf, type ReviewName } from './reviews.ts';

export interface Messaged {
  readonly message: number;
  readonly mails: readonly string[];
}

/**
 * @throws ApiError `reviewNotFound` or `productReviewNotFound` if there is no such review; `userNotFound` if nobody
 * knows an address of its author; `malformed` for a text that is empty or too long.
 */
export async function messageDecided(
  transaction: Database,
  business: BusinessRow,
  name: ReviewName,
  text: string,
  { actor, mailsWaitMs = 0, now }: Decision,
): Promise<Messaged> {
  const body = typedText(text);
  if (body === '' || body.length > LONGEST_TEXT || body.includes('\0'))
    throw refuse('malformed', `A message must be a text of 1 to ${LONGEST_TEXT} characters`);
  const { review, author } = await lockAuthorOf(transaction, business, name);
  const quoted = [review.title, review.content].filter((part) => part.trim() !== '').join('\n');
  const about = { text: quoted, at: parseDateTime(review.createdRFC)!.time, product: review.product, editUrl: null };
  const sent =
    author &&
    (await sendToAuthor(
      transaction,
      { business, author, now, dueAt: now + mailsWaitMs },
      { reviewNo: name.kind === 'business' ? name.number : null, subject: undefined, body, review: about },
    ));
  if (!sent || sent.mail === null) throw refuse('userNotFound', 'Nobody knows an address of its author');
  const event = { businessId: business.id, about: subjectOfReview(name), actor, now };
  await noteEvent(transaction, { ...event, kind: 'mailed', reason: 'message' });
  return { message: sent.id, mails: [sent.mail] };
}
