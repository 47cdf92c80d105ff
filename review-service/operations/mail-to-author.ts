import { plainLine } from '../mail/plain.ts';
import type { MailPart } from '../mail/parts.ts';
import type { Wording } from '../wording/index.ts';

export interface WordToAuthor {
  /** Its name. */
  readonly shop: string;
  /** In the business's own words, or in the language of the mail. */
  readonly subject: string | ((words: Wording['mail'], shop: string) => string);
  readonly body: string;
}

/** A message from a business to the author of a review, as a mail. */
export function wordMail(
  { shop: name, subject, body }: WordToAuthor,
  { mail: words }: Wording,
): { subject: string; parts: readonly MailPart[] } {
  const shop = plainLine(name);
  const line = typeof subject === 'string' ? subject : subject(words, shop);
  return { subject: line, parts: [words.word(shop), { quote: body }, words.wordEnd] };
}
