import { command } from '../command.ts';
import { Failure } from '../failure.ts';
import { flags, readLocation } from '../flags.ts';
import { readDomains, UsageError } from '../settings.ts';
import { openProxyData } from './proxy-data.ts';

const queueFlags = {
  data: flags.data,
  'database-url': flags.databaseUrl,
  business: { value: 'DOMAIN', required: true, help: 'the business, by site domain' },
} as const;

const list = command({
  name: 'proxy queue list',
  summary: 'shows what shoppers wrote and the review service does not have',
  flags: queueFlags,
  async run(settings) {
    const { db, listQueue } = await openProxyData(readLocation(settings));
    try {
      const { items, total } = await listQueue(db, readBusiness(settings.business), { start: 0, count: MOST_LINES });
      for (const { id, operation, state, created, attempts, errorReason, heldReason, fields } of items) {
        const about = fields['title'] ?? fields['message'] ?? '';
        const problem = errorReason === null ? '' : `, ${errorReason}`;
        const stands = state === 'held' ? `held: ${heldReason}` : `${state} after ${attempts} attempts${problem}`;
        process.stdout.write(`${id}  ${created}  ${operation}  ${stands}  ${JSON.stringify(about.slice(0, 60))}\n`);
      }
      process.stdout.write(`${total} in the queue\n`);
    } finally {
      await db.destroy();
    }
  },
});

const release = command({
  name: 'proxy queue release',
  summary: 'releases a review that is held because it looks like part of a flood',
  flags: {
    ...queueFlags,
    id: { value: 'ID', required: true, help: "what to release, as 'proxy queue list' shows it" },
  },
  async run(settings) {
    const { db, releaseFromQueue } = await openProxyData(readLocation(settings));
    try {
      if (!(await releaseFromQueue(db, readBusiness(settings.business), settings.id ?? '')))
        throw new Failure('The queue holds nothing back under this id');
    } finally {
      await db.destroy();
    }
  },
});

const drop = command({
  name: 'proxy queue drop',
  summary: 'gives up something in the queue for good',
  flags: {
    ...queueFlags,
    id: { value: 'ID', required: true, help: "what to give up, as 'proxy queue list' shows it" },
  },
  async run(settings) {
    const { db, dropFromQueue } = await openProxyData(readLocation(settings));
    try {
      if (!(await dropFromQueue(db, readBusiness(settings.business), settings.id ?? '')))
        throw new Failure('The queue holds nothing of this id');
    } finally {
      await db.destroy();
    }
  },
});

const MOST_LINES = 1_000;

function readBusiness(value: string | undefined): string {
  const [business, ...others] = readDomains('--business', value);
  if (others.length > 0) throw new UsageError('--business takes one site domain');
  return business!;
}

export const proxyQueue = [list, release, drop];
