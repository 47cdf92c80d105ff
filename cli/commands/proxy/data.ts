/** The data of a proxy, for commands that read it. */
import { Failure } from '../../settings/failure.ts';
import { nameOf, readLocation, type LocationSettings } from '../../settings/flags.ts';
import { findPlaces } from '../../places.ts';

type Programs = typeof import('../../programs/proxy-data.ts');
type Database = Awaited<ReturnType<Programs['openProxyDatabase']>>;

/**
 * Runs `work` on the data of a proxy.
 * @throws Failure if there is none: reading must not create empty data, which would look like a proxy with nothing to
 * do.
 */
export async function withProxyData(
  settings: LocationSettings,
  work: (db: Database, programs: Programs) => Promise<void>,
): Promise<void> {
  const { proxy } = await findPlaces(settings);
  const programs = await import('../../programs/proxy-data.ts');
  if (!(await programs.holdsProxyData(proxy)))
    throw new Failure(`No proxy keeps its data in ${nameOf(readLocation(settings))}`);
  await using db = await programs.openProxyDatabase(proxy);
  await work(db, programs);
}
