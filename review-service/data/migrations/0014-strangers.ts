/** New tables, and a column that may stay empty, which programs without this migration do not need. */
export const olderPrograms = 'all';

/**
 * Recent writes of strangers, and where sign-ins fail. Programs without this migration go on counting in
 * `login_failure`.
 */
export const up = `
  create table recent_write (
    id text primary key, business text not null, address text not null, product text, sketch text,
    created_at bigint not null
  );
  create index recent_write_address on recent_write (address, created_at);
  create index recent_write_business on recent_write (business, created_at);
  create index recent_write_product on recent_write (business, product, created_at);
  create index recent_write_created on recent_write (created_at);
  create table failed_login (
    source_hash text not null, email_hash text not null, failures bigint not null, last_at bigint not null,
    constraint failed_login_key primary key (source_hash, email_hash)
  );
  create index failed_login_email on failed_login (email_hash, last_at);
  create index failed_login_last on failed_login (last_at);
  alter table user_token add column source_hash text;
`;
