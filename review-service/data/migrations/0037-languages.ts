/** New tables alone, which programs without this migration do not need. */
export const olderPrograms = 'all';

const languagesOf = (table: string): string => `
  create table ${table}_language (
    business_id bigint not null, review_id bigint not null, language text not null,
    constraint ${table}_language_key primary key (business_id, review_id),
    constraint ${table}_language_review
      foreign key (business_id, review_id) references ${table} (business_id, id) on delete cascade
  );
  create index ${table}_language_found on ${table}_language (business_id, language, review_id);
`;

/** The language of each review, beside it: a row of a review is written for the review's own sake alone. */
export const up = ['product_review', 'review'].map(languagesOf).join('');
