import type { PlauditFile } from '../../../../exchange/reviews/plaudit/plaudit-file.ts';
import { nextIds, reserveIds } from '../../../../review-store/content/ids.ts';
import { storeOf, type Database } from '../../../data/tables.ts';

type Numbered = 'product' | 'product_review' | 'review' | 'comment' | 'product_question' | 'question';

/** Keeps the numbers of an export free: what comes meanwhile, or needs another number, gets a later one. */
export async function reserveNumbers(db: Database, { highest }: PlauditFile): Promise<void> {
  for (const [table, id] of highest) await reserveIds(storeOf(db), table, [{ id }]);
}

/**
 * The number of each: its own where that is free, otherwise another.
 * @param used - those that are taken here.
 */
export async function numbersFor(
  db: Database,
  table: Numbered,
  used: Iterable<number>,
  wanted: readonly number[],
  onTaken: () => void,
): Promise<number[]> {
  const taken = new Set(used);
  const numbers: number[] = [];
  for (const number of wanted) {
    const isFree = !taken.has(number);
    if (!isFree) onTaken();
    const id = isFree ? number : await nextIds(storeOf(db), table, 1);
    taken.add(id);
    numbers.push(id);
  }
  return numbers;
}
