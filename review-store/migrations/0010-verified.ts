/** Columns that may stay empty, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** Whether the author of a product review is a verified buyer, and whether something was given for it. */
export const up = `
  alter table product_review add column verified bigint;
  alter table product_review add column incentivised bigint;
`;
