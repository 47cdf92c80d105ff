import { createTransport } from 'nodemailer';
import { toMailOptions, Undeliverable, type Transport } from './transport.ts';

const CONNECTION_TIMEOUT_MS = 15_000;
const SILENCE_MS = 30_000;

/**
 * Mail goes over TLS wherever the server supports it, with its certificate checked: from the first byte (`smtps:`), or
 * after STARTTLS. A server offers that in plain text, which somebody in between can remove. So we ask for it even if it
 * is not offered. A server that refuses gets plain text, but never again once it has spoken TLS. Against somebody in
 * between from the start only the operator can help: `smtps:`, or `?requireTLS=true`.
 *
 * @param url - such as `smtp://user:password@host:587`.
 */
export function createSmtpTransport(url: string): Transport {
  const timeouts = {
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
  };
  const encrypted = createTransport({ url, ...timeouts, requireTLS: true });
  // If TLS is offered, it must succeed here, too.
  const asOffered = createTransport({ url, ...timeouts });
  let speaks: 'tls' | 'plain' | null = new URL(url).searchParams.has('ignoreTLS') ? 'plain' : null;

  async function send(mail: Parameters<typeof asOffered.sendMail>[0]): Promise<void> {
    if (speaks === 'plain') return void (await asOffered.sendMail(mail));
    try {
      await encrypted.sendMail(mail);
      speaks = 'tls';
    } catch (error) {
      if (isPastGreeting(error)) speaks = 'tls';
      if (speaks === 'tls' || !knowsNoTls(error)) throw error;
      await asOffered.sendMail(mail);
      speaks = 'plain';
    }
  }

  return {
    async deliver(delivery, signal) {
      try {
        await send({ ...toMailOptions(delivery), signal });
      } catch (error) {
        if (isRefusedForGood(error)) throw new Undeliverable('refused', { cause: error });
        throw error;
      }
    },
  };
}

interface SmtpError {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

/** Anything refused after the upgrade was refused over TLS. */
const isPastGreeting = (error: unknown): boolean =>
  ['AUTH', 'MAIL FROM', 'RCPT TO', 'DATA'].some((command) => (error as SmtpError).command?.startsWith(command));

/**
 * A refusal to begin with TLS, or to speak ESMTP at all. A bad certificate is none, nor is a server that cannot just
 * now.
 */
function knowsNoTls(error: unknown): boolean {
  const { responseCode = 0, command } = error as SmtpError;
  return responseCode >= 500 && (command === 'STARTTLS' || command === 'EHLO');
}

/**
 * A 5xx to the recipient or to the mail itself (RFC 5321, 4.2.1). The same to a login, a sender or a connection is
 * about the configuration of the service, which somebody may be mending.
 */
function isRefusedForGood(error: unknown): boolean {
  const { responseCode, command } = error as SmtpError;
  return responseCode !== undefined && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
}
