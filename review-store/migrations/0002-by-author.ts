/** Contributions are found by their author: to be shown to them, and to be erased. */
export const up = `
  create index product_review_by_author on product_review (business_id, author_id);
  create index review_by_author on review (business_id, author_id);
  create index comment_by_author on comment (business_id, author_id);
  create index product_question_by_author on product_question (business_id, author_id);
  create index question_by_author on question (business_id, author_id);
`;
