/**
 * A dump of a database is restored by PostgreSQL's own tools, which ask nobody who was erased since. So whatever starts
 * on a database looks first whether the list beside it has somebody whose erasure the database does not remember.
 */
import { join } from 'node:path';
import { usualDirectory, type LocationSettings } from '../settings/flags.ts';
import { findData, findService } from '../places.ts';
import { describePeople, eraseAgainIn, readLists } from './erase-again.ts';

export async function eraseAgainAfterDump(settings: LocationSettings): Promise<void> {
  const { location } = findService(settings).service;
  if ('directory' in location) return;
  const directory = usualDirectory(settings);
  // The second is that of data that were moved into the database.
  const lists = await readLists([directory, join(directory, 'service')]);
  const { holdsServiceData } = await import('../programs/service-data.ts');
  if (!lists?.entries.length || !(await holdsServiceData(location))) return;
  const { proxies } = await findData(settings);
  const people = await eraseAgainIn({ service: location, proxies }, lists.entries);
  if (people > 0)
    process.stderr.write(`plaudit: Erased again from the database, by ${lists.list}: ${describePeople(people)}\n`);
}
