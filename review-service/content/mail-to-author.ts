import { fill } from '../../contract/texts/texts.ts';
import { plainLine } from '../letters/mail/plain.ts';
import type { MailBlock } from '../letters/mail/blocks.ts';
import { inLanguage } from '../letters/requests/invitation.ts';
import { formatDay, type Wording } from '../letters/wording/index.ts';

export interface WordToAuthor {
  /** Its name. */
  readonly shop: string;
  /** In the business's own words; null for a resolution, undefined for one that names the review. */
  readonly subject: string | null | undefined;
  readonly body: string;
  /** The review that it is about; null where it names nobody's. */
  readonly review: {
    readonly text: string;
    readonly at: number;
    /** Its product; null for the shop. */
    readonly product: string | null;
    /** Null where it cannot be edited. */
    readonly editUrl: string | null;
  } | null;
}

/** A message from a business to the author of a review, as a mail. */
export function wordMail(
  { shop: name, subject, body, review }: WordToAuthor,
  wording: Wording,
): { subject: string; blocks: readonly MailBlock[] } {
  const { mail: words, edit } = wording;
  const shop = plainLine(name);
  const title = fill(words.notices.review, { about: plainLine(review?.product ?? '') || shop });
  const line = subject === null ? fill(words.resolutionSubject, { business: shop }) : (subject ?? title);
  const about: MailBlock[] =
    review === null
      ? []
      : [
          `${title} · ${formatDay(wording, review.at)}`,
          { quote: review.text },
          ...(review.editUrl === null ? [] : [{ link: inLanguage(review.editUrl, wording), label: edit.title }]),
        ];
  return { subject: line, blocks: [fill(words.word, { business: shop }), { quote: body }, words.wordEnd, ...about] };
}
