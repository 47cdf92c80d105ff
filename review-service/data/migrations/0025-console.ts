/** New tables, and columns that older programs leave as they are. */
export const olderPrograms = 'all';

/** Who is signed in at the console, how they prove who they are, and the links that let them choose a new password. */
export const up = `
  create table console_session (
    token_hash text primary key, account_id text not null references account (id) on delete cascade,
    business_id bigint, agent text not null, source_hash text not null, wants_code smallint not null,
    created_at bigint not null, seen_at bigint not null, ended_at bigint
  );
  create index console_session_account on console_session (account_id, source_hash);
  create index console_session_created on console_session (created_at);
  create table account_codes (
    account_id text primary key references account (id) on delete cascade, secret text not null,
    last_step bigint not null, created_at bigint not null
  );
  create table recovery_code (
    account_id text not null references account (id) on delete cascade, code_hash text not null,
    constraint recovery_code_key primary key (account_id, code_hash)
  );
  create table account_link (
    token_hash text primary key, account_id text not null references account (id) on delete cascade,
    purpose text not null, created_at bigint not null
  );
  create index account_link_account on account_link (account_id, created_at);
  create index account_link_created on account_link (created_at);
  alter table account_business add column role text not null default 'owner';
  alter table user_token add column client_hash text;
`;
