/** A table and a column without a value, which older programs do not need. */
export const olderPrograms = 'all';

/** The files of reviews that wait at the console, and imports whose refusals somebody has seen. */
export const up = `
  create table import_file (
    business_id bigint primary key references business (id) on delete cascade, id text not null, name text not null,
    sent_at bigint not null, state text not null, options text not null, outcome text not null, import_id bigint
  );
  alter table review_import add column put_off_until bigint;
`;
