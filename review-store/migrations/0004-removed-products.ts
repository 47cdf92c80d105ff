/** Few products are removed, and each listing leaves out what was said of them. */
export const up = `
  create index product_removed on product (business_id, id) where removed_at is not null;
`;
