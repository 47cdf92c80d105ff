/** Pictures of products, which come afterwards as those of reviews do. */
import type { Database } from '../../../data/tables.ts';
import { fetchPhotosOf, OF_PRODUCT_ITSELF } from '../photos.ts';
import type { Keeping } from './keeping.ts';
import { isFetched } from './to-reviews.ts';

/** Notes those that products still show from there. */
export async function awaitPictures(
  db: Database,
  { business, importId, origin, now }: Keeping,
  products: readonly { readonly sku: string; readonly urls: readonly string[] }[],
): Promise<void> {
  const there = new Map(products.map(({ sku, urls }) => [sku, urls.filter((url) => isFetched(url, origin))]));
  const skus = [...there].flatMap(([sku, urls]) => (urls.length === 0 ? [] : sku));
  if (skus.length === 0) return;
  const rows = await db
    .selectFrom('product')
    .select(['id', 'sku', 'images'])
    .where('business_id', '=', business.id)
    .where('sku', 'in', skus)
    .execute();
  const photos = rows.flatMap(({ id, sku, images }) =>
    (JSON.parse(images) as { readonly url: string }[]).flatMap(({ url }, position) =>
      there.get(sku)!.includes(url) ? [{ review_id: id, position, url }] : [],
    ),
  );
  if (photos.length === 0) return;
  const shared = { business_id: business.id, import_id: importId, of_product: OF_PRODUCT_ITSELF, caption: '' } as const;
  const waiting = { state: 'waiting', reason: null, image_id: null, attempts: 0 } as const;
  await db
    .insertInto('import_photo')
    .values(photos.map((photo) => ({ ...shared, ...waiting, ...photo })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await fetchPhotosOf(db, business.id, now);
}
