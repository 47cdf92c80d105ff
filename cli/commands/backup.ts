import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { reasonOf } from '../../review-store/databases/store-error.ts';
import { command } from '../settings/command.ts';
import { Failure } from '../settings/failure.ts';
import { timeBetween } from '../settings/durations.ts';
import { usualDirectory, type LocationSettings } from '../settings/flags.ts';
import { findService } from '../places.ts';
import { readCount, UsageError } from '../settings/settings.ts';
import { withDatabase } from './account/database.ts';
import { placeFlags } from './account/inputs.ts';
import { say } from '../settings/printable.ts';

const DEFAULT_KEEP = 10;
const readTime = timeBetween(300_000, 90 * 86_400_000);
const readPause = (value: string, name: string) => (value === 'off' ? value : readTime(value, name));

export const backup = command({
  name: 'backup',
  purpose: 'copies all of a shop to one file, while it runs; with --every, again and again; or checks such a file',
  flags: {
    ...placeFlags,
    to: {
      value: 'PATH',
      help:
        'the file to write, which must not exist; with --every the directory, ' +
        'by default backups in the data directory',
    },
    every: {
      value: 'INTERVAL',
      read: readPause,
      help: 'have the service make a backup whenever this much time has passed, such as 24h; off ends it',
    },
    check: { value: 'FILE', help: 'restores that backup on trial, starts the programs on it, and says what is in it' },
    keep: {
      value: 'NUMBER',
      read: readCount,
      help: `with --every: how many backups stay; default: ${DEFAULT_KEEP}`,
    },
  },
  async run(settings) {
    if (settings.check !== undefined) {
      if ((settings.to ?? settings.every ?? settings.keep) !== undefined)
        throw new UsageError('--check makes no backup: give it alone');
      return check(settings.check);
    }
    if (settings.every === undefined) {
      if (settings.keep !== undefined) throw new UsageError('--keep needs --every: a single backup deletes no others');
      if (settings.to === undefined)
        throw new UsageError('Flag --to is missing: give the file to write, or --every, or --check');
      return once(settings, settings.to);
    }
    if (settings.every === 'off') return unschedule(settings);
    return schedule(settings, { every: settings.every, keep: settings.keep ?? DEFAULT_KEEP });
  },
});

async function check(file: string): Promise<void> {
  const { checkBackup } = await import('../backups/drill.ts');
  const { lines, tried } = await checkBackup(file);
  say([...lines, `${file} is sound: ${tried}`].join('\n'));
}

async function once(settings: LocationSettings, file: string): Promise<void> {
  const { backUp, noteBackup, shopBeside, shopOf } = await import('../programs/service-data.ts');
  const { location } = findService(settings).service;
  const at = Date.now();
  const isBeside = 'databaseUrl' in location;
  const shop = isBeside ? shopBeside(usualDirectory(settings)) : shopOf(location.directory);
  await backUp(shop, file);
  await noteBackup(location, { at, file: resolve(file) });
  say(
    `${file} holds ${isBeside ? 'what is beside the database' : 'the data'} of ${shop.directory}, ` +
      `and was checked; ${file}.key is its key, to be kept with it but not in the same place`,
  );
  if (isBeside) say(`The database is not in it: run pg_dump --format=custom --file ${file}.dump, with its address`);
}

async function schedule(
  settings: LocationSettings & { to: string | undefined },
  { every, keep }: { every: number; keep: number },
): Promise<void> {
  const data = readDirectory(settings, 'schedule pg_dump instead');
  const directory = resolve(settings.to ?? join(data, 'backups'));
  requireWritable(directory);
  await withDatabase(dataIn(data), (db, { setSchedule }) => setSchedule(db, { every, keep, directory }));
  say(
    `While the service on ${data} runs, it makes a backup every ${hours(every)} in ${directory} ` +
      `and keeps the newest ${keep}; the first within seconds`,
  );
}

/** The service may be another user's: nothing that is made on trial stays. */
function requireWritable(directory: string): void {
  try {
    const made = mkdirSync(directory, { recursive: true, mode: 0o700 });
    rmSync(made ?? mkdtempSync(join(directory, 'trial-')), { recursive: true });
  } catch (error) {
    throw new Failure(`No backup can be written to ${directory}: ${reasonOf(error)}; nothing was scheduled`);
  }
}

async function unschedule(settings: LocationSettings): Promise<void> {
  const data = readDirectory(settings, 'nothing is scheduled here');
  await withDatabase(dataIn(data), (db, { setSchedule }) => setSchedule(db, null));
  say(`The service on ${data} makes no more backups by itself; those it has made stay`);
}

const dataIn = (data: string): LocationSettings => ({ data, 'database-url': undefined });

const hours = (milliseconds: number): string =>
  milliseconds % 3_600_000 === 0 ? `${milliseconds / 3_600_000} h` : `${milliseconds / 60_000} min`;

/** Where the service keeps its data. */
function readDirectory(settings: LocationSettings, instead: string): string {
  const { location } = findService(settings).service;
  if ('databaseUrl' in location) throw new Failure(`All data is in PostgreSQL: ${instead}`);
  return location.directory;
}
