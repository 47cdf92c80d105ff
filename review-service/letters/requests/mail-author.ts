import type { AuthorRow } from '../../../review-store/content/authors.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { readLook } from '../look/look.ts';
import { isMailAddress } from '../mail/address.ts';
import { queueMail, type Mail } from '../mail/queue.ts';
import type { Database } from '../../data/tables.ts';
import { chooseWording, type Wording } from '../wording/index.ts';
import { languageOf } from './requests.ts';

export interface ToAuthor {
  readonly business: BusinessRow;
  readonly author: AuthorRow;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** When it is sent; by default at once. */
  readonly dueAt?: number;
}

/**
 * Queues a mail to the author of a review, in the language in which they were last asked, or else in the shop's.
 * @returns the id of the mail; null if there is no address for it.
 */
export async function mailAuthor(
  transaction: Database,
  { business, author, now, dueAt = now }: ToAuthor,
  mailOf: (wording: Wording) => Pick<Mail, 'subject' | 'blocks'>,
): Promise<string | null> {
  if (author.email === null || !isMailAddress(author.email)) return null;
  const { locale } = await readLook(transaction, business.id);
  const wording = chooseWording(await languageOf(transaction, business.id, author.email), undefined, locale);
  return queueMail(transaction, {
    business,
    to: { name: author.first_name, address: author.email },
    ...mailOf(wording),
    language: wording.language,
    now,
    dueAt,
  });
}
