import { plainLine } from '../mail/plain.ts';
import type { MailPart } from '../mail/parts.ts';
import { inLanguage } from '../requests/invitation.ts';
import { formatDay, type Wording } from '../wording/index.ts';

export interface WordToAuthor {
  /** Its name. */
  readonly shop: string;
  /** In the business's own words, or in the language of the mail. */
  readonly subject: string | ((words: Wording['mail'], shop: string) => string);
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
  const line = typeof subject === 'string' ? subject : subject(words, shop);
  const about: MailPart[] =
    review === null
      ? []
      : [
          `${words.notices.review(shop)} · ${formatDay(wording, review.at)}`,
          { quote: review.text },
          { link: inLanguage(review.editUrl, wording), label: edit.title },
        ];
  return { subject: line, parts: [words.word(shop), { quote: body }, words.wordEnd, ...about] };
}
