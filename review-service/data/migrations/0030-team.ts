/** A table, a column without a value and an index, which older programs do not need. */
export const olderPrograms = 'all';

/** Invitations to a team, whom an event is about, and the acts of the people of a shop by time. */
export const up = `
  create table team_invitation (
    token_hash text primary key, business_id bigint not null references business (id) on delete cascade,
    email text not null, role text not null, created_at bigint not null,
    constraint team_invitation_email unique (business_id, email)
  );
  alter table event add column whom text;
  create index event_of_shop on event (business_id, created_at, id, actor, kind)
    where actor not in ('author', 'shopper');
`;
