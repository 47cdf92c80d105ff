/** New tables alone, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** A business's way with unknown products, and the feed that its products are read from. */
export const up = `
  create table catalogue_setting (
    business_id bigint primary key references business (id) on delete cascade, accepts_unknown bigint not null
  );
  create table product_feed (
    business_id bigint primary key references business (id) on delete cascade, url text not null,
    every_ms bigint not null, due_at bigint not null, etag text, last_modified text, reads bigint not null,
    good_at bigint, products bigint, refused bigint, failed_at bigint, failure text
  );
  create index product_feed_due_at on product_feed (due_at);
  create table product_feed_item (
    business_id bigint not null references product_feed (business_id) on delete cascade, sku text not null,
    seen_in_read bigint not null,
    constraint product_feed_item_key primary key (business_id, sku)
  );
  create index product_feed_item_seen on product_feed_item (business_id, seen_in_read);
`;
