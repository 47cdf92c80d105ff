/** New tables, and a column that programs without this migration leave empty. */
export const olderPrograms = 'all';

/** Imports from other servers: what they brought beside reviews, how far they are, and how they are let in there. */
export const up = `
  alter table import_photo add column caption text not null default '';
  create table imported_item (
    business_id bigint not null references business (id) on delete cascade, key_hash text not null,
    kind text not null, item_id bigint not null, import_id bigint not null,
    constraint imported_item_key primary key (business_id, key_hash)
  );
  create index imported_item_import on imported_item (business_id, import_id);
  create table import_position (
    business_id bigint not null references business (id) on delete cascade, vendor text not null,
    position text not null,
    constraint import_position_key primary key (business_id, vendor)
  );
  create table upstream_session (
    account text not null, sealed_token text not null, expires_at bigint, obtained_at bigint not null,
    constraint upstream_session_key primary key (account)
  );
  create table upstream_gate (
    name text not null, revision bigint not null, closed_until bigint not null,
    constraint upstream_gate_key primary key (name)
  );
  create table upstream_call (
    id text not null, lane text not null, ended_at bigint not null, running_by text,
    constraint upstream_call_key primary key (id)
  );
  create index upstream_call_ended on upstream_call (ended_at);
`;
