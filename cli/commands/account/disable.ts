import { command } from '../../command.ts';
import { withDatabase } from './database.ts';
import { placeFlags, readEmail } from './inputs.ts';

const changing = (word: 'disable' | 'enable', summary: string) =>
  command({
    name: `account ${word}`,
    summary,
    flags: { ...placeFlags, email: { value: 'ADDRESS', required: true, help: 'the e-mail address of the user' } },
    async run(settings) {
      const email = readEmail(settings.email);
      await withDatabase(settings, async (db, programs) => {
        await programs[`${word}Account`](db, email);
        process.stdout.write(`${email} is ${word}d\n`);
      });
    },
  });

export const disable = changing('disable', 'keeps a user out: neither a login nor a token works');
export const enable = changing('enable', 'lets a disabled user in again');
