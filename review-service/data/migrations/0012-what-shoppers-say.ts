/** A new table, and columns with a default or without a value, which older programs do not need. */
export const olderPrograms = 'all';

/** Reports of product reviews, votes that can be taken back, and who is to be told of questions and answers. */
export const up = `
  alter table review_flag add column of_product bigint default 0 not null;
  alter table product_review_vote add column vote text;
  create table question_notice (
    id text primary key, business_id bigint not null references business (id) on delete cascade,
    question_id bigint not null, answer_id bigint, created_at bigint not null
  );
  create index question_notice_created_at on question_notice (business_id, created_at);
`;
