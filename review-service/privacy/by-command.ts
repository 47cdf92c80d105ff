import { refuse } from '../../contract/errors.ts';
import { findBusiness } from '../../review-store/businesses.ts';
import { storeOf, type Database } from '../tables.ts';
import { inTransaction } from '../../review-store/transaction.ts';
import { erasePerson, eraseTraces, type Erased, type Traces } from './erase.ts';

export interface PersonToErase {
  readonly business: string;
  readonly email: string;
  /** Where mail is in files; null if there surely is none. */
  readonly mailDirectory: string | null;
}

/**
 * Erases a person from the data of a service, even while it runs. Mail in files counts as mail.
 * @throws ApiError `businessNotAvailable` if there is no such business.
 */
export async function eraseFromService(
  db: Database,
  { business: domain, email, mailDirectory }: PersonToErase,
): Promise<Erased & Pick<Traces, 'copies'>> {
  const business = await findBusiness(storeOf(db), domain);
  if (!business) throw refuse('businessNotAvailable', `No business has the site domain ${domain}`);
  const erased = await inTransaction(db, (transaction) => erasePerson(transaction, business, email));
  const { mails, copies } = await eraseTraces(db, business, mailDirectory, email);
  return { ...erased, mails: erased.mails + mails, copies };
}
