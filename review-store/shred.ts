import { sql } from 'kysely';
import { isPostgres } from './dialect.ts';
import type { Store } from './ids.ts';

/**
 * SQLite's log keeps what was deleted until it is written over; this empties it. It does not wait for other programs
 * that read the file just then: the log is then emptied by whoever closes the file last, or is written over in time.
 * PostgreSQL takes deleted rows out by itself (vacuum).
 */
export async function shredDeleted(db: Store): Promise<void> {
  if (isPostgres(db)) return;
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(connection);
    await sql`pragma busy_timeout = 0`.execute(connection);
    try {
      await sql`pragma wal_checkpoint(truncate)`.execute(connection);
    } finally {
      await sql`pragma busy_timeout = ${sql.lit(rows[0]!.timeout)}`.execute(connection);
    }
  });
}
