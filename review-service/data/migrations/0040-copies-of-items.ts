/** A new table. Programs without this migration keep no copies, and undo as they did. */
export const olderPrograms = 'all';

/** Comments, questions and answers as they were before an import changed them. */
export const up = `
  create table import_item_copy (
    business_id bigint not null references business (id) on delete cascade, import_id bigint not null,
    kind text not null, item_id bigint not null, answer_id bigint not null, key_hash text not null,
    said text not null, person_name text, before text, after text, made_at bigint not null,
    constraint import_item_copy_key primary key (business_id, import_id, key_hash, answer_id)
  );
  create index import_item_copy_made on import_item_copy (made_at);
`;
