import { command } from '../command.ts';
import { flags, readLocation } from '../flags.ts';
import { readDomains } from '../settings.ts';
import { openProxyData } from './proxy-data.ts';

export const proxyAcceptRemovals = command({
  name: 'proxy accept-removals',
  summary: 'lets the mirror remove what the review service no longer shows, when that is so much that it is held',
  flags: {
    data: flags.data,
    'database-url': flags.databaseUrl,
    business: { value: 'DOMAIN', help: 'only of this business, by site domain; default: of all' },
  },
  async run(settings) {
    const businesses = settings.business === undefined ? [undefined] : readDomains('--business', settings.business);
    const { db, acceptHeld, partTitles } = await openProxyData(readLocation(settings));
    try {
      const held = (await Promise.all(businesses.map((business) => acceptHeld(db, Date.now(), business)))).flat();
      for (const { business, part, missing, known } of held) {
        process.stdout.write(
          `${business}: ${missing} of ${known} ${partTitles[part]} are removed as soon as the proxy runs\n`,
        );
      }
      if (held.length === 0) process.stdout.write('Nothing is held\n');
    } finally {
      await db.destroy();
    }
  },
});
