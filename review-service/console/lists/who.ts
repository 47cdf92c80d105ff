/** Whom or what a search means beside words: a product by its sku, an order, an e-mail address, a name. */
import { findAuthorsByEmail } from '../../../review-store/content/authors.ts';
import { findProductBySku } from '../../../review-store/products/products.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import type { Role } from '../frame/page.ts';

export interface Meant {
  readonly product?: number;
  readonly order?: string;
  readonly authors: readonly number[];
  /** Nothing but an e-mail address was looked for. */
  readonly isAddress: boolean;
}

/** People of one name; with more, only those that the words lead to. */
const MOST_AUTHORS = 500;

export async function whoIsMeant(db: Database, businessId: number, q: string, role: Role): Promise<Meant> {
  const store = storeOf(db);
  if (q.includes('@')) {
    const authors = role === 'owner' ? await findAuthorsByEmail(store, businessId, q.toLowerCase()) : [];
    return { authors: authors.map(({ id }) => id), isAddress: true };
  }
  const product = await findProductBySku(store, businessId, q);
  if (product) return { product: product.id, authors: [], isAddress: false };
  if (role === 'owner' && (await isOrder(db, businessId, q))) return { order: q, authors: [], isAddress: false };
  return { authors: await authorsNamed(db, businessId, q), isAddress: false };
}

async function isOrder(db: Database, businessId: number, order: string): Promise<boolean> {
  for (const table of ['product_review', 'review'] as const) {
    const found = await db
      .selectFrom(table as 'review')
      .select('id')
      .where('business_id', '=', businessId)
      .where('order_id', '=', order)
      .limit(1)
      .executeTakeFirst();
    if (found) return true;
  }
  return false;
}

/** Of last names only the first letter is stored. People write names in any case. */
export async function authorsNamed(db: Database, businessId: number, q: string): Promise<number[]> {
  const words = q.split(/\s+/);
  const last = words.length > 1 ? words.at(-1)! : '';
  const first = (last === '' ? words : words.slice(0, -1)).join(' ');
  const spellings = [...new Set([first, first.toLowerCase(), capital(first)])];
  const rows = await db
    .selectFrom('author')
    .select('id')
    .where('business_id', '=', businessId)
    .where('first_name', 'in', spellings)
    .$if(last !== '', (found) => found.where('last_name', '=', last.slice(0, 1).toUpperCase()))
    .limit(MOST_AUTHORS)
    .execute();
  return rows.map(({ id }) => id);
}

const capital = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/(^|[\s-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
