import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { toMailOptions, type Transport } from './transport.ts';

/** The header of a file that says whom it quotes, for erase-files.ts; what goes to a mail server does without. */
export const QUOTES = 'Plaudit-Quotes';

/**
 * Writes each mail to a file, for a service without a mail server. A file gets its name once it is whole, and the same
 * name if it is written again. Mail contains addresses and links that let somebody act, so nobody else may read it.
 */
export function createFileTransport(directory: string): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async deliver(delivery) {
      const { quotes = [] } = delivery.message;
      const mail = toMailOptions(delivery);
      const headers = { ...mail.headers, ...(quotes.length > 0 && { [QUOTES]: quotes.join(' ') }) };
      const { message } = await composer.sendMail({ ...mail, headers });
      const name = `${new Date(delivery.createdAt).toISOString().slice(0, 19).replaceAll(':', '-')}-${delivery.id}.eml`;
      const beside = join(directory, `.${name}.part`);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const file = await open(beside, 'w', 0o600);
      try {
        await file.writeFile(message as Buffer);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(beside, join(directory, name));
    },
  };
}
