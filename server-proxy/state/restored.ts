/** Settles the data of a proxy that come out of a backup. */
import { listDomains } from '../../review-store/content/businesses.ts';
import { storeOf } from './open.ts';
import type { ProxyDb } from './tables.ts';

/** The programs that ran when the backup was made do not run on this copy, though they may run on this machine. */
export async function forgetInstances(db: ProxyDb): Promise<void> {
  await db.deleteFrom('proxy_instance').execute();
}

interface Address {
  readonly business: string;
  readonly email: string;
}

/** The e-mail addresses of customers in the mirror, and in what waits. */
export async function listAddresses(db: ProxyDb): Promise<Address[]> {
  const mirrored = await db
    .selectFrom('author')
    .innerJoin('business', 'business.id', 'author.business_id')
    .select(['business.domain as business', 'author.email'])
    .where('author.email', 'is not', null)
    .distinct()
    .execute();
  const domains = new Set(await listDomains(storeOf(db)));
  const writes = await db.selectFrom('proxy_outbox').select(['business', 'fields']).execute();
  const waiting = writes
    .filter(({ business }) => domains.has(business))
    .map(({ business, fields }) => ({ business, email: (JSON.parse(fields) as Record<string, string>)['email'] }));
  return [...mirrored, ...waiting].filter((one): one is Address => typeof one.email === 'string');
}

/** For a copy that is tried out: nothing of it is delivered. */
export async function forgetWaiting(db: ProxyDb): Promise<void> {
  await db.deleteFrom('job').execute();
}
