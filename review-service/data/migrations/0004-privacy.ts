/** Kept answers say whom they are about, so that they can be erased with that person. */
export const up = `
  alter table idempotent_answer add column person_hash text;
`;
