import { requireBusiness } from '../require-business.ts';
import type { Database } from '../tables.ts';
import { erasePerson, type Erased, type ErasingPlaces } from './erase.ts';

export interface PersonToErase extends ErasingPlaces {
  readonly business: string;
  readonly email: string;
}

/**
 * Erases a person from the data of a service, even while it runs.
 * @throws ApiError `businessNotAvailable` if there is no such business.
 */
export async function eraseFromService(
  db: Database,
  { business: domain, email, ...places }: PersonToErase,
): Promise<Erased> {
  return erasePerson(db, await requireBusiness(db, domain), email, places);
}
