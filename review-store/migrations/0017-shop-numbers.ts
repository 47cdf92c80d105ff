/** A column that may stay empty, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** The numbers of products in the program of their shop, by which exports of reviews name them. */
export const up = `
  alter table product add column shop_number text;
`;
