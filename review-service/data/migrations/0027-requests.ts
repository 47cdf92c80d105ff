/** Columns without a value and an index, which older programs do not need. */
export const olderPrograms = 'all';

/** The fate of each request, and reminders. */
export const up = `
  alter table review_request add column mail_outcome text;
  alter table review_request add column opened_at bigint;
  alter table review_request add column reminder_id text;
  alter table review_request add column reminded_at bigint;
  create index review_request_mail on review_request (mail_id);
  create index review_request_reminder on review_request (reminder_id);
  create index review_request_created on review_request (business_id, created_at, id);
`;
