/** The people who work at a business. */
import { command } from '../settings/command.ts';
import { flag } from '../settings/flags.ts';
import { say, sayRow } from '../settings/printable.ts';
import { oneOf } from '../settings/settings.ts';
import { withBusiness } from './account/database.ts';
import { businessFlags } from './account/inputs.ts';

const list = command({
  name: 'team list',
  purpose: 'lists who works at a business: address, role, when they were invited, when they were last at the console',
  flags: { ...businessFlags, json: { help: 'as a JSON array' } },
  run: ({ json, ...settings }) =>
    withBusiness(settings, async (db, { listTeam }, business) => {
      const team = await listTeam(db, business);
      if (json) return say(JSON.stringify(team, null, 2));
      for (const { email, role, invited, last_seen: seen } of team) sayRow(email, role, invited ?? '-', seen ?? '-');
    }),
});

const readRole = oneOf(['owner', 'moderator']);

const set = command({
  name: 'team set',
  purpose: 'gives somebody who has an account a role at a business',
  flags: {
    ...businessFlags,
    email: flag('email', { required: true }),
    role: { value: 'ROLE', read: readRole, required: true, help: 'owner, or moderator of reviews and questions' },
  },
  run: ({ email, role, ...settings }) =>
    withBusiness(settings, async (db, { giveRole }, business) => {
      await giveRole(db, business, { email, role });
      say(`${email} is ${role === 'owner' ? 'an owner' : 'a moderator'} of ${business}`);
    }),
});

export const team = [list, set];
