/** The words that more reviews of a product have than those of other products. */
import { sql } from 'kysely';
import type { Mention } from '../../../contract/entities/digest.ts';
import { namesOf } from '../../../insights/terms/mentions.ts';
import type { ProductRow } from '../../../review-store/products/products.ts';
import { KeptFor } from '../../../server-kit/kept-for.ts';
import type { Database } from '../../data/tables.ts';
import { countTerms, KEPT_MS, readTexts } from './rising-words.ts';

/** So many of the newest are read at most: a page waits for it. */
const MOST_OWN = 200;
const MOST_OTHERS = 200;

/** For each product. */
export const keepSaidMost = (): KeptFor<readonly Mention[]> => new KeptFor(KEPT_MS);

/** @param now - milliseconds since 1970. */
export function readSaidMost(
  db: Database,
  product: ProductRow,
  now: number,
  kept: KeptFor<readonly Mention[]>,
): Promise<readonly Mention[]> {
  const { business_id: businessId, id } = product;
  return kept.get(`${businessId} ${id}`, now, async () => {
    const own = await readTexts(db, businessId, sql`product_id = ${id}`, MOST_OWN, ['product_review']);
    const others = await readTexts(db, businessId, sql`product_id <> ${id}`, MOST_OTHERS, ['product_review']);
    const { terms, all } = await countTerms(own, others);
    return terms.findings(all, namesOf([product])).mentions;
  });
}
