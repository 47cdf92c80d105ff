/** Nothing but indexes. */
export const olderPrograms = 'all';

/** All reviews, those with photos first: of a product, and of all of them. */
export const up = `
  create index product_review_photos_first on product_review (business_id, state, has_photos, created_at, id);
  create index product_review_photos_first_of_product on product_review (business_id, product_id, state,
    has_photos, created_at, id);
`;
