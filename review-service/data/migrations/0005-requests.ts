export const up = `
  create table review_request (
    id text primary key, business_id bigint not null references business (id) on delete cascade, kind text not null,
    recipient text not null, order_id text not null, order_date bigint not null, email text, phone text,
    first_name text not null, last_name text not null, location text, language text, labels text not null,
    mail_id text, review_no bigint, created_at bigint not null,
    constraint review_request_order unique (business_id, kind, recipient, order_id)
  );
  create table review_request_product (
    request_id text not null references review_request (id) on delete cascade, sku text not null,
    position bigint not null, review_id bigint,
    constraint review_request_product_key primary key (request_id, sku)
  );
  create table page_link (
    token_hash text primary key, business_id bigint not null references business (id) on delete cascade,
    purpose text not null, request_id text references review_request (id) on delete cascade, email text,
    created_at bigint not null, expires_at bigint not null
  );
  create index page_link_request_id on page_link (request_id);
  create index page_link_email on page_link (business_id, email);
  create index page_link_expires_at on page_link (expires_at);
  create table mail_stop (
    business_id bigint not null references business (id) on delete cascade, email_hash text not null,
    created_at bigint not null,
    constraint mail_stop_key primary key (business_id, email_hash)
  );
  create table edit_code (
    id text primary key, business_id bigint not null references business (id) on delete cascade,
    email text not null, code_hash text not null, wrong bigint not null, entered_at bigint,
    created_at bigint not null
  );
  create index edit_code_email on edit_code (business_id, email);
`;
