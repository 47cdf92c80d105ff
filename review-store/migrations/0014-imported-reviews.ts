/** Columns that may stay empty, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** The shop's reply to a review of a product, and who collected the review. */
export const up = `
  alter table product_review add column reply text;
  alter table product_review add column reply_created_at bigint;
  alter table product_review add column reply_modified_at bigint;
  alter table product_review add column collected_by text;
`;
