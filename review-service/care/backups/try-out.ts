/** Looks into data that were restored on trial, and keeps them from doing anything beyond this machine. */
import { listOwnedBusinesses } from '../../people/accounts/proxy-account.ts';
import type { Database } from '../../data/tables.ts';

const counted = {
  businesses: 'business',
  products: 'product',
  reviews: 'review',
  'product reviews': 'product_review',
  questions: 'product_question',
} as const;

export type Counts = Readonly<Record<keyof typeof counted | 'photos', number>>;

export async function countContent(db: Database): Promise<Counts> {
  const counts: [string, number][] = [];
  for (const [what, table] of Object.entries(counted)) {
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    counts.push([what, Number(count)]);
  }
  counts.push(['photos', await countPhotos(db)]);
  return Object.fromEntries(counts) as Counts;
}

/** Each picture is kept in several sizes; the logo of a shop does not count as a photo. */
async function countPhotos(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('image_file')
    .where('size', '=', 'original')
    .where((eb) => eb.not(eb.exists(eb.selectFrom('shop_look').select('business_id').whereRef('logo_key', '=', 'key'))))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A business, and its product with most reviews; null where there is none. */
export async function choosePage(db: Database): Promise<{ business: string; sku: string | null } | null> {
  const [owned] = await listOwnedBusinesses(db);
  const business = await db
    .selectFrom('business')
    .selectAll()
    .$if(owned !== undefined, (query) => query.where('domain', '=', owned!))
    .orderBy('id')
    .executeTakeFirst();
  if (!business) return null;
  const product = await db
    .selectFrom('product_review')
    .innerJoin('product', 'product.id', 'product_review.product_id')
    .select('product.sku')
    .where('product_review.business_id', '=', business.id)
    .groupBy('product.sku')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .executeTakeFirst();
  return { business: business.domain, sku: product?.sku ?? null };
}

/** No mail goes out, and no feed is read. */
export async function keepQuiet(db: Database): Promise<void> {
  for (const table of ['job', 'product_feed_item', 'product_feed'] as const) await db.deleteFrom(table).execute();
}
