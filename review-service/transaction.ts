import { ringIfQueued } from './mail/bell.ts';
import type { Database } from './tables.ts';

/**
 * Two writers that met in PostgreSQL: a unique row that both made, a deadlock, a snapshot that grew old. Nothing was
 * changed, and another attempt will see what the other one did. Writers of SQLite wait for each other.
 */
const conflictCodes: ReadonlySet<unknown> = new Set(['23505', '40001', '40P01']);
const ATTEMPTS = 4;

/** Runs `work` in a transaction, again where it met another writer: it must have no effect but on the database. */
export async function inTransaction<Result>(db: Database, work: (db: Database) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      let committed: Database = db;
      const result = await db.transaction().execute((transaction) => work((committed = transaction)));
      ringIfQueued(db, committed);
      return result;
    } catch (error) {
      if (attempt >= ATTEMPTS || !isConflict(error)) throw error;
    }
  }
}

const isConflict = (error: unknown): boolean => conflictCodes.has((error as { code?: unknown }).code);
