/** Columns with a default and a new table, which older programs do not need. */
export const olderPrograms = 'all';

/** How somebody works at the console, and the replies that a shop keeps to use again. */
export const up = `
  alter table account add column keys_off smallint default 0 not null;
  alter table account add column stays smallint default 0 not null;
  create table saved_reply (
    id text primary key, business_id bigint not null references business (id) on delete cascade,
    name text not null, content text not null, created_at bigint not null
  );
  create index saved_reply_business on saved_reply (business_id, name);
`;
