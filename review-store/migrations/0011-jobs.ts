/** A new table alone, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** Work that outlives its process; see jobs/jobs.ts. */
export const up = `
  create table job (
    id text primary key, kind text not null, key text not null, payload text not null, created_at bigint not null,
    due_at bigint not null, attempts bigint not null, leased_by text, leased_until bigint
  );
  create index job_due_at on job (due_at);
  create index job_key on job (kind, key);
`;
