import { BY_COMMAND } from '../../data/events.ts';
import { requireBusiness } from '../../data/require-business.ts';
import type { Database } from '../../data/tables.ts';
import { erasePerson, type Erased, type ErasingPlaces, type Person } from './erase.ts';

export interface PersonToErase extends ErasingPlaces {
  readonly business: string;
  readonly person: Person;
}

/**
 * Erases a person from the data of a service, even while it runs.
 * @throws ApiError `businessNotAvailable` if there is no such business.
 */
export async function eraseFromService(
  db: Database,
  { business: domain, person, ...places }: PersonToErase,
): Promise<Erased> {
  return erasePerson(db, await requireBusiness(db, domain), person, places, { actor: BY_COMMAND, now: Date.now() });
}
