/**
 * How much of a first walk is left. The API gives no totals, but products say how many reviews they have, and of the
 * rest there is likely to be as much again as has been seen so far.
 */
import { MAX_COUNT } from '../../../contract/endpoints/limits.ts';
import type { ProxyDb } from '../../state/tables.ts';
import { sumProductFigures } from '../parts/figures.ts';
import type { Progress } from '../parts/progress.ts';
import { OVERLAP } from '../../../api-client/thread.ts';

/** How many items of a page were not on the one before. */
const PAGE_ITEMS = MAX_COUNT - OVERLAP;

/** Pages until a part is mirrored. Where nothing is known about a part, it counts as one page. */
export function pagesLeft({ mirroredAt, nextStart }: Progress, expected: number | undefined): number {
  if (mirroredAt !== null) return 0;
  if (expected !== undefined && expected > nextStart) return Math.ceil((expected - nextStart) / PAGE_ITEMS);
  return nextStart === 0 ? 1 : Math.ceil(nextStart / PAGE_ITEMS) + 1;
}

/** How many reviews the products have, as those that are listed say; undefined where none is. */
export async function readExpected(db: ProxyDb, business: string, products: Progress): Promise<number | undefined> {
  const listed = await sumProductFigures(db, business);
  if (listed.reviews === 0) return undefined;
  const missing = pagesLeft(products, undefined) * PAGE_ITEMS;
  return Math.ceil((listed.reviews * (listed.products + missing)) / listed.products);
}
