/** Tells the author of a review that it is no longer shown: why, and how to object. */
import { parseDateTime } from '../../contract/dates.ts';
import type { RemovalReason } from '../../contract/removal-reasons.ts';
import type { AuthorRow } from '../../review-store/authors.ts';
import type { BusinessRow } from '../../review-store/businesses.ts';
import { isMailAddress } from '../mail/address.ts';
import { plainLine, plainName } from '../mail/plain.ts';
import { queueMail } from '../mail/queue.ts';
import { languageOf } from '../requests/requests.ts';
import type { Database } from '../tables.ts';
import { chooseWording, formatDay } from '../wording/index.ts';
import type { FoundReview } from './reviews.ts';

export interface HiddenNotice {
  readonly business: BusinessRow;
  readonly author: AuthorRow;
  readonly review: FoundReview;
  readonly number: number;
  readonly reason: RemovalReason;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Queues the mail, in the language in which they were last asked for a review.
 * @returns false if there is no address for it.
 */
export async function tellAuthor(
  transaction: Database,
  { business, author, review, number, reason, now }: HiddenNotice,
): Promise<boolean> {
  if (author.email === null || !isMailAddress(author.email)) return false;
  const wording = chooseWording(await languageOf(transaction, business.id, author.email));
  const words = wording.mail.hidden;
  const shop = plainLine(business.name);
  const about = plainLine(review.product ?? '') || shop;
  const day = formatDay(wording, parseDateTime(review.createdRFC)!.time);
  await queueMail(transaction, {
    business,
    to: { name: author.first_name, address: author.email },
    subject: words.subject(about),
    parts: [
      wording.mail.hello(plainName(author.first_name)),
      words.told(about, day, number),
      ...(review.title.trim() === '' ? [] : [{ quote: review.title }]),
      words.reason(shop, words.reasons[reason]),
      words.object(shop),
    ],
    language: wording.language,
    now,
  });
  return true;
}
