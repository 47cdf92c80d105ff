/** A column that programs without this migration do not need to fill. */
export const olderPrograms = 'all';

/** Pictures of reviews that were taken from view: kept, and not served. */
export const up = `
  alter table image_file add column hidden bigint default 0 not null;
`;
