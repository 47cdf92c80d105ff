import type { TableChange } from '../../review-store/databases/migrate.ts';

/** Changes of the proxy's own tables, in the order in which they run. One that has shipped never changes. */
export const proxyMigrations: Readonly<Record<string, TableChange>> = {
  '0001-proxy': {
    up: `
      create table proxy_secret (name text primary key, value text not null);
      create table proxy_session (
        account text primary key, sealed_token text not null, expires_at bigint, obtained_at bigint not null
      );
      create table proxy_gate (name text primary key, revision bigint not null, closed_until bigint not null);
      create table proxy_call (id text primary key, lane text not null, ended_at bigint not null);
      create index proxy_call_ended on proxy_call (ended_at);
      create table proxy_idempotency (
        business text not null, key text not null, request_hash text not null, status bigint, body text,
        created_at bigint not null, running_until bigint not null,
        constraint proxy_idempotency_key primary key (business, key)
      );
      create index proxy_idempotency_created on proxy_idempotency (created_at);
      create table proxy_vote (
        id text primary key, business text not null, review_id bigint not null, voter text not null,
        address text not null, vote text not null, state text not null, created_at bigint not null,
        next_attempt_at bigint not null
      );
      create index proxy_vote_review on proxy_vote (business, review_id, created_at);
      create index proxy_vote_state on proxy_vote (state, next_attempt_at);
    `,
  },
  // SQLite takes any name of a type, and keeps bytes as they are.
  '0003-outbox': {
    up: `
      alter table proxy_vote add column in_doubt bigint default 0 not null;
      alter table proxy_vote add column delivered_at bigint;
      create table proxy_outbox (
        id text primary key, business text not null, operation text not null, fields text not null,
        bytes bigint not null, state text not null, in_doubt bigint not null, attempts bigint not null,
        created_at bigint not null, next_attempt_at bigint not null, review_id bigint, answer text, error_code bigint
      );
      create index proxy_outbox_state on proxy_outbox (state, next_attempt_at);
      create index proxy_outbox_review on proxy_outbox (business, review_id);
      create table proxy_outbox_file (
        outbox_id text not null references proxy_outbox (id) on delete cascade, position bigint not null,
        field text not null, type text not null, name text not null, bytes bytea not null,
        constraint proxy_outbox_file_key primary key (outbox_id, position)
      );
    `,
  },
  '0004-doubt': {
    up: `
      alter table proxy_vote add column doubted_since bigint;
      update proxy_vote set doubted_since = created_at where in_doubt = 1;
      alter table proxy_vote drop column in_doubt;
    `,
  },
  // Kept answers were readable until now, and so were the keys that they were found by.
  '0005-persons': {
    up: `
      drop table proxy_idempotency;
      create table proxy_idempotency (
        business text not null, key_hash text not null, request_hash text not null, status bigint, body text,
        person_hash text, created_at bigint not null, running_until bigint not null,
        constraint proxy_kept_answer_key primary key (business, key_hash)
      );
      create index proxy_kept_answer_created on proxy_idempotency (created_at);
      create index proxy_kept_answer_person on proxy_idempotency (person_hash);
      alter table proxy_outbox add column person_hash text;
      create index proxy_outbox_person on proxy_outbox (person_hash);
      create table proxy_token_use (
        business text not null, use_hash text not null, write_id text not null, kept_until bigint not null,
        constraint proxy_token_use_key primary key (business, use_hash)
      );
      create index proxy_token_use_write on proxy_token_use (write_id);
      create index proxy_token_use_until on proxy_token_use (kept_until);
    `,
  },
  '0006-instances': {
    up: `
      create table proxy_instance (
        id text primary key, machine text not null, pid bigint not null, process_start text not null,
        started_at bigint not null, beats bigint not null
      );
      alter table proxy_call add column running_by text;
      alter table proxy_vote add column leased_by text;
      alter table proxy_outbox add column leased_by text;
      alter table proxy_outbox add column at_work_until bigint;
    `,
  },
  '0007-robots': {
    up: `
      alter table proxy_outbox add column held_for text;
      create table proxy_recent_write (
        id text primary key, business text not null, address text not null, product text, sketch text,
        created_at bigint not null
      );
      create index proxy_recent_write_address on proxy_recent_write (address, created_at);
      create index proxy_recent_write_business on proxy_recent_write (business, created_at);
      create index proxy_recent_write_product on proxy_recent_write (business, product, created_at);
      create index proxy_recent_write_created on proxy_recent_write (created_at);
      create table proxy_spent_proof (nonce text primary key, expires_at bigint not null);
    `,
  },
  '0008-assets': {
    olderPrograms: 'all',
    up: `
      create table proxy_asset (
        path text primary key, in_use_at bigint not null, size bigint not null, bytes bytea not null, brotli bytea,
        gzip bytea
      );
    `,
  },
  '0009-moderation': {
    olderPrograms: 'all',
    up: `
      create table mirror_moderation (
        business text primary key, last_change bigint not null, unlisted text, read_at bigint not null
      );
    `,
  },
  // The API's extensions, and the votes that voters want in place of those it counts.
  '0010-asking': {
    olderPrograms: 'all',
    up: `
      create table proxy_extension (upstream text primary key, names text not null);
      alter table proxy_vote add column wanted text;
      alter table proxy_vote add column changes bigint default 0 not null;
      create index proxy_vote_wanted on proxy_vote (next_attempt_at) where wanted is not null;
    `,
  },
  // Where the review service is reached, which the pictures that it keeps begin with; and who runs what has a key.
  '0011-own-address': {
    olderPrograms: 'all',
    up: `
      alter table proxy_extension add column address text;
      alter table proxy_idempotency add column claimed_by text;
    `,
  },
  // How much waits, and what of it is due, is read without the texts that wait.
  '0012-waiting': {
    olderPrograms: 'all',
    up: `
      create index proxy_outbox_waiting on proxy_outbox (state, created_at, next_attempt_at, bytes, in_doubt, id);
    `,
  },
  // The network and week of each review that the proxy took from somebody anonymous.
  '0013-witnesses': {
    olderPrograms: 'all',
    up: `
      alter table proxy_outbox add column witness text;
      create table proxy_witness (
        business text not null, review_id bigint not null, witness text not null, created_at bigint not null,
        constraint proxy_witness_key primary key (business, review_id)
      );
      create index proxy_witness_created on proxy_witness (created_at);
    `,
  },
  // Rows alone: who is to be erased once more waits among the jobs of the store.
  '0014-erasures': {
    olderPrograms: 'all',
    up: `
      insert into job (id, kind, key, payload, created_at, due_at, attempts)
        select id, 'erasure', business, fields, created_at, next_attempt_at, attempts
        from proxy_outbox where operation = 'erasePersonalData' and state = 'waiting';
      delete from proxy_outbox where operation = 'erasePersonalData' and state <> 'refused';
    `,
  },
  // Kept answers of both programs have the same columns.
  '0015-headers': {
    olderPrograms: 'all',
    up: `
      alter table proxy_idempotency add column headers text default '{}' not null;
    `,
  },
  // Writes and votes wait among the jobs of the store. Older programs would look for them where there are none.
  // A write on its way counts as begun by an instance that is gone: nobody knows how far it came.
  '0016-jobs': {
    up: `
      insert into job (id, kind, key, payload, created_at, due_at, attempts, leased_by, leased_until)
      select id, 'write', business, '', created_at,
        case when leased_by is null then next_attempt_at else created_at end,
        attempts, leased_by, case when leased_by is null then null else next_attempt_at end
      from proxy_outbox where state = 'waiting';
      insert into job (id, kind, key, payload, created_at, due_at, attempts, leased_by, leased_until)
      select id, 'vote', address, '', created_at,
        case when leased_by is null then next_attempt_at else created_at end,
        0, leased_by, case when leased_by is null then null else next_attempt_at end
      from proxy_vote where state = 'waiting' or wanted is not null;
      update proxy_outbox set attempts = 0 where state <> 'refused';
      update proxy_outbox set at_work_until = case when in_doubt = 1 then coalesce(at_work_until, 0) end;
      drop index proxy_outbox_state;
      drop index proxy_outbox_waiting;
      drop index proxy_vote_state;
      drop index proxy_vote_wanted;
      alter table proxy_outbox drop column next_attempt_at;
      alter table proxy_outbox drop column leased_by;
      alter table proxy_outbox drop column in_doubt;
      alter table proxy_vote drop column next_attempt_at;
      alter table proxy_vote drop column leased_by;
      create index proxy_outbox_waiting on proxy_outbox (state, created_at, bytes, at_work_until, id);
    `,
  },
};
