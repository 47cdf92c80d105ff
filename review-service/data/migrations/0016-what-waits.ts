/** Indexes alone, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** Reviews that wait are few among many, and counted each time that Prometheus asks. */
export const up = `
  create index review_waiting on review (created_at) where state = 0;
  create index product_review_waiting on product_review (created_at) where state = 0;
`;
