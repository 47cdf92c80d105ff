import { command } from '../../settings/command.ts';
import { flag } from '../../settings/flags.ts';
import { UsageError } from '../../settings/settings.ts';
import { withDatabase } from './database.ts';
import { placeFlags } from './inputs.ts';

export const revoke = command({
  name: 'account revoke',
  summary: 'revokes client tokens, or ends the sessions of a user',
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
      process.stdout.write(`${tokens === 1 ? '1 token' : `${tokens} tokens`} of ${email} revoked\n`);
    });
  },
});

async function revokeClient(settings: Parameters<typeof withDatabase>[0], client: string): Promise<void> {
  await withDatabase(settings, async (db, { revokeClients }) => {
    for (const { prefix, label } of await revokeClients(db, client, Date.now()))
      process.stdout.write(`${prefix}… (${label}) revoked\n`);
  });
}
