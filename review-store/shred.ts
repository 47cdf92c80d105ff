import { sql } from 'kysely';
import { isPostgres } from './dialect.ts';
import type { Store } from './ids.ts';

/**
 * SQLite's log keeps what was deleted until it is written over; this empties it. It does not wait for other programs
 * that read the file just then: the log is then emptied by whoever closes the file last, or is written over in time.
 * PostgreSQL takes deleted rows out by itself (vacuum).
 */
export async function shredDeleted(db: Store): Promise<void> {
  if (!isPostgres(db)) await sql`pragma wal_checkpoint(truncate)`.execute(db);
}
