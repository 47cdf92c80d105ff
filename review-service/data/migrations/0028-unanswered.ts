/** An index alone, which programs without this migration do not need. */
export const olderPrograms = 'all';

/**
 * The reviews that wait for a reply, by product: lists of products count them, however many others there are. Sums are
 * in no other index, so that the database reads this one.
 */
export const up = `
  create index product_review_unanswered on product_review (business_id, (product_id + 0), created_at, id)
    where state + 0 = 1 and rating + 0 <= 2 and reply is null;
`;
