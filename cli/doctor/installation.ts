/** `plaudit doctor`: what is wrong with an installation. Nothing is changed, and the API is asked once or twice. */
import { existsSync } from 'node:fs';
import { reasonOf } from '../../review-store/databases/store-error.ts';
import { Failure } from '../settings/failure.ts';
import { readLocation, type LocationSettings } from '../settings/flags.ts';
import { findData, findService } from '../places.ts';
import { fail, warn, type Finding } from './finding.ts';
import { checkDisk, checkLeftovers, checkNode, checkRights } from './host.ts';
import {
  checkProxy,
  checkSummariser,
  checkTranslator,
  checkUpstream,
  type SummariserSettings,
  type TranslatorSettings,
  type UpstreamSettings,
} from './proxy.ts';
import { checkService } from './service.ts';

export interface Installation {
  readonly place: LocationSettings;
  readonly smtpUrl: string | undefined;
  readonly upstream: UpstreamSettings | null;
  readonly translator: TranslatorSettings | null;
  readonly summariser: SummariserSettings | null;
}

export async function checkInstallation({
  place,
  smtpUrl,
  upstream,
  translator,
  summariser,
}: Installation): Promise<Finding[]> {
  const now = Date.now();
  const found = [checkNode()];
  const location = readLocation(place);
  if ('directory' in location) {
    const rights = checkRights(location.directory);
    found.push(rights);
    // Without the right to read the data, nothing can be said of it.
    if (rights.level === 'fail') return found;
    if (existsSync(location.directory))
      found.push(checkDisk(location.directory), checkLeftovers(location.directory, now));
  }
  try {
    const { unused } = findService(place);
    if (unused !== null) found.push(warn('data', unused));
    const { services, proxies } = await findData(place);
    const directory = 'directory' in location ? location.directory : undefined;
    for (const service of services) found.push(...(await checkService(service.location, { directory, smtpUrl, now })));
    for (const proxy of proxies) found.push(...(await checkProxy(proxy, upstream, services.length > 0)));
    if (proxies.length === 0 && upstream) found.push(...(await checkUpstream(upstream.upstream)));
    if (translator) found.push(await checkTranslator(translator));
    if (summariser) found.push(await checkSummariser(summariser));
  } catch (error) {
    found.push(error instanceof Failure ? warn('data', `${error.message} yet`) : fail('data', reasonOf(error)));
  }
  return found;
}
