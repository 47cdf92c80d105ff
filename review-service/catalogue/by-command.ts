/** The command line's work on the catalogue of a business. A running service sees it from the next call on. */
import type { ImportCounts } from '../../exchange/products/import.ts';
import { walkProducts, type WalkedProduct } from '../../review-store/products/products.ts';
import type { ServiceLocation } from '../database.ts';
import { requireBusiness } from '../data/require-business.ts';
import { storeOf, type Database } from '../data/tables.ts';
import { importFile, type ImportingOptions } from './importing.ts';

export interface Catalogue {
  readonly location: ServiceLocation;
  /** The same, opened. */
  readonly db: Database;
  /** Site domain of the business. */
  readonly business: string;
}

/**
 * Stores the products of a file.
 * @throws ApiError `businessNotAvailable` if there is no such business; FileRefused if the file is of no known format,
 * and nothing was stored; ImportFailed if it ends early.
 */
export async function importCatalogue(
  { location, db, business }: Catalogue,
  input: AsyncIterable<Uint8Array>,
  options: Omit<ImportingOptions, 'isPatient'>,
): Promise<ImportCounts> {
  const { id } = await requireBusiness(db, business);
  return importFile(location, id, input, { ...options, isPatient: false });
}

/**
 * All products, oldest first.
 * @throws ApiError `businessNotAvailable` if there is no such business.
 */
export async function* listCatalogue(db: Database, domain: string): AsyncGenerator<WalkedProduct> {
  const { id } = await requireBusiness(db, domain);
  yield* walkProducts(storeOf(db), id);
}
