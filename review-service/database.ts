import { openDatabase } from '../review-store/open.ts';
import { serviceMigrations } from './migrations/index.ts';
import type { Database, ServiceTables } from './tables.ts';

export type ServiceLocation =
  | {
      readonly directory: string;
      /** As in the review store's `Location`. */
      readonly keepCopy?: boolean;
    }
  | { readonly databaseUrl: string };

/** The data of a service, for it and for the command line. */
export function openServiceDatabase(location: ServiceLocation): Promise<Database> {
  return openDatabase<ServiceTables>('directory' in location ? { ...location, name: 'reviews' } : location, [serviceMigrations]);
}
