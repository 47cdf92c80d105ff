import { command } from '../../settings/command.ts';
import { flag } from '../../settings/flags.ts';
import { sayOfProxy, withDatabase } from './database.ts';
import { placeFlags } from './inputs.ts';

const changing = (word: 'disable' | 'enable', summary: string) =>
  command({
    name: `account ${word}`,
    summary,
    flags: { ...placeFlags, email: flag('email', { required: true }) },
    async run({ email, ...settings }) {
      await withDatabase(settings, async (db, programs) => {
        await programs[`${word}Account`](db, email);
        const stopped = word === 'disable' ? sayOfProxy(email, programs, 'the account is enabled and ') : '';
        process.stdout.write(`${email} is ${word}d\n${stopped}`);
      });
    },
  });

export const disable = changing('disable', 'keeps a user out: neither a login nor a token works');
export const enable = changing('enable', 'lets a disabled user in again');
