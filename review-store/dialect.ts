import { PostgresAdapter, type Kysely } from 'kysely';

/** Whether the database is PostgreSQL, for the few statements that the two databases write differently. */
export const isPostgres = <Tables>(db: Kysely<Tables>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;
