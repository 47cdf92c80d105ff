/** Takes the catalogue that somebody uploads in the set-up. */
import { Readable } from 'node:stream';
import { fill } from '../../../contract/texts/texts.ts';
import type { ImportCounts } from '../../../exchange/products/import.ts';
import { FileRefused } from '../../../exchange/file-refused.ts';
import { findBusiness } from '../../../review-store/content/businesses.ts';
import type { FileReader } from '../../../server-kit/http/form.ts';
import { hastenFeed, listFeeds, setFeed } from '../../catalogue/feeds.ts';
import { ImportFailed, importFile } from '../../catalogue/importing.ts';
import type { Service } from '../../context.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { words } from '../words/index.ts';

const { products } = words.setUp;

const MAX_CATALOGUE_BYTES = 40 * 1024 * 1024;
/** The first lines that were refused say what is wrong with the others. */
const MOST_LINES = 20;

export type TakenCatalogue =
  | { readonly counts: ImportCounts; readonly said: readonly string[] }
  /** Why nothing of the file was taken, or not all of it. */
  | { readonly wrong: string };

/** Reads the field `file`, and stores what is in it as products of the business. */
export function catalogueReader(service: Service, domain: string): FileReader<TakenCatalogue> {
  return {
    maxBytes: MAX_CATALOGUE_BYTES,
    wants: (field) => field === 'file',
    prepare: (pieces) => takeCatalogue(service, domain, pieces),
    // The file itself is not kept.
    bytesOf: () => 0,
  };
}

/** A file of products, in pieces. */
export async function takeCatalogue(
  { db, location }: Service,
  domain: string,
  pieces: readonly Buffer[],
): Promise<TakenCatalogue> {
  const { id } = (await findBusiness(storeOf(db), domain))!;
  const said: string[] = [];
  let broken = '';
  try {
    const counts = await importFile(location, id, Readable.from(pieces), {
      isPatient: true,
      onNotice(notice) {
        if (said.length < MOST_LINES) said.push(notice);
      },
      onRefused(line, reason) {
        broken = fill(products.line, { line, reason });
        if (said.length < MOST_LINES) said.push(broken);
      },
    });
    // The last line that was refused says where it broke off; what came before it is stored.
    return counts.isWhole ? { counts, said } : { wrong: fill(products.broken, { line: broken }) };
  } catch (error) {
    if (error instanceof FileRefused || error instanceof ImportFailed) return { wrong: error.message };
    throw error;
  }
}

const FEED_EVERY_MS = 6 * 3_600_000;

/**
 * Has the service read the products from this feed every six hours; one that it reads already stays as it is, and is
 * tried again at once where it fails.
 */
export async function useFeed(db: Database, domain: string, url: string, now = Date.now()): Promise<void> {
  const [used] = await listFeeds(db, domain);
  if (used?.url !== url) await setFeed(db, domain, { url, everyMs: FEED_EVERY_MS }, now);
  else if (used.failure !== null) await hastenFeed(db, domain, now);
}

/** A product to show the snippet with. */
export async function findSomeSku(db: Database, domain: string): Promise<string | undefined> {
  const product = await db
    .selectFrom('product')
    .innerJoin('business', 'business.id', 'business_id')
    .select('sku')
    .where('domain', '=', domain)
    .where('removed_at', 'is', null)
    .orderBy('product.id')
    .limit(1)
    .executeTakeFirst();
  return product?.sku;
}
