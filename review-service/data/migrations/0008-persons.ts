/**
 * From here on, persons are keyed hashes. Hashes without the key are made again where the key is made
 * (earlier-data.ts); failed logins are forgotten within a day, and so at once.
 */
export const up = `
  delete from login_failure;
  create index idempotent_answer_person on idempotent_answer (person_hash);
`;
