import { command } from '../../command.ts';
import { withDatabase } from './database.ts';
import { passwordFlag, placeFlags, readEmail, readPassword } from './inputs.ts';

export const password = command({
  name: 'account password',
  summary: 'sets the password of a user, and ends their sessions',
  flags: {
    ...placeFlags,
    email: { value: 'ADDRESS', required: true, help: 'the e-mail address of the user' },
    'password-stdin': passwordFlag,
  },
  async run(settings) {
    const email = readEmail(settings.email);
    const given = await readPassword(settings['password-stdin']);
    await withDatabase(settings, async (db, { changePassword }) => {
      await changePassword(db, { email, password: given });
      process.stdout.write(`${email} has a new password\n`);
    });
  },
});
