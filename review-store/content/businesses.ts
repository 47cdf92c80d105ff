import type { Selectable } from 'kysely';
import { aspects, type Address, type Business } from '../../contract/entities/entities.ts';
import { nextId, type Store } from './ids.ts';
import { average } from './rows.ts';
import type { BusinessTable } from '../tables.ts';

export type BusinessRow = Selectable<BusinessTable>;

export function findBusiness(db: Store, domain: string): Promise<BusinessRow | undefined> {
  return db.selectFrom('business').selectAll().where('domain', '=', domain.toLowerCase()).executeTakeFirst();
}

/** The domains of all businesses, oldest first. */
export async function listDomains(db: Store): Promise<string[]> {
  const rows = await db.selectFrom('business').select('domain').orderBy('id').execute();
  return rows.map((row) => row.domain);
}

/** The business of a domain, created if it does not exist. */
export async function ensureBusiness(db: Store, domain: string): Promise<BusinessRow> {
  const found = await findBusiness(db, domain);
  if (found) return found;
  const name = domain.toLowerCase();
  await db
    .insertInto('business')
    .values({
      id: await nextId(db, 'business'),
      domain: name,
      name,
      url_address: `https://${name}`,
      profile_page: '',
      phone: null,
      email: null,
      address: null,
      hold_reviews: 0,
      created_at: Date.now(),
    })
    .onConflict((conflict) => conflict.column('domain').doNothing())
    .execute();
  return db.selectFrom('business').selectAll().where('domain', '=', name).executeTakeFirstOrThrow();
}

/** Stores name, addresses and contact details of a business. Its ratings are counted from its reviews. */
export async function saveBusinessProfile(db: Store, businessId: number, profile: Business): Promise<void> {
  await db
    .updateTable('business')
    .set({
      name: profile.name,
      url_address: profile.urlAddress,
      profile_page: profile.urlProfilePage,
      phone: profile.phone,
      email: profile.email,
      address: profile.address === null ? null : JSON.stringify(profile.address),
    })
    .where('id', '=', businessId)
    .execute();
}

export const addressOf = (row: Pick<BusinessRow, 'address'>): Address | null =>
  row.address === null ? null : (JSON.parse(row.address) as Address);

/** @param datasources - external sources whose ratings count beside the business's own. */
export async function readBusiness(
  db: Store,
  row: BusinessRow,
  datasources: readonly string[] = [],
): Promise<Business> {
  const counted = await db
    .selectFrom('business_rating')
    .selectAll()
    .where('business_id', '=', row.id)
    .where('datasource', 'in', ['', ...datasources])
    .execute();
  const total = (column: 'ratings' | 'sum' | 'one' | 'two' | 'three' | 'four' | 'five', aspect: string) =>
    counted.filter((one) => one.aspect === aspect).reduce((sum, one) => sum + one[column], 0);
  return {
    name: row.name,
    urlAddress: row.url_address,
    displayAddress: row.url_address.replace(/^https?:\/\//, '').replace(/\/$/, ''),
    urlProfilePage: row.profile_page,
    averageRating: aspects.map((type) => {
      const ratings = total('ratings', type);
      return { type, rating: ratings > 0 ? average(total('sum', type), ratings) : null };
    }),
    numReviews: [
      { type: 'total', rating: total('ratings', ALL_REVIEWS) },
      { type: 'fiveStars', rating: total('five', 'overall') },
      { type: 'fourStars', rating: total('four', 'overall') },
      { type: 'threeStars', rating: total('three', 'overall') },
      { type: 'twoStars', rating: total('two', 'overall') },
      { type: 'oneStar', rating: total('one', 'overall') },
    ],
    phone: row.phone,
    email: row.email,
    address: addressOf(row),
  };
}

/** A pseudo-aspect that counts every review, whether it rates anything or not. */
export const ALL_REVIEWS = '';
