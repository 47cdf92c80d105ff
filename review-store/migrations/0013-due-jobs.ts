/** Jobs are looked for by kind: those that wait for a day are not read on the way to those that are due. */
export const up = `
  drop index job_due_at;
  create index job_due on job (kind, due_at);
`;
