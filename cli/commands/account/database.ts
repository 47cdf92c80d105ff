import { meantBusiness } from '../../business.ts';
import { Failure } from '../../settings/failure.ts';
import { nameOf, readLocation, type LocationSettings } from '../../settings/flags.ts';
import { findService } from '../../places.ts';

export type Programs = typeof import('../../programs/service-data.ts');
export type Database = Awaited<ReturnType<Programs['openServiceDatabase']>>;

/** Changes one setting of a business, and returns what is so from now on. */
export type Change = (db: Database, programs: Programs, business: string) => Promise<string>;

/** A line for an operator who shuts the proxy out, whose account `plaudit start` made. */
export const sayOfProxy = (email: string, { proxyEmail }: Programs, until: string): string =>
  email.toLowerCase() === proxyEmail
    ? `That stops the proxy, whose own account this is: it goes on when ${until}'plaudit start' is started again\n`
    : '';

/** Runs `work` on the data of a service, which is created if there is none. */
export async function withNewDatabase(
  settings: LocationSettings,
  work: (db: Database, programs: Programs) => Promise<void>,
): Promise<void> {
  const { service } = findService(settings);
  const programs = await import('../../programs/service-data.ts');
  await using db = await programs.openServiceDatabase(service.location);
  await work(db, programs);
}

/**
 * The same on existing data.
 * @throws Failure if there is none: a mistyped directory would otherwise look like a service without accounts.
 */
export async function withDatabase(
  settings: LocationSettings,
  work: (db: Database, programs: Programs) => Promise<void>,
): Promise<void> {
  const { service } = findService(settings);
  const { holdsServiceData } = await import('../../programs/service-data.ts');
  if (!(await holdsServiceData(service.location)))
    throw new Failure(`${nameOf(readLocation(settings))} holds no data of a review service`);
  await withNewDatabase(settings, work);
}

/** The same for the business that is meant. @throws UsageError where that is not clear. */
export async function withBusiness(
  settings: Parameters<typeof meantBusiness>[0],
  work: (db: Database, programs: Programs, business: string) => Promise<void>,
): Promise<void> {
  const business = await meantBusiness(settings);
  await withDatabase(settings, (db, programs) => work(db, programs, business));
}
