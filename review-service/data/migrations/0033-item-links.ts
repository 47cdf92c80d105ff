/** A new table, which older programs do not need. */
export const olderPrograms = 'all';

/** Links in mails that lead to one review or question at the console, and what their buttons have opened. */
export const up = `
  create table item_link (
    token_hash text primary key, account_id text not null references account (id) on delete cascade,
    business_id bigint not null references business (id) on delete cascade, subject text not null,
    subject_id bigint not null, created_at bigint not null, opened_at bigint, session_hash text
  );
  create index item_link_subject on item_link (business_id, subject, subject_id);
  create index item_link_session on item_link (session_hash);
  create index item_link_created on item_link (created_at);
`;
