/**
 * Moments that a wrong clock has left in the future. Every moment that is compared with the present is listed, with how
 * far ahead it may be when all is well. Once the clock is right again, what is further ahead counts as now, so that
 * nobody waits for a day that never was.
 */
import { sql, type Kysely } from 'kysely';

export interface Moment {
  readonly table: string;
  readonly column: string;
  /** How far it may lie ahead; 0 for what has happened. */
  readonly mostAheadMs: number;
  /** How far ahead it is moved if it lies further; without this, to now. */
  readonly becomesAheadMs?: number;
  /** The moment of another try. Too early does no harm, so nobody has to wait for it after the clock was set back. */
  readonly isRetry?: true;
  /** SQL: which rows may be changed; by default all. */
  readonly where?: string;
}

/**
 * Clocks of instances may differ by this much, and another one may have noted something since this one looked at its
 * clock. A moment further ahead was noted by a clock that was wrong.
 */
const NEIGHBOUR_MS = 60_000;

/**
 * @param now - asked for each statement: what is noted while the ones before it run is no future.
 * @param wasSetBack - known to have happened; without this, the data is asked, and what is only just ahead stays.
 */
export async function correctMoments<Tables>(
  db: Kysely<Tables>,
  moments: readonly Moment[],
  now: () => number,
  wasSetBack?: true,
): Promise<void> {
  const tolerated = wasSetBack ? 0 : NEIGHBOUR_MS;
  const isSetBack = wasSetBack ?? (await holdsFuture(db, moments, now));
  for (const { table, column, mostAheadMs, becomesAheadMs = 0, isRetry, where } of moments) {
    const only = where === undefined ? sql`` : sql` and ${sql.raw(where)}`;
    const present = now();
    const limit = present + (isRetry && isSetBack ? 0 : mostAheadMs) + tolerated;
    const [rows, moment] = [sql.table(table), sql.ref(column)];
    await sql`update ${rows} set ${moment} = ${present + becomesAheadMs} where ${moment} > ${limit}${only}`.execute(db);
  }
}

async function holdsFuture<Tables>(
  db: Kysely<Tables>,
  moments: readonly Moment[],
  now: () => number,
): Promise<boolean> {
  for (const { table, column } of moments.filter(({ mostAheadMs }) => mostAheadMs === 0)) {
    const limit = now() + NEIGHBOUR_MS;
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} > ${limit} limit 1`.execute(
      db,
    );
    if (rows.length > 0) return true;
  }
  return false;
}
