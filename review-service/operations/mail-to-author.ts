/** A message from a business to the author of a review, as a mail. */
import type { AuthorRow } from '../../review-store/authors.ts';
import type { BusinessRow } from '../../review-store/businesses.ts';
import { isMailAddress } from '../mail/address.ts';
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
  const wording = chooseWording(await languageOf(transaction, business.id, author.email));
  const words = wording.mail;
  const name = plainLine(business.name);
  await queueMail(transaction, {
    business,
    to: { name: author.first_name, address: author.email },
    subject: typeof subject === 'string' ? subject : subject(words, name),
    parts: [words.word(name), { quote: body }, words.wordEnd],
    language: wording.language,
    now,
  });
}
