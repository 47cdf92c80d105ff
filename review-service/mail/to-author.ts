/** What a business writes to the author of a review, as a mail. */
import type { AuthorRow } from '../../review-store/authors.ts';
import type { BusinessRow } from '../../review-store/businesses.ts';
import type { Database } from '../tables.ts';
import { isMailAddress } from './address.ts';
import { plainLine } from './plain.ts';
import { queueMail } from './queue.ts';

export interface WordToAuthor {
  readonly business: BusinessRow;
  readonly author: AuthorRow;
  readonly subject: string;
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Queues the mail, where there is an address to send it to. English, since nobody asked for the author's language. */
export async function mailToAuthor(transaction: Database, { business, author, subject, body, now }: WordToAuthor): Promise<void> {
  if (author.email === null || !isMailAddress(author.email)) return;
  const name = plainLine(business.name);
  await queueMail(transaction, {
    business,
    to: { name: author.first_name, address: author.email },
    subject,
    parts: [`${name} wrote to you about what you reviewed:`, { quote: body }, 'To write back, answer this mail.'],
    language: 'en',
    now,
  });
}
