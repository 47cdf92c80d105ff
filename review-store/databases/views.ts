import type { Kysely, QueryExecutorProvider } from 'kysely';

/** The same database, seen as one with these tables. It may have others, which no type says. */
export const viewOf = <Tables>(db: QueryExecutorProvider): Kysely<Tables> => db as unknown as Kysely<Tables>;
