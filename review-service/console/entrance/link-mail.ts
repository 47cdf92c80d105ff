/** A mail to one address with a link that only its reader has. */
import { fill } from '../../../contract/texts/texts.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import type { Database } from '../../data/tables.ts';
import { queueMail } from '../../letters/mail/queue.ts';
import type { words } from '../words/index.ts';

interface LinkMail {
  readonly business: BusinessRow;
  readonly address: string;
  readonly link: string;
  /** Named in the text, beside the shop. */
  readonly email: string;
  readonly now: number;
}

export const mailLink = (
  transaction: Database,
  { mailSubject, mailText, mailButton, mailElse }: typeof words.reset | typeof words.team,
  { business, address, link, email, now }: LinkMail,
): Promise<unknown> => {
  const values = { business: business.name, email };
  return queueMail(transaction, {
    business,
    to: { name: '', address },
    subject: fill(mailSubject, values),
    blocks: [fill(mailText, values), { link, label: mailButton }, mailElse],
    language: 'en',
    now,
  });
};
