/** An index with fewer rows, which programs without this migration use as they did. */
export const olderPrograms = 'all';

/**
 * Authors by their address, of those who have one. Where most have none, SQLite took all addresses for as frequent, and
 * read every author of the business to find one.
 */
export const up = `
  drop index author_email;
  create index author_email on author (business_id, email) where email is not null;
`;
