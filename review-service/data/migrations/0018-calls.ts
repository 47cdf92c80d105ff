import { PostgresAdapter, type Kysely } from 'kysely';

/**
 * The calls of each token, where several instances share them; beside SQLite they are in a file of their own. Unlogged,
 * so that no call waits for the disk: a crash of the database server starts the limits anew.
 */
export const up = (db: Kysely<never>): string =>
  db.getExecutor().adapter instanceof PostgresAdapter
    ? `
  drop function record_call(text, bigint, bigint, bigint[], bigint[]);
  drop table call_count, call_slot;
  create unlogged table api_call (
    token text not null, number bigint not null, called_at bigint not null, primary key (token, number)
  );
`
    : '';
