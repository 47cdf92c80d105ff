import { fill } from '../../../contract/texts/texts.ts';
import { plainLine } from '../../letters/mail/plain.ts';
import type { MailPart } from '../../letters/mail/parts.ts';
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
): { subject: string; parts: readonly MailPart[] } {
  const { mail: words, edit } = wording;
  const shop = plainLine(name);
  const line = subject ?? fill(words.resolutionSubject, { business: shop });
  const about: MailPart[] =
    review === null
      ? []
      : [
          `${fill(words.notices.review, { about: shop })} · ${formatDay(wording, review.at)}`,
          { quote: review.text },
          { link: inLanguage(review.editUrl, wording), label: edit.title },
        ];
  return { subject: line, parts: [fill(words.word, { business: shop }), { quote: body }, words.wordEnd, ...about] };
}
