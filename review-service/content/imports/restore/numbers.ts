import type { PlauditFile } from '../../../../exchange/reviews/plaudit/plaudit-file.ts';
import { reserveIds, takeIds } from '../../../../review-store/content/ids.ts';
import { storeOf, type Database } from '../../../data/tables.ts';

/** Keeps the numbers of an export free: what comes meanwhile, or needs another number, gets a later one. */
export async function reserveNumbers(db: Database, { highest }: PlauditFile): Promise<void> {
  for (const [table, id] of highest) await reserveIds(storeOf(db), table, [{ id }]);
}

/** The number of each, as `takeIds` gives it. @param onTaken - told of each that gets another than its own. */
export async function numbersFor(
  db: Database,
  table: Parameters<typeof takeIds>[1],
  businessId: number,
  wanted: readonly number[],
  onTaken: () => void,
): Promise<number[]> {
  const numbers = await takeIds(storeOf(db), table, businessId, wanted);
  for (const [at, number] of numbers.entries()) if (number !== wanted[at]) onTaken();
  return numbers;
}
