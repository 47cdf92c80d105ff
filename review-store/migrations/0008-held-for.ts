/** Columns that may stay empty, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** Why something waits although the business does not hold what is new. */
export const up = `
  alter table review add column held_for text;
  alter table product_question add column held_for text;
`;
