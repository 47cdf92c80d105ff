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
  /** SQL: the rows that may be changed; without it, all. */
  readonly where?: string;
}

export async function correctMoments<Tables>(db: Kysely<Tables>, moments: readonly Moment[], now: number): Promise<void> {
  for (const { table, column, mostAhead, becomesAhead = 0, where } of moments) {
    const only = where === undefined ? sql`` : sql` and ${sql.raw(where)}`;
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${now + becomesAhead} where ${sql.ref(column)} > ${now + mostAhead}${only}`.execute(db);
  }
}
