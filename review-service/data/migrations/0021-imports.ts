/** New tables alone, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** Reviews that came from files: each import, what it brought, and what it takes to undo it. */
export const up = `
  create table review_import (
    business_id bigint not null references business (id) on delete cascade, id bigint not null, format text not null,
    file text not null, state text not null, run_by text not null, started_at bigint not null,
    written_at bigint not null, expected bigint not null, added bigint not null, changed bigint not null,
    already bigint not null, refused bigint not null, audit text not null,
    constraint review_import_key primary key (business_id, id)
  );
  create table import_refusal (
    business_id bigint not null references business (id) on delete cascade, import_id bigint not null,
    line bigint not null, reason text not null
  );
  create index import_refusal_line on import_refusal (business_id, import_id, line);
  create table import_product (
    business_id bigint not null references business (id) on delete cascade, import_id bigint not null,
    product_id bigint not null, is_made bigint not null, reviews_before bigint not null, sum_before bigint not null,
    reviews_after bigint, sum_after bigint,
    constraint import_product_key primary key (business_id, import_id, product_id)
  );
  create table imported_review (
    business_id bigint not null references business (id) on delete cascade, key_hash text not null,
    of_product bigint not null, review_id bigint not null, import_id bigint not null, vendor text not null,
    vendor_id text, words_hash text not null, state text not null, reply_hash text not null, votes text not null,
    constraint imported_review_key primary key (business_id, key_hash)
  );
  create index imported_review_review on imported_review (business_id, of_product, review_id);
  create index imported_review_import on imported_review (business_id, import_id);
  create table import_copy (
    business_id bigint not null references business (id) on delete cascade, import_id bigint not null,
    of_product bigint not null, review_id bigint not null, author_id bigint, made_at bigint not null,
    content text not null,
    constraint import_copy_key primary key (business_id, import_id, of_product, review_id)
  );
  create index import_copy_review on import_copy (business_id, of_product, review_id);
  create index import_copy_author on import_copy (business_id, author_id);
  create index import_copy_made on import_copy (made_at);
  create table import_photo (
    business_id bigint not null references business (id) on delete cascade, import_id bigint not null,
    of_product bigint not null, review_id bigint not null, position bigint not null, url text not null,
    state text not null, reason text, image_id bigint, attempts bigint not null,
    constraint import_photo_key primary key (business_id, of_product, review_id, position)
  );
  create index import_photo_state on import_photo (business_id, import_id, state);
  create table import_map (
    business_id bigint not null references business (id) on delete cascade, name text not null, map text not null,
    constraint import_map_key primary key (business_id, name)
  );
`;
