import { firstBusiness } from '../../business.ts';
import { command } from '../../settings/command.ts';
import { flag, flags } from '../../settings/flags.ts';
import { withNewDatabase } from './database.ts';
import { businessFlags, readPassword } from './inputs.ts';
import { say } from '../../settings/printable.ts';

export const create = command({
  name: 'account create',
  purpose: 'creates a business with its owner, and prints a client token',
  flags: {
    ...businessFlags,
    email: flag('email', {
      required: true,
      help: 'the e-mail address its owner logs in with; an existing account gets the business too',
    }),
    ...flags('password-stdin'),
  },
  async run(settings) {
    const business = await firstBusiness(settings);
    const { email } = settings;
    const password = await readPassword(settings['password-stdin']);
    await withNewDatabase(settings, async (db, { createAccount }) => {
      const { clientToken } = await createAccount(db, { business, email, password });
      say(clientToken);
    });
  },
});
