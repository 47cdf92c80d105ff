import { text } from 'node:stream/consumers';
import { command } from '../command.ts';
import { flags, readLocation } from '../flags.ts';
import { readDomains, UsageError } from '../settings.ts';

const create = command({
  name: 'account create',
  summary: 'makes a business with its owner, and prints a client token',
  flags: {
    data: flags.data,
    'database-url': flags.databaseUrl,
    business: { value: 'DOMAIN', required: true, help: 'the site domain of the business' },
    email: { value: 'ADDRESS', required: true, help: 'the e-mail address its owner logs in with' },
    'password-stdin': { help: 'read the password from standard input (secrets never come from a flag)' },
  },
  async run(settings) {
    const [business, ...others] = readDomains('--business', settings.business);
    if (others.length > 0) throw new UsageError('--business takes one site domain');
    if (!settings['password-stdin']) throw new UsageError('Give --password-stdin, and the password on standard input');
    const password = (await text(process.stdin)).replace(/\r?\n$/, '');
    const location = readLocation(settings);
    const { createAccount, openServiceDatabase } = await import('../programs.ts');
    const db = await openServiceDatabase(location);
    try {
      const { clientToken } = await createAccount(db, { business: business!, email: settings.email ?? '', password });
      process.stdout.write(`${clientToken}\n`);
    } finally {
      await db.destroy();
    }
  },
});

export const account = [create];
