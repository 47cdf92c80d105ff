/** Columns that may stay empty or have a default, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** A review of the business has the facts beside its words that files say, as product reviews have them. */
export const up = `
  alter table review add column user_location text;
  alter table review add column attributes text default '[]' not null;
  alter table review add column verified bigint;
  alter table review add column incentivised bigint;
  alter table review add column collected_by text;
`;
