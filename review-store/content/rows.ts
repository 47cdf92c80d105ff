import type { SelectQueryBuilder } from 'kysely';

/** How many rows a query finds. */
export async function countAll<Tables, Table extends keyof Tables>(
  found: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const counted = found.select(({ fn }) => fn.countAll().as('total')).$castTo<{ total: number }>();
  return Number((await counted.executeTakeFirstOrThrow()).total);
}

/** True if writing `after` over `before` would change nothing. */
export function isUnchanged<Row extends object>(before: Row, after: Partial<Row>): boolean {
  return Object.entries(after).every(([column, value]) => before[column as keyof Row] === value);
}

export const toFlag = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** The counter column of a star rating. */
const starColumns = { 1: 'one', 2: 'two', 3: 'three', 4: 'four', 5: 'five' } as const;
export type StarColumn = (typeof starColumns)[keyof typeof starColumns];

export function starColumn(rating: number): StarColumn {
  return starColumns[Math.min(5, Math.max(1, Math.round(rating))) as keyof typeof starColumns];
}

/** The exact average, for pages to round once; 0 if nothing was rated. */
export function average(sum: number, count: number): number {
  return count > 0 ? sum / count : 0;
}
