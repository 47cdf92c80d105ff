/** The data of a proxy, for commands that read it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import type { DataLocation } from '../flags.ts';

/**
 * The database, and the programs that read it.
 * @throws Failure if there is none: reading must not create an empty one, which would look like a proxy with nothing to
 * do.
 */
export async function openProxyData(location: DataLocation) {
  if ('directory' in location && !existsSync(join(location.directory, 'proxy.sqlite')))
    throw new Failure(`No proxy keeps its data in ${location.directory}`);
  const { openProxyDatabase, ...programs } = await import('../programs/proxy-data.ts');
  return { ...programs, db: await openProxyDatabase(location) };
}
