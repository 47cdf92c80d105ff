/** Where data about people may be: in a service, in a proxy, or in both side by side, as the demo keeps them. */
import { join } from 'node:path';
import { Failure } from './failure.ts';
import { nameOf, readLocation, type DataLocation, type LocationSettings } from './flags.ts';

interface Places {
  readonly services: readonly ServicePlace[];
  readonly proxies: readonly DataLocation[];
}

export interface ServicePlace {
  readonly location: DataLocation;
  /** Where mail may be written to files. */
  readonly mailDirectory: string | null;
}

/** @throws Failure if there is none. */
export async function findPlaces(settings: LocationSettings): Promise<Places> {
  const { holdsServiceData } = await import('./programs/service-data.ts');
  const { holdsProxyData } = await import('./programs/proxy-data.ts');
  const given = readLocation(settings);
  const locations =
    'directory' in given
      ? ['', 'service', 'proxy'].map((name) => ({ ...given, directory: join(given.directory, name) }))
      : [given];
  const services: ServicePlace[] = [];
  const proxies: DataLocation[] = [];
  for (const location of locations) {
    const directory = 'directory' in location ? location.directory : settings.data;
    const mailDirectory = directory === undefined ? null : join(directory, 'mail');
    if (await holdsServiceData(location)) services.push({ location, mailDirectory });
    if (await holdsProxyData(location)) proxies.push(location);
  }
  if (services.length + proxies.length === 0)
    throw new Failure(`${nameOf(given)} holds no data of a review service or a proxy`);
  return { services, proxies };
}
