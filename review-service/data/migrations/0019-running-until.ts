/** Kept answers of both programs have the same columns. A request that still ran when its program ended is over. */
export const up = `
  alter table idempotent_answer add column running_until bigint default 0 not null;
`;
