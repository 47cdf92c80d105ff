/** Whether the business was told of a report, and what came of it. */
export const up = `
  alter table review_flag add column told_at bigint;
  alter table review_flag add column closed_at bigint;
  alter table review_flag add column outcome text;
  create index review_flag_told_at on review_flag (told_at, created_at);
  create index review_flag_closed_at on review_flag (closed_at, created_at);
`;
