import { command } from '../../settings/command.ts';
import { sayOfProxy, withDatabase } from './database.ts';
import { emailFlag, passwordFlag, placeFlags, readEmail, readPassword } from './inputs.ts';

export const password = command({
  name: 'account password',
  summary: 'sets the password of a user, and ends their sessions',
  flags: {
    ...placeFlags,
    email: { ...emailFlag('the e-mail address of the user'), required: true },
    'password-stdin': passwordFlag,
  },
  async run(settings) {
    const email = readEmail(settings.email);
    const given = await readPassword(settings['password-stdin']);
    await withDatabase(settings, async (db, programs) => {
      await programs.changePassword(db, { email, password: given });
      process.stdout.write(`${email} has a new password\n${sayOfProxy(email, programs, '')}`);
    });
  },
});
