/** A new table, which older programs do not need. */
export const olderPrograms = 'all';

/** Acknowledged writes that were refused as they arrived, for the shop to see. */
export const up = `
  create table refused_write (
    number bigint primary key, business_id bigint not null references business (id) on delete cascade,
    key_hash text not null unique, operation text not null, about text not null, name text not null,
    title text not null, content text not null, code bigint not null, person_hash text, refused_at bigint not null
  );
  create index refused_write_business on refused_write (business_id, refused_at);
  create index refused_write_person on refused_write (person_hash);
`;
