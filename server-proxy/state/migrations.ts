import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Changes of the proxy's own tables, in the order in which they run. One that has shipped never changes. */
export const proxyMigrations: Record<string, Migration & { readonly olderPrograms?: string }> = {
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
      await db.schema
        .createIndex('proxy_vote_review')
        .on('proxy_vote')
        .columns(['business', 'review_id', 'created_at'])
        .execute();
      await db.schema.createIndex('proxy_vote_state').on('proxy_vote').columns(['state', 'next_attempt_at']).execute();
    },
  },
  '0003-outbox': {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .alterTable('proxy_vote')
        .addColumn('in_doubt', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema.alterTable('proxy_vote').addColumn('delivered_at', 'bigint').execute();

      await db.schema
        .createTable('proxy_outbox')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('business', 'text', (column) => column.notNull())
        .addColumn('operation', 'text', (column) => column.notNull())
        .addColumn('fields', 'text', (column) => column.notNull())
        .addColumn('bytes', 'bigint', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('in_doubt', 'bigint', (column) => column.notNull())
        .addColumn('attempts', 'bigint', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
        .addColumn('review_id', 'bigint')
        .addColumn('answer', 'text')
        .addColumn('error_code', 'bigint')
        .execute();
      await db.schema
        .createIndex('proxy_outbox_state')
        .on('proxy_outbox')
        .columns(['state', 'next_attempt_at'])
        .execute();
      await db.schema
        .createIndex('proxy_outbox_review')
        .on('proxy_outbox')
        .columns(['business', 'review_id'])
        .execute();
      await db.schema
        .createTable('proxy_outbox_file')
        .addColumn('outbox_id', 'text', (column) => column.notNull().references('proxy_outbox.id').onDelete('cascade'))
        .addColumn('position', 'bigint', (column) => column.notNull())
        .addColumn('field', 'text', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        // SQLite takes any name of a type, and keeps bytes as they are.
        .addColumn('bytes', 'bytea', (column) => column.notNull())
        .addPrimaryKeyConstraint('proxy_outbox_file_key', ['outbox_id', 'position'] as never)
        .execute();
    },
  },
  '0004-doubt': {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema.alterTable('proxy_vote').addColumn('doubted_since', 'bigint').execute();
      await db
        .updateTable('proxy_vote' as never)
        .set((eb) => ({ doubted_since: eb.ref('created_at' as never) }) as never)
        .where('in_doubt' as never, '=', 1 as never)
        .execute();
      await db.schema.alterTable('proxy_vote').dropColumn('in_doubt').execute();
    },
  },
  // Kept answers were readable until now, and so were the keys that they were found by.
  '0005-persons': {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema.dropTable('proxy_idempotency').execute();
      await db.schema
        .createTable('proxy_idempotency')
        .addColumn('business', 'text', (column) => column.notNull())
        .addColumn('key_hash', 'text', (column) => column.notNull())
        .addColumn('request_hash', 'text', (column) => column.notNull())
        .addColumn('status', 'bigint')
        .addColumn('body', 'text')
        .addColumn('person_hash', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('running_until', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('proxy_kept_answer_key', ['business', 'key_hash'] as never)
        .execute();
      await db.schema.createIndex('proxy_kept_answer_created').on('proxy_idempotency').column('created_at').execute();
      await db.schema.createIndex('proxy_kept_answer_person').on('proxy_idempotency').column('person_hash').execute();

      await db.schema.alterTable('proxy_outbox').addColumn('person_hash', 'text').execute();
      await db.schema.createIndex('proxy_outbox_person').on('proxy_outbox').column('person_hash').execute();

      await db.schema
        .createTable('proxy_token_use')
        .addColumn('business', 'text', (column) => column.notNull())
        .addColumn('use_hash', 'text', (column) => column.notNull())
        .addColumn('write_id', 'text', (column) => column.notNull())
        .addColumn('kept_until', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('proxy_token_use_key', ['business', 'use_hash'] as never)
        .execute();
      await db.schema.createIndex('proxy_token_use_write').on('proxy_token_use').column('write_id').execute();
      await db.schema.createIndex('proxy_token_use_until').on('proxy_token_use').column('kept_until').execute();
    },
  },
  '0006-instances': {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('proxy_instance')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('machine', 'text', (column) => column.notNull())
        .addColumn('pid', 'bigint', (column) => column.notNull())
        .addColumn('process_start', 'text', (column) => column.notNull())
        .addColumn('started_at', 'bigint', (column) => column.notNull())
        .addColumn('beats', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.alterTable('proxy_call').addColumn('running_by', 'text').execute();
      await db.schema.alterTable('proxy_vote').addColumn('leased_by', 'text').execute();
      await db.schema.alterTable('proxy_outbox').addColumn('leased_by', 'text').execute();
      await db.schema.alterTable('proxy_outbox').addColumn('at_work_until', 'bigint').execute();
    },
  },
  '0007-robots': {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema.alterTable('proxy_outbox').addColumn('held_for', 'text').execute();
      await db.schema
        .createTable('proxy_recent_write')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('business', 'text', (column) => column.notNull())
        .addColumn('address', 'text', (column) => column.notNull())
        .addColumn('product', 'text')
        .addColumn('sketch', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('proxy_recent_write_address')
        .on('proxy_recent_write')
        .columns(['address', 'created_at'])
        .execute();
      await db.schema
        .createIndex('proxy_recent_write_business')
        .on('proxy_recent_write')
        .columns(['business', 'created_at'])
        .execute();
      await db.schema
        .createIndex('proxy_recent_write_product')
        .on('proxy_recent_write')
        .columns(['business', 'product', 'created_at'])
        .execute();
      await db.schema.createIndex('proxy_recent_write_created').on('proxy_recent_write').column('created_at').execute();
      await db.schema
        .createTable('proxy_spent_proof')
        .addColumn('nonce', 'text', (column) => column.primaryKey())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  '0008-assets': {
    olderPrograms: 'all',
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('proxy_asset')
        .addColumn('path', 'text', (column) => column.primaryKey())
        .addColumn('in_use_at', 'bigint', (column) => column.notNull())
        .addColumn('size', 'bigint', (column) => column.notNull())
        .addColumn('bytes', 'bytea', (column) => column.notNull())
        .addColumn('brotli', 'bytea')
        .addColumn('gzip', 'bytea')
        .execute();
    },
  },
  '0009-moderation': { olderPrograms: 'all', up: createModeration },
  // The API's extensions, and the votes that voters want in place of those it counts.
  '0010-asking': {
    olderPrograms: 'all',
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('proxy_extension')
        .addColumn('upstream', 'text', (column) => column.primaryKey())
        .addColumn('names', 'text', (column) => column.notNull())
        .execute();
      await db.schema.alterTable('proxy_vote').addColumn('wanted', 'text').execute();
      await db.schema
        .alterTable('proxy_vote')
        .addColumn('changes', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema
        .createIndex('proxy_vote_wanted')
        .on('proxy_vote')
        .column('next_attempt_at')
        .where(sql<boolean>`wanted is not null`)
        .execute();
    },
  },
  // Where the review service is reached, which the pictures that it keeps begin with; and who runs what has a key.
  '0011-own-address': {
    olderPrograms: 'all',
    async up(db: Kysely<never>): Promise<void> {
      await db.schema.alterTable('proxy_extension').addColumn('address', 'text').execute();
      await db.schema.alterTable('proxy_idempotency').addColumn('claimed_by', 'text').execute();
    },
  },
  // How much waits, and what of it is due, is read without the texts that wait.
  '0012-waiting': {
    olderPrograms: 'all',
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createIndex('proxy_outbox_waiting')
        .on('proxy_outbox')
        .columns(['state', 'created_at', 'next_attempt_at', 'bytes', 'in_doubt', 'id'])
        .execute();
    },
  },
  '0013-witnesses': { olderPrograms: 'all', up: createWitnesses },
  // Rows alone: who is to be erased once more waits among the jobs of the store.
  '0014-erasures': { olderPrograms: 'all', up: moveErasures },
  // Kept answers of both programs have the same columns.
  '0015-headers': {
    olderPrograms: 'all',
    async up(db: Kysely<never>): Promise<void> {
      await sql`alter table proxy_idempotency add column headers text default '{}' not null`.execute(db);
    },
  },
};

async function moveErasures(db: Kysely<never>): Promise<void> {
  await sql`
    insert into job (id, kind, key, payload, created_at, due_at, attempts)
    select id, 'erasure', business, fields, created_at, next_attempt_at, attempts
    from proxy_outbox where operation = 'erasePersonalData' and state = 'waiting'`.execute(db);
  await sql`delete from proxy_outbox where operation = 'erasePersonalData' and state <> 'refused'`.execute(db);
}

/** The network and week of each review that the proxy took from somebody anonymous. */
async function createWitnesses(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('proxy_outbox').addColumn('witness', 'text').execute();
  await db.schema
    .createTable('proxy_witness')
    .addColumn('business', 'text', (column) => column.notNull())
    .addColumn('review_id', 'bigint', (column) => column.notNull())
    .addColumn('witness', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('proxy_witness_key', ['business', 'review_id'] as never)
    .execute();
  await db.schema.createIndex('proxy_witness_created').on('proxy_witness').column('created_at').execute();
}

async function createModeration(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('mirror_moderation')
    .addColumn('business', 'text', (column) => column.primaryKey())
    .addColumn('last_change', 'bigint', (column) => column.notNull())
    .addColumn('unlisted', 'text')
    .addColumn('read_at', 'bigint', (column) => column.notNull())
    .execute();
}
