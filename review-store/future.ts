/**
 * Moments that a wrong clock has left in the future. Whatever is compared with the present stands in a list, with how
 * far ahead it may lie when all is well; once the clock is right again, what lies further ahead counts as now, so that
 * nobody waits for a day that was never there.
 */
import { sql, type Kysely } from 'kysely';

export interface Moment {
  readonly table: string;
  readonly column: string;
  /** Milliseconds that it may lie ahead; 0 for what has happened. */
  readonly mostAhead: number;
  /** Milliseconds ahead that it becomes; without it, now. */
  readonly becomesAhead?: number;
  /** When something is tried again: too early does no harm, so that nobody waits for it once the clock was set back. */
  readonly isRetry?: true;
  /** SQL: the rows that may be changed; without it, all. */
  readonly where?: string;
}

/** What has happened more than so many milliseconds from now was noted by a clock that was ahead, not by a neighbour's. */
const NO_NEIGHBOUR = 60_000;

/** @param wasSetBack - known; without it, the data tells. */
export async function correctMoments<Tables>(db: Kysely<Tables>, moments: readonly Moment[], now: number, wasSetBack?: true): Promise<void> {
  const isSetBack = wasSetBack ?? (await holdsFuture(db, moments, now + NO_NEIGHBOUR));
  for (const { table, column, mostAhead, becomesAhead = 0, isRetry, where } of moments) {
    const only = where === undefined ? sql`` : sql` and ${sql.raw(where)}`;
    const limit = now + (isRetry && isSetBack ? 0 : mostAhead);
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${now + becomesAhead} where ${sql.ref(column)} > ${limit}${only}`.execute(db);
  }
}

async function holdsFuture<Tables>(db: Kysely<Tables>, moments: readonly Moment[], now: number): Promise<boolean> {
  for (const { table, column } of moments.filter(({ mostAhead }) => mostAhead === 0)) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} > ${now} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}
