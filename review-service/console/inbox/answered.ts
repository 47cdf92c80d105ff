/** How much was answered lately, and how soon after it was written. */
import { sql } from 'kysely';
import { tableOf } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';

/** Enough for a median that says something. */
const MOST = 1_000;

export interface Answered {
  /** Reviews replied to, and questions answered. */
  readonly count: number;
  readonly medianMs: number | null;
}

export async function answeredSince(db: Database, businessId: number, since: number): Promise<Answered> {
  const written = Object.entries(tableOf).map(
    ([subject, table]) => sql`when ${subject} then (
      select created_at from ${sql.table(table)} where business_id = ${businessId} and id = subject_id)`,
  );
  const { rows } = await sql<{ at: number; written: number | null }>`
    select min(event.created_at) as at, min(case subject ${sql.join(written, sql` `)} end) as written
    from event
    where event.business_id = ${businessId} and kind in ('replied', 'answered') and actor <> 'shopper'
      and event.created_at >= ${since}
    group by subject, subject_id limit ${MOST}`.execute(db);
  const spans = rows
    .flatMap(({ at, written }) => (written === null ? [] : [Number(at) - Number(written)]))
    .toSorted((one, other) => one - other);
  return { count: rows.length, medianMs: spans[Math.floor(spans.length / 2)] ?? null };
}
