/** Columns that may stay empty, which programs without this migration do not need. */
export const olderPrograms = 'all';

/**
 * Why a review was taken from view, and numbers by which holders of a copy learn of changes. `review_counted` holds all
 * that is counted of each review, so that counting a hundred thousand does not read them.
 */
export const up = `
  alter table business add column last_change bigint default 0 not null;
  alter table product_review add column hidden_for text;
  alter table product_review add column change_number bigint;
  create index product_review_changed on product_review (business_id, change_number) where change_number is not null;
  alter table review add column hidden_for text;
  alter table review add column change_number bigint;
  create index review_changed on review (business_id, change_number) where change_number is not null;
  create index review_counted on review (business_id, datasource, state, source, order_id);
`;
