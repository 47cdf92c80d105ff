import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Changes of the proxy's own tables, in the order in which they run. One that has shipped never changes. */
export const proxyMigrations: Record<string, Migration> = {
  '0001-proxy': {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('proxy_secret')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .execute();

      await db.schema
        .createTable('proxy_session')
        .addColumn('account', 'text', (column) => column.primaryKey())
        .addColumn('sealed_token', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'bigint')
        .addColumn('obtained_at', 'bigint', (column) => column.notNull())
        .execute();

      await db.schema
        .createTable('proxy_gate')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('revision', 'bigint', (column) => column.notNull())
        .addColumn('closed_until', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('proxy_call')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('lane', 'text', (column) => column.notNull())
        .addColumn('ended_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('proxy_call_ended').on('proxy_call').column('ended_at').execute();

      await db.schema
        .createTable('proxy_idempotency')
        .addColumn('business', 'text', (column) => column.notNull())
        .addColumn('key', 'text', (column) => column.notNull())
        .addColumn('request_hash', 'text', (column) => column.notNull())
        .addColumn('status', 'bigint')
        .addColumn('body', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('running_until', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('proxy_idempotency_key', ['business', 'key'] as never)
        .execute();
      await db.schema.createIndex('proxy_idempotency_created').on('proxy_idempotency').column('created_at').execute();

      await db.schema
        .createTable('proxy_vote')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('business', 'text', (column) => column.notNull())
        .addColumn('review_id', 'bigint', (column) => column.notNull())
        .addColumn('voter', 'text', (column) => column.notNull())
        .addColumn('address', 'text', (column) => column.notNull())
        .addColumn('vote', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('proxy_vote_review').on('proxy_vote').columns(['business', 'review_id', 'created_at']).execute();
      await db.schema.createIndex('proxy_vote_state').on('proxy_vote').columns(['state', 'next_attempt_at']).execute();
    },
  },
};
