/** A new column that may be empty, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** Which process runs the first request under an `Idempotency-Key`. */
export const up = `
  alter table idempotent_answer add column claimed_by text;
`;
