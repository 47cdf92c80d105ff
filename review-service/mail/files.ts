import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { toMailOptions, type Transport } from './transport.ts';

/**
 * Writes each mail to a file, for a service without a mail server. A file gets its name once it is whole, and the same
 * name if it is written again. Mail contains addresses and links that let somebody act, so nobody else may read it.
 */
export function createFileTransport(directory: string): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async deliver(delivery) {
      const { message } = await composer.sendMail(toMailOptions(delivery));
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
