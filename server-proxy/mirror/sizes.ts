/**
 * How much of a first walk is left. The API gives no totals; but the products say how many reviews they have, the
 * business says how many are about it, and of the rest there is likely to be as much again as was seen so far.
 */
import { MAX_COUNT } from '../../contract/limits.ts';
import type { ProxyDb } from '../state/tables.ts';
import { readBusinessFigures, sumProductFigures } from './figures.ts';
import type { PartName } from './parts.ts';
import type { Progress } from './progress.ts';
import { OVERLAP } from './walk.ts';

/** Items that a page brings which the one before it did not. */
const PAGE_ITEMS = MAX_COUNT - OVERLAP;

/** Pages until a part is mirrored; what nobody has seen a page of, and nothing speaks of, is taken to have one. */
export function pagesLeft({ mirroredAt, nextStart }: Progress, expected: number | undefined): number {
  if (mirroredAt !== null) return 0;
  if (expected !== undefined && expected > nextStart) return Math.ceil((expected - nextStart) / PAGE_ITEMS);
  return nextStart === 0 ? 1 : Math.ceil(nextStart / PAGE_ITEMS) + 1;
}

/** How many items some parts have, where the API has said it of others. */
export async function readExpected(db: ProxyDb, business: string, products: Progress): Promise<Map<PartName, number>> {
  const expected = new Map<PartName, number>();
  const listed = await sumProductFigures(db, business);
  if (listed.reviews > 0) {
    const missing = pagesLeft(products, undefined) * PAGE_ITEMS;
    expected.set('productReviews', Math.ceil((listed.reviews * (listed.products + missing)) / listed.products));
  }
  const total = (await readBusinessFigures(db, business))?.numReviews.find(({ type }) => type === 'total')?.rating;
  if (total) expected.set('reviews', total);
  return expected;
}
