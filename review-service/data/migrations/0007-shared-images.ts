/** Pictures that several things show, which no one of them takes with it when it goes. */
export const up = `
  alter table image_file add column shared bigint default 0 not null;
`;
