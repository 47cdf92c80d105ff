import { command } from '../../command.ts';
import { withDatabase } from './database.ts';
import { placeFlags, readEmail } from './inputs.ts';

const flags = {
  ...placeFlags,
  email: { value: 'ADDRESS', required: true, help: 'the e-mail address of the user' },
} as const;

export const disable = command({
  name: 'account disable',
  summary: 'keeps a user out: neither a login nor a token works',
  flags,
  async run(settings) {
    const email = readEmail(settings.email);
    await withDatabase(settings, async (db, { disableAccount }) => {
      await disableAccount(db, email);
      process.stdout.write(`${email} is disabled\n`);
    });
  },
});

export const enable = command({
  name: 'account enable',
  summary: 'lets a disabled user in again',
  flags,
  async run(settings) {
    const email = readEmail(settings.email);
    await withDatabase(settings, async (db, { enableAccount }) => {
      await enableAccount(db, email);
      process.stdout.write(`${email} is enabled\n`);
    });
  },
});
