/** Which business a command is about: where there is one, nobody needs to name it. */
import type { Program } from '../review-service/care/backups/shop-files.ts';
import { Failure } from './settings/failure.ts';
import { nameOf, readLocation, type LocationSettings } from './settings/flags.ts';
import { findData } from './places.ts';
import { UsageError } from './settings/settings.ts';

/**
 * The business that was named, or the only one.
 * @param program - whose businesses count, if both have data there.
 * @throws UsageError that names them, where there are several.
 * @throws Failure if there is no data, or no business in it.
 */
export async function meantBusiness(
  settings: LocationSettings & { readonly business: string | undefined },
  program: Program = 'service',
): Promise<string> {
  if (settings.business !== undefined) return settings.business;
  const [only, ...others] = await businessesIn(settings, program);
  if (only === undefined) throw new Failure(`There is no business in ${nameOf(readLocation(settings))} yet`);
  if (others.length === 0) return only;
  throw new UsageError(
    `Flag --business is missing, and there are several: give one of ${[only, ...others].join(', ')}`,
  );
}

/** The same for a command that may be the first: without data, the name is asked for. */
export const firstBusiness: typeof meantBusiness = (settings, program) =>
  meantBusiness(settings, program).catch((error: unknown) => {
    throw error instanceof Failure ? new UsageError(`Flag --business is missing: ${error.message}`) : error;
  });

async function businessesIn(settings: LocationSettings, program: Program): Promise<readonly string[]> {
  const {
    services: [service],
    proxies: [proxy],
  } = await findData(settings);
  if (service && (program === 'service' || !proxy)) {
    const { listBusinesses, inspectService } = await import('./programs/service-data.ts');
    return inspectService(service.location, listBusinesses);
  }
  const { listBusinesses, inspectProxy } = await import('./programs/proxy-data.ts');
  return inspectProxy(proxy!, listBusinesses);
}
