import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failure.ts';
import { readLocation, type DataLocation } from '../../flags.ts';

type Programs = typeof import('../../programs/service-data.ts');
type Database = Awaited<ReturnType<Programs['openServiceDatabase']>>;

interface Place {
  readonly data: string | undefined;
  readonly 'database-url': string | undefined;
}

/** Runs `work` on the data of a service, which is created if there is none. */
export async function withNewDatabase(
  settings: Place,
  work: (db: Database, programs: Programs) => Promise<void>,
): Promise<void> {
  const location = readLocation(settings);
  const programs = await import('../../programs/service-data.ts');
  const db = await programs.openServiceDatabase(location);
  try {
    await work(db, programs);
  } finally {
    await db.destroy();
  }
}

/**
 * The same on existing data.
 * @throws Failure if there is none: a mistyped directory would otherwise look like a service without accounts.
 */
export async function withDatabase(
  settings: Place,
  work: (db: Database, programs: Programs) => Promise<void>,
): Promise<void> {
  requireData(readLocation(settings));
  await withNewDatabase(settings, work);
}

function requireData(location: DataLocation): void {
  if ('directory' in location && !existsSync(join(location.directory, 'reviews.sqlite'))) {
    throw new Failure(`The directory ${location.directory} holds no data of a review service`);
  }
}
