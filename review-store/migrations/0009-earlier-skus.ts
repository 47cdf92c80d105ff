/** A table and a column that may stay empty, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** Earlier skus of products, and numbers by which the holders of a copy learn of them. */
export const up = `
  create table earlier_sku (
    business_id bigint not null references business (id) on delete cascade, sku text not null,
    product_id bigint not null, undo text,
    constraint earlier_sku_key primary key (business_id, sku)
  );
  create index earlier_sku_product on earlier_sku (business_id, product_id);
  alter table product add column change_number bigint;
  create index product_changed on product (business_id, change_number) where change_number is not null;
`;
