export const up = `
  create table message (
    business_id bigint not null references business (id) on delete cascade, id bigint not null,
    author_id bigint not null, review_id bigint, sent bigint not null, subject text not null, body text not null,
    created_at bigint not null,
    constraint message_key primary key (business_id, id)
  );
  create index message_newest on message (business_id, sent, created_at, id);
  create index message_author on message (business_id, author_id);
`;
