/** Where data about people may be: in a service, in a proxy, or in both side by side, as the demo keeps them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { readLocation, type DataLocation } from '../flags.ts';

export interface Place {
  readonly program: 'service' | 'proxy';
  readonly location: DataLocation;
  /** Where mail may be written to files. */
  readonly mailDirectory: string | null;
}

/** @throws Failure if there is none. */
export async function findPlaces(settings: {
  data: string | undefined;
  'database-url': string | undefined;
}): Promise<Place[]> {
  const location = readLocation(settings);
  const found = 'directory' in location ? placesBelow(location.directory) : await placesIn(location, settings.data);
  if (found.length === 0)
    throw new Failure(
      `${'directory' in location ? location.directory : 'The database'} holds no data of a review service or a proxy`,
    );
  return found;
}

function placesBelow(directory: string): Place[] {
  return [directory, join(directory, 'service'), join(directory, 'proxy')].flatMap((one): Place[] => [
    ...(existsSync(join(one, 'reviews.sqlite'))
      ? [
          {
            program: 'service',
            location: { directory: one, keepCopy: true },
            mailDirectory: join(one, 'mail'),
          } as const,
        ]
      : []),
    ...(existsSync(join(one, 'proxy.sqlite'))
      ? [{ program: 'proxy', location: { directory: one, keepCopy: true }, mailDirectory: null } as const]
      : []),
  ]);
}

async function placesIn(location: DataLocation & { databaseUrl: string }, data: string | undefined): Promise<Place[]> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: location.databaseUrl, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ service: string | null; proxy: string | null }>(
      `select to_regclass('service_migration') as service, to_regclass('proxy_migration') as proxy`,
    );
    const mailDirectory = data === undefined ? null : join(data, 'mail');
    return [
      ...(rows[0]?.service ? [{ program: 'service', location, mailDirectory } as const] : []),
      ...(rows[0]?.proxy ? [{ program: 'proxy', location, mailDirectory: null } as const] : []),
    ];
  } catch (error) {
    throw new Failure(`The database cannot be reached: ${(error as Error).message || 'it does not answer'}`);
  } finally {
    await client.end().catch(() => {});
  }
}
