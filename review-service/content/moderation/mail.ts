/** Tells the author of a review that it is no longer shown: why, and how to object. */
import { parseDateTime } from '../../../contract/entities/dates.ts';
import type { RemovalReason } from '../../../contract/removal-reasons.ts';
import { fill } from '../../../contract/texts/texts.ts';
import { plainLine, plainName } from '../../letters/mail/plain.ts';
import { mailAuthor, type ToAuthor } from '../../letters/requests/mail-author.ts';
import type { Database } from '../../data/tables.ts';
import { formatDay, greet } from '../../letters/wording/index.ts';
import type { FoundReview } from './reviews.ts';

export interface HiddenNotice extends ToAuthor {
  readonly review: FoundReview;
  readonly number: number;
  readonly reason: RemovalReason;
}

/** @returns the id of the mail; null if there is no address for it. */
export function tellAuthor(transaction: Database, notice: HiddenNotice): Promise<string | null> {
  const { business, author, review, number, reason } = notice;
  return mailAuthor(transaction, notice, (wording) => {
    const words = wording.mail.hidden;
    const shop = plainLine(business.name);
    const about = plainLine(review.product ?? '') || shop;
    const day = formatDay(wording, parseDateTime(review.createdRFC)!.time);
    return {
      subject: fill(words.subject, { about }),
      blocks: [
        greet(wording, plainName(author.first_name)),
        fill(words.told, { about, date: day, number }),
        ...(review.title.trim() === '' ? [] : [{ quote: review.title }]),
        fill(words.reason, { business: shop, reason: words.reasons[reason] }),
        fill(words.object, { business: shop }),
      ],
    };
  });
}
