import type { SelectQueryBuilder } from 'kysely';
import { isPostgres } from './dialect.ts';
import type { Store } from './ids.ts';
import type { StoreTables } from './tables.ts';

/** True where writing `after` over `before` would change nothing. */
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

/** An average with two decimals; 0 where nothing was rated. */
export function average(sum: number, count: number): number {
  return count > 0 ? Math.round((sum / count) * 100) / 100 : 0;
}

/** Rows as they stay until this transaction ends: SQLite has one writer at a time, PostgreSQL locks what it is told to. */
export function forUpdate<Table extends keyof StoreTables, Row>(db: Store, query: SelectQueryBuilder<StoreTables, Table, Row>): SelectQueryBuilder<StoreTables, Table, Row> {
  return isPostgres(db) ? query.forUpdate() : query;
}
