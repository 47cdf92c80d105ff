export const up = `
  create table outbox_mail (
    id text primary key, business_id bigint not null references business (id) on delete cascade,
    recipient text not null, message text not null, attempts bigint not null, due_at bigint not null,
    created_at bigint not null
  );
  create index outbox_mail_due_at on outbox_mail (due_at);
  create index outbox_mail_recipient on outbox_mail (business_id, recipient);
`;
