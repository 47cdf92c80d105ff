import type { Upgrade } from '../../review-store/databases/migrate.ts';
import { command } from '../settings/command.ts';
import { Failure } from '../settings/failure.ts';
import { nameOf, type DataLocation } from '../settings/flags.ts';
import { findData } from '../places.ts';
import { UsageError } from '../settings/settings.ts';
import { placeFlags } from './account/inputs.ts';

export const upgrade = command({
  name: 'upgrade',
  purpose: 'says what this version would do to data of another version, and changes nothing',
  flags: { ...placeFlags, check: { help: 'required: the programs themselves upgrade the data, when they start' } },
  async run(settings) {
    if (!settings.check)
      throw new UsageError('Flag --check is missing: the programs themselves upgrade the data, when they start');
    const service = await import('../programs/service-data.ts');
    const proxy = await import('../programs/proxy-data.ts');
    const { services, proxies } = await findData(settings);
    const plans = [];
    for (const { location } of services)
      plans.push(await plan('the review service', location, service.planServiceUpgrade));
    for (const location of proxies) plans.push(await plan('the proxy', location, proxy.planProxyUpgrade));
    for (const one of plans) process.stdout.write(describe(one));
    const [short] = plans.filter(({ upgrade: { copy } }) => copy && copy.bytes > copy.freeBytes);
    if (short) throw new Failure(`There is no room for the copy of ${short.data}: make room, or start with --no-copy`);
  },
});

interface Plan {
  /** Which data, for people. */
  readonly data: string;
  readonly upgrade: Upgrade;
  readonly isPostgres: boolean;
}

async function plan(
  program: string,
  location: DataLocation,
  planUpgrade: (location: DataLocation) => Promise<Upgrade>,
): Promise<Plan> {
  const data = `${program} in ${nameOf(location)}`;
  return { data, upgrade: await planUpgrade(location), isPostgres: 'databaseUrl' in location };
}

function describe({ data, upgrade, isPostgres }: Plan): string {
  const { missing, newer } = upgrade;
  const lines = [`Data of ${data}`];
  if (newer.length > 0) lines.push(`was upgraded by a newer version (${newer.join(', ')}); this one can go on with it`);
  if (missing.length === 0) lines.push('stays as it is');
  else lines.push(`changes: ${missing.join(', ')}`, ...(isPostgres ? onPostgres(upgrade) : onSqlite(upgrade)));
  return `${lines.join('\n  ')}\n`;
}

function onPostgres({ olderGoOn }: Upgrade): string[] {
  return olderGoOn
    ? ['instances of the version before can go on, and be replaced one by one', 'a backup with pg_dump is advisable']
    : [
        'stop all instances first: the version before cannot go on',
        'make a backup with pg_dump, then start once with --no-copy',
      ];
}

function onSqlite({ olderGoOn, copy }: Upgrade): string[] {
  const back = olderGoOn
    ? 'the version before can go on with the changed data'
    : 'the version before can use only the copy';
  if (!copy) return ['nothing is copied first, since there are no rows'];
  return [
    `is copied first, to ${copy.file}: ${megabytes(copy.bytes)}, and ${megabytes(copy.freeBytes)} are free`,
    back,
  ];
}

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;
