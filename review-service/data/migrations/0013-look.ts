/** A new table alone, which programs without this migration do not need. */
export const olderPrograms = 'all';

export const up = `
  create table shop_look (
    business_id bigint primary key references business (id) on delete cascade, logo_key text, logo_width bigint,
    logo_height bigint, logo_needs_light bigint, accent text, background text, font text, locale text
  );
`;
