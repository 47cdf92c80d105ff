/** The only way to send mail from the service. */
import { randomUUID } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { refuse } from '../../../contract/endpoints/errors.ts';
import { addressOf, type BusinessRow } from '../../../review-store/content/businesses.ts';
import { keyOf } from '../../../review-store/secrets/data-key.ts';
import { dropJobs, enqueue } from '../../../review-store/jobs/jobs.ts';
import { requireBusinessById } from '../../data/require-business.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { readLook, type Look } from '../look/look.ts';
import { isMailAddress } from './address.ts';
import { toHtml } from './layout.ts';
import type { Mailbox, Message } from './sending/message.ts';
import { MAIL, mailsTo, sealMessage, type QueuedNotice } from './sending/outbox.ts';
import { toText, type MailBlock } from './blocks.ts';
import { plainLine, plainName } from './plain.ts';

/** In UTF-16 code units. */
const LONGEST_ADDRESS = 300;

export interface Mail {
  /** The sender: the mail has its name, and replies go to its address if it has one. */
  readonly business: BusinessRow;
  readonly to: Mailbox;
  readonly subject: string;
  /** Its content, in order. Words of other people only as `{ quote }`. */
  readonly blocks: readonly MailBlock[];
  /** Language of the blocks, such as `de`. */
  readonly language: string;
  /** Where one POST stops further requests; required for mail that nobody asked for. */
  readonly stopUrl?: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** When it is sent; by default at once. */
  readonly dueAt?: number;
}

/**
 * Puts a mail into the outbox, in the transaction of its cause: it is delivered if and only if that is committed.
 * @returns its id, which is the left side of its Message-ID.
 * @throws ApiError `malformed` for an address that is none.
 */
export async function queueMail(transaction: Database, mail: Mail): Promise<string> {
  if (!isMailAddress(mail.to.address)) throw refuse('malformed', 'Parameter email must be an e-mail address');
  const message = toMessage(mail, await readLook(transaction, mail.business.id));
  return queue(transaction, message, { ...mail, to: mail.to.address });
}

/** The same for a notice, which is written when it is delivered. */
export async function queueNotice(transaction: Database, queued: QueuedNotice, now: number): Promise<void> {
  const business = await requireBusinessById(transaction, queued.notice.businessId);
  await queue(transaction, queued, { business, to: queued.to, now });
}

async function queue(
  transaction: Database,
  content: Message | QueuedNotice,
  { business, to, now, dueAt = now }: Pick<Mail, 'business' | 'now' | 'dueAt'> & { readonly to: string },
): Promise<string> {
  const id = randomUUID();
  const payload = sealMessage(keyOf(transaction), id, JSON.stringify(content));
  await enqueue(storeOf(transaction), { id, kind: MAIL, key: mailsTo(transaction, business, to), payload, now, dueAt });
  return id;
}

export function toMessage(
  { business, to, subject: given, blocks, language, stopUrl }: Omit<Mail, 'now' | 'dueAt'>,
  look: Look,
): Message {
  const name = plainName(business.name) || business.domain;
  const subject = plainLine(given);
  const postal = plainLine(addressOf(business)?.completeAddress ?? '', LONGEST_ADDRESS) || null;
  return {
    from: { name, address: senderOf(business) },
    to: { name: plainName(to.name), address: to.address },
    replyTo: business.email !== null && isMailAddress(business.email) ? { name, address: business.email } : null,
    subject,
    text: toText(blocks, postal),
    html: toHtml(blocks, { language, subject, shop: name, postal, look }),
    stopUrl: stopUrl ?? null,
  };
}

/** Mail comes from the shop's own domain, for which the shop's mail server may speak. */
export const senderOf = (business: BusinessRow): string => `reviews@${domainToASCII(business.domain) || 'localhost'}`;

/** Withdraws what was not delivered yet, for somebody who wants to be forgotten. */
export const withdrawMail = (transaction: Database, business: BusinessRow, address: string): Promise<number> =>
  dropJobs(storeOf(transaction), MAIL, { key: mailsTo(transaction, business, address) });
