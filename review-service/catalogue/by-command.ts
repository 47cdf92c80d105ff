/** What the command line does with the catalogue of a business. A running service sees it from the next call on. */
import { importProducts, type ImportCounts, type ImportOptions } from '../../exchange/products/import.ts';
import { walkProducts, type WalkedProduct } from '../../review-store/products.ts';
import { requireBusiness } from '../require-business.ts';
import { storeOf, type Database } from '../tables.ts';

/**
 * @throws ApiError `businessNotAvailable` if there is no such business; FileRefused if the file is of no known format,
 * and nothing was stored.
 */
export async function importCatalogue(
  db: Database,
  domain: string,
  input: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<ImportCounts> {
  const { id } = await requireBusiness(db, domain);
  return importProducts(storeOf(db), id, input, options);
}

/**
 * All products, oldest first.
 * @throws ApiError `businessNotAvailable` if there is no such business.
 */
export async function* listCatalogue(db: Database, domain: string): AsyncGenerator<WalkedProduct> {
  const { id } = await requireBusiness(db, domain);
  yield* walkProducts(storeOf(db), id);
}
