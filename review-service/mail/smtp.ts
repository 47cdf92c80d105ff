import { createTransport } from 'nodemailer';
import { toMailOptions, Undeliverable, type Transport } from './transport.ts';

const CONNECTION_TIMEOUT_MS = 15_000;
const SILENCE_MS = 30_000;

/** @param url - `smtp://user:password@host:587`, or `smtps://…` for TLS from the first byte; STARTTLS is used where offered. */
export function createSmtpTransport(url: string): Transport {
  const smtp = createTransport({ url, connectionTimeout: CONNECTION_TIMEOUT_MS, greetingTimeout: CONNECTION_TIMEOUT_MS, socketTimeout: SILENCE_MS });
  return {
    async deliver(delivery, signal) {
      try {
        await smtp.sendMail({ ...toMailOptions(delivery), signal });
      } catch (error) {
        if (isRefusedForGood(error)) throw new Undeliverable('refused', { cause: error });
        throw error;
      }
    },
  };
}

/**
 * A 5xx to the recipient or to the mail itself (RFC 5321, 4.2.1). The same to a login, to the sender or to a
 * connection speaks of how the service was set up, which somebody may be mending.
 */
function isRefusedForGood(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  return responseCode !== undefined && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
}
