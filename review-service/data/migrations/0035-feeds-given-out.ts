/** Columns that programs without this migration leave as they are. */
export const olderPrograms = 'all';

/** Feeds of products that are given out with stars; and what another server said of comments and questions. */
export const up = `
  alter table product_feed add column given_out bigint not null default 0;
  alter table imported_item add column vendor text not null default '';
  alter table imported_item add column said text not null default '';
  alter table imported_item add column seen bigint not null default 0;
`;
