/** The data of a proxy, for commands that read it. */
import { Failure } from '../failure.ts';
import { nameOf, type DataLocation } from '../flags.ts';

/**
 * The database, and the programs that read it.
 * @throws Failure if there is none: reading must not create an empty one, which would look like a proxy with nothing to
 * do.
 */
export async function openProxyData(location: DataLocation) {
  const { holdsProxyData, openProxyDatabase, ...programs } = await import('../programs/proxy-data.ts');
  if (!(await holdsProxyData(location))) throw new Failure(`No proxy keeps its data in ${nameOf(location)}`);
  return { ...programs, db: await openProxyDatabase(location) };
}
