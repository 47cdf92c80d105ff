/** Columns that may stay empty, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** Why a review of a product waits, and which answers to a question do, as it is kept of other reviews. */
export const up = `
  alter table product_review add column held_for text;
  alter table product_question add column held_answers text;
`;
