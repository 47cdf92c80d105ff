/** Tells the author of a review what became of it. */
import { parseDateTime } from '../../../contract/entities/dates.ts';
import type { RemovalReason } from '../../../contract/removal-reasons.ts';
import { fill } from '../../../contract/texts/texts.ts';
import { plainLine, plainName } from '../../letters/mail/plain.ts';
import { mailAuthor, type ToAuthor } from '../../letters/requests/mail-author.ts';
import type { Database } from '../../data/tables.ts';
import { formatDay, greet } from '../../letters/wording/index.ts';
import type { FoundReview } from './reviews.ts';

/** A review or a question, as its author is told of it. */
export type Told = Pick<FoundReview, 'title' | 'createdRFC' | 'product'>;

interface AboutReview extends ToAuthor {
  readonly review: Told;
  /** It is about one photo alone: the words stay. */
  readonly isPhoto?: boolean;
  /** It is a question, with its words for a title. */
  readonly isQuestion?: boolean;
  readonly number: number;
}

export interface HiddenNotice extends AboutReview {
  readonly reason: RemovalReason;
}

/**
 * That it is no longer shown: why, and how to object.
 * @returns the id of the mail; null if there is no address for it.
 */
export function tellAuthor(transaction: Database, notice: HiddenNotice): Promise<string | null> {
  const { business, author, review, number, reason, isPhoto = false, isQuestion = false } = notice;
  return mailAuthor(transaction, notice, (wording) => {
    const { hidden, photoHidden, questionHidden } = wording.mail;
    const words = isQuestion ? questionHidden : isPhoto ? photoHidden : hidden;
    const shop = plainLine(business.name);
    const about = plainLine(review.product ?? '') || shop;
    const day = formatDay(wording, parseDateTime(review.createdRFC)!.time);
    return {
      subject: fill(words.subject, { about }),
      blocks: [
        greet(wording, plainName(author.first_name)),
        fill(words.told, { about, date: day, number }),
        ...(isPhoto || review.title.trim() === '' ? [] : [{ quote: review.title }]),
        fill(hidden.reason, { business: shop, reason: hidden.reasons[reason] }),
        fill(words.object, { business: shop }),
      ],
    };
  });
}

/** That it is shown again, to somebody who was told otherwise. Where it is sent to is as above. */
export function tellShownAgain(transaction: Database, notice: AboutReview): Promise<string | null> {
  const { business, author, review, number, isPhoto = false, isQuestion = false } = notice;
  return mailAuthor(transaction, notice, (wording) => {
    const { shownAgain, photoShownAgain, questionShownAgain } = wording.mail;
    const words = isQuestion ? questionShownAgain : isPhoto ? photoShownAgain : shownAgain;
    const shop = plainLine(business.name);
    const about = plainLine(review.product ?? '') || shop;
    const date = formatDay(wording, parseDateTime(review.createdRFC)!.time);
    return {
      subject: fill(words.subject, { about }),
      blocks: [greet(wording, plainName(author.first_name)), fill(words.told, { business: shop, about, date, number })],
    };
  });
}
