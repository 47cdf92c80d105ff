/** Names by which an operator tells client tokens apart, and when a session was ended before its time. */
export const up = `
  alter table api_client add column prefix text default '' not null;
  alter table user_token add column ended_at bigint;
`;
