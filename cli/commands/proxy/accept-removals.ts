import { command } from '../../settings/command.ts';
import { readDomains } from '../../settings/settings.ts';
import { placeFlags } from '../account/inputs.ts';
import { withProxyData } from './data.ts';
import { say } from '../../settings/printable.ts';

export const proxyAcceptRemovals = command({
  name: 'proxy accept-removals',
  purpose: 'lets the mirror remove what the review service no longer shows, when that is so much that it is held',
  flags: {
    ...placeFlags,
    business: {
      value: 'DOMAIN',
      read: readDomains,
      help: 'only of this business, by site domain; default: of all',
    },
  },
  async run(settings) {
    const businesses = settings.business ?? [undefined];
    await withProxyData(settings, async (db, { acceptHeld, partTitles }) => {
      const held = (await Promise.all(businesses.map((business) => acceptHeld(db, Date.now(), business)))).flat();
      for (const { business, part, missing, known } of held) {
        say(`${business}: ${missing} of ${known} ${partTitles[part]} are removed as soon as the proxy runs`);
      }
      if (held.length === 0) say('Nothing is held');
    });
  },
});
