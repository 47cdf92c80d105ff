import { fill } from '../../../contract/texts/texts.ts';
import { plainLine } from '../../letters/mail/plain.ts';
import type { MailBlock } from '../../letters/mail/blocks.ts';
import { inLanguage } from '../../letters/requests/invitation.ts';
import { formatDay, type Wording } from '../../letters/wording/index.ts';

export interface WordToAuthor {
  /** Its name. */
  readonly shop: string;
  /** In the business's own words; null for a resolution. */
  readonly subject: string | null;
  readonly body: string;
  /** The review that it is about; null where it names nobody's. */
  readonly review: { readonly text: string; readonly at: number; readonly editUrl: string } | null;
}

/** A message from a business to the author of a review, as a mail. */
export function wordMail(
  { shop: name, subject, body, review }: WordToAuthor,
  wording: Wording,
): { subject: string; blocks: readonly MailBlock[] } {
  const { mail: words, edit } = wording;
  const shop = plainLine(name);
  const line = subject ?? fill(words.resolutionSubject, { business: shop });
  const about: MailBlock[] =
    review === null
      ? []
      : [
          `${fill(words.notices.review, { about: shop })} · ${formatDay(wording, review.at)}`,
          { quote: review.text },
          { link: inLanguage(review.editUrl, wording), label: edit.title },
        ];
  return { subject: line, blocks: [fill(words.word, { business: shop }), { quote: body }, words.wordEnd, ...about] };
}
