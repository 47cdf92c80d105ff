import { sql, type Kysely } from 'kysely';

const drops = [
  'drop index review_changed',
  'alter table review drop column change_number',
  'drop index product_review_changed',
  'alter table product_review drop column change_number',
  'drop index product_changed',
  'alter table product drop column change_number',
  'alter table business drop column last_change',
];
const waiting = 'from review where state = 0 and change_number is not null';

/**
 * Changes are numbered by the service alone, beside the rows that change. It has told owners of reviews that wait by
 * these numbers: where there are any, they are left to its migration 0020-changes.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { rows } = await sql.raw(`select 1 ${waiting} limit 1`).execute(db);
  const kept = `create table earlier_change as select business_id, id, change_number as number ${waiting}`;
  for (const statement of rows.length > 0 ? [kept, ...drops] : drops) await sql.raw(statement).execute(db);
}
