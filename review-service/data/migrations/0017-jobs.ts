/** Mails that wait, and when feeds are due, move to the jobs of the store. */
export const up = `
  insert into job (id, kind, key, payload, created_at, due_at, attempts)
    select id, 'mail', cast(business_id as text) || ' ' || recipient, message, created_at, due_at, attempts
    from outbox_mail;
  insert into job (id, kind, key, payload, created_at, due_at, attempts)
    select 'feed ' || cast(business_id as text), 'feed', cast(business_id as text), '', due_at, due_at, 0
    from product_feed;
  drop table outbox_mail;
  drop index product_feed_due_at;
  alter table product_feed drop column due_at;
`;
