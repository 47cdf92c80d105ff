/** An index alone, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** The acts of each person of a shop by time; and who they are, without reading what each did. */
export const up = `
  create index event_by_actor on event (business_id, actor, created_at, id, kind)
    where actor not in ('author', 'shopper');
`;
