import { productColumns, toColumns } from '../../../../exchange/reviews/plaudit/columns.ts';
import type { FieldValues, WrittenPicture } from '../../../../exchange/reviews/plaudit/lines.ts';
import type { FoundLine, PlauditFile } from '../../../../exchange/reviews/plaudit/plaudit-file.ts';
import type { BusinessRow } from '../../../../review-store/content/businesses.ts';
import { reserveIds } from '../../../../review-store/content/ids.ts';
import { searchText } from '../../../../review-store/databases/text.ts';
import { inTransaction } from '../../../../review-store/databases/transaction.ts';
import { insertProducts, type ProductValues } from '../../../../review-store/products/product-changes.ts';
import { storeOf, type Database } from '../../../data/tables.ts';
import { noteBefore } from '../products/counted.ts';
import { numbersFor, reserveNumbers } from './numbers.ts';
import { judgePictures, storePictures, type JudgedPicture } from './pictures.ts';

interface Restored {
  readonly importId: number;
  readonly now: number;
}

/** Products in one transaction. Other writers wait meanwhile. */
const AT_ONCE = 100;

/** Adds the products of an export that are not here; those that are stay as they are. */
export async function restoreProducts(
  db: Database,
  business: BusinessRow,
  file: PlauditFile,
  options: Restored,
): Promise<void> {
  await reserveNumbers(db, file);
  let batch: Judged[] = [];
  const flush = async () => {
    const products = batch;
    batch = [];
    if (products.length > 0) await inTransaction(db, (db) => store(db, business, file, products, options));
  };
  for await (const found of file.lines('products')) {
    if ('refused' in found) {
      file.note('products of the export cannot be read');
      continue;
    }
    const pictures = (found.fields['pictures'] ?? []) as readonly WrittenPicture[];
    batch.push({ found, pictures: (await isHere(db, business, found)) ? [] : await judgePictures(file, pictures) });
    if (batch.length >= AT_ONCE || pictures.length > 0) await flush();
  }
  await flush();
}

interface Judged {
  readonly found: FoundLine;
  readonly pictures: readonly JudgedPicture[];
}

async function isHere(db: Database, { id }: BusinessRow, { fields }: FoundLine): Promise<boolean> {
  const product = db.selectFrom('product').select('id').where('business_id', '=', id);
  return (await product.where('sku', '=', fields['sku'] as string).executeTakeFirst()) !== undefined;
}

async function store(
  db: Database,
  { id: businessId }: BusinessRow,
  file: PlauditFile,
  products: readonly Judged[],
  { importId, now }: Restored,
): Promise<void> {
  const skuOf = ({ found }: Judged) => found.fields['sku'] as string;
  const here = await db
    .selectFrom('product')
    .select('sku')
    .where('business_id', '=', businessId)
    .where('sku', 'in', products.map(skuOf))
    .execute();
  const known = new Set(here.map(({ sku }) => sku));
  // Of two lines with one sku, the first counts.
  const added = products.filter((one) => known.size < known.add(skuOf(one)).size);
  const numbers = added.map(({ found }) => found.fields['number'] as number);
  const ids = await numbersFor(db, 'product', businessId, numbers, () =>
    file.note('products have another number, since theirs was taken'),
  );
  for (const [at, { found, pictures }] of added.entries()) {
    const id = ids[at]!;
    const stored = await storePictures(db, pictures, { hidden: false, now, stored: new Map() });
    const images = stored.map(({ id: imageId, original }) => ({ id: imageId, url: original }));
    await insertProducts(storeOf(db), businessId, [{ id, row: rowOf(businessId, found.fields, images) }]);
    await reserveIds(
      storeOf(db),
      'image',
      images.map(({ id: imageId }) => ({ id: imageId ?? 0 })),
    );
    for (const earlier of found.fields['earlier_skus'] as readonly string[])
      await db
        .insertInto('earlier_sku')
        .values({ business_id: businessId, sku: earlier, product_id: id, undo: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
  await noteBefore(db, { businessId, importId }, ids, true);
}

function rowOf(businessId: number, fields: FieldValues, images: readonly object[]): ProductValues {
  const columns = toColumns(productColumns, fields) as object as ProductValues & { readonly id: number };
  const { id: _number, ...row } = columns;
  return {
    ...row,
    images: JSON.stringify(images),
    search_text: searchText(businessId, row.title, row.brand, row.sku, row.description),
  };
}
