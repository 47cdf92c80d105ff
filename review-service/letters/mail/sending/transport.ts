import type { SendMailOptions } from 'nodemailer';
import type { Message } from './message.ts';

/** A message with its identity, which is the same at each try. */
export interface Delivery {
  readonly id: string;
  readonly message: Message;
  /** When it was queued, in milliseconds since 1970: its Date. */
  readonly createdAt: number;
}

/** Carries mail from the outbox into the world. */
export interface Transport {
  /**
   * Resolves once the other side has taken the mail.
   * @throws Undeliverable if trying again is pointless; any other error is worth another try.
   */
  deliver(delivery: Delivery, signal: AbortSignal): Promise<void>;
}

/** The other side will never take this mail. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}

export function toMailOptions({ id, message, createdAt }: Delivery): SendMailOptions {
  const { from, to, replyTo, subject, text, html, stopUrl } = message;
  return {
    from,
    to,
    ...(replyTo && { replyTo }),
    subject,
    text,
    html,
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: new Date(createdAt),
    headers: {
      // No automatic replies (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(stopUrl !== null && {
        'List-Unsubscribe': { prepared: true, value: `<${stopUrl}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    // Nothing in a mail is loaded from elsewhere.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
