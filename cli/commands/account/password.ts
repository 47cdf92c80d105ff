import { command } from '../../settings/command.ts';
import { flag, flags } from '../../settings/flags.ts';
import { sayOfProxy, withDatabase } from './database.ts';
import { placeFlags, readPassword } from './inputs.ts';

export const password = command({
  name: 'account password',
  summary: 'sets the password of a user, and ends their sessions',
  flags: {
    ...placeFlags,
    email: flag('email', { required: true }),
    ...flags('password-stdin'),
  },
  async run({ email, ...settings }) {
    const given = await readPassword(settings['password-stdin']);
    await withDatabase(settings, async (db, programs) => {
      await programs.changePassword(db, { email, password: given });
      process.stdout.write(`${email} has a new password\n${sayOfProxy(email, programs, '')}`);
    });
  },
});
