/** A message from a business to the author of a review, as a mail. */
import type { AuthorRow } from '../../review-store/authors.ts';
import type { BusinessRow } from '../../review-store/businesses.ts';
import { readLook } from '../look/look.ts';
import { isMailAddress } from '../mail/address.ts';
import type { MailPart } from '../mail/parts.ts';
import { plainLine } from '../mail/plain.ts';
import { queueMail } from '../mail/queue.ts';
import { languageOf } from '../requests/requests.ts';
import type { Database } from '../tables.ts';
import { chooseWording, type Wording } from '../wording/index.ts';

export interface WordToAuthor {
  readonly business: BusinessRow;
  readonly author: AuthorRow;
  /** In the business's own words, or in the language of the mail. */
  readonly subject: string | ((words: Wording['mail'], business: string) => string);
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Queues the mail if there is an address for it, in the language in which the author was last asked. */
export async function mailToAuthor(
  transaction: Database,
  { business, author, subject, body, now }: WordToAuthor,
): Promise<void> {
  if (author.email === null || !isMailAddress(author.email)) return;
  const { locale } = await readLook(transaction, business.id);
  const wording = chooseWording(await languageOf(transaction, business.id, author.email), undefined, locale);
  await queueMail(transaction, {
    business,
    to: { name: author.first_name, address: author.email },
    ...wordMail({ shop: plainLine(business.name), subject, body }, wording),
    language: wording.language,
    now,
  });
}

export function wordMail(
  { shop, subject, body }: Pick<WordToAuthor, 'subject' | 'body'> & { readonly shop: string },
  { mail: words }: Wording,
): { subject: string; parts: readonly MailPart[] } {
  const line = typeof subject === 'string' ? subject : subject(words, shop);
  return { subject: line, parts: [words.word(shop), { quote: body }, words.wordEnd] };
}
