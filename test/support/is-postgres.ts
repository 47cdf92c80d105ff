import { PostgresAdapter, type Kysely } from 'kysely';

/** Whether a suite that runs on both databases is on PostgreSQL just now. */
export const isPostgres = <Tables>(db: Kysely<Tables>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;
