/** Lets users in, and keeps them out again. */
import { Failure } from '../../settings/failure.ts';
import { command } from '../../settings/command.ts';
import { flag, flags } from '../../settings/flags.ts';
import { UsageError } from '../../settings/settings.ts';
import { sayOfProxy, withDatabase } from './database.ts';
import { placeFlags, readPassword } from './inputs.ts';
import { say } from '../../settings/printable.ts';

const changing = (word: 'disable' | 'enable', purpose: string) =>
  command({
    name: `account ${word}`,
    purpose,
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

export const revoke = command({
  name: 'account revoke',
  purpose: 'revokes client tokens, or ends the sessions of a user',
  flags: {
    ...placeFlags,
    client: {
      value: 'PREFIX|LABEL',
      help: 'the client token that begins with this, or all with this label; account list shows both',
    },
    email: flag('email', { help: 'the user whose tokens are revoked' }),
  },
  async run(settings) {
    const { client, email } = settings;
    if ((client === undefined) === (email === undefined))
      throw new UsageError('Give either --client PREFIX|LABEL or --email ADDRESS');
    if (email === undefined) return revokeClient(settings, client!);
    await withDatabase(settings, async (db, { revokeTokens }) => {
      const tokens = await revokeTokens(db, email);
      say(`${tokens === 1 ? '1 token' : `${tokens} tokens`} of ${email} revoked`);
    });
  },
});

async function revokeClient(settings: Parameters<typeof withDatabase>[0], client: string): Promise<void> {
  await withDatabase(settings, async (db, { revokeClients }) => {
    for (const { prefix, label } of await revokeClients(db, client, Date.now())) say(`${prefix}… (${label}) revoked`);
  });
}

export const password = command({
  name: 'account password',
  purpose: 'sets the password of a user, and ends their sessions',
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

export const recover = command({
  name: 'account recover',
  purpose: 'prints a link to choose a new password; it works once, for an hour, and turns codes off',
  flags: { ...placeFlags, email: flag('email', { required: true }) },
  async run({ email, ...settings }) {
    await withDatabase(settings, async (db, programs) => {
      const link = await programs.makeRecoveryLink(db, email);
      if (link === null) throw new Failure('Start the service first: no link leads to it yet');
      process.stdout.write(`${sayOfProxy(email, programs, '')}${link}\n`);
    });
  },
});
