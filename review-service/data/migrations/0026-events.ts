/** New tables and indexes alone, which programs without this migration do not need. */
export const olderPrograms = 'all';

/**
 * The events of each review and question, and the actions of the people of a shop about them, to be taken back. Their lists
 * filter by `product_review_listed`, which holds all that they ask of each review: counting a hundred thousand reads no
 * review.
 */
export const up = `
  create table event (
    id text primary key, business_id bigint not null references business (id) on delete cascade,
    subject text not null, subject_id bigint not null, kind text not null, actor text not null, reason text,
    created_at bigint not null
  );
  create index event_subject on event (business_id, subject, subject_id, created_at);
  create index event_kind on event (business_id, kind, created_at);
  create table act (
    id text primary key, business_id bigint not null references business (id) on delete cascade,
    session text not null, kind text not null, created_at bigint not null
  );
  create index act_session on act (session, created_at);
  create table act_step (
    act_id text not null references act (id) on delete cascade, business_id bigint not null, subject text not null,
    subject_id bigint not null, before text not null, revision text not null, mails text not null,
    constraint act_step_key primary key (act_id, subject, subject_id)
  );
  create index act_step_subject on act_step (business_id, subject, subject_id);
  create table put_off (
    business_id bigint not null references business (id) on delete cascade, subject text not null,
    subject_id bigint not null, until bigint not null, revision text not null,
    constraint put_off_key primary key (business_id, subject, subject_id)
  );
  create index product_review_listed on product_review (business_id, created_at, id, state, rating, product_id,
    has_photos, verified, solicited, (reply is null), collected_by, author_id);
  create index product_review_order on product_review (business_id, order_id) where order_id is not null;
  create index review_order on review (business_id, order_id) where order_id is not null;
`;
