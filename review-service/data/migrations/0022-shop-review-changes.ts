import { PostgresAdapter, type Kysely } from 'kysely';

/** A trigger that looks at further columns. Programs without this migration notice nothing of it. */
export const olderPrograms = 'all';

const columns = `
  author_id, state, title, content, tip, order_id, ratings, images, positive_votes, negative_votes, updated_for, source,
  datasource, labels, created_at, published_at, edited_at, removed_at, hidden_for, user_location, attributes, verified,
  incentivised, collected_by`
  .trim()
  .split(/,\s+/);
const rowOf = (row: string) => `(${columns.map((name) => `${row}.${name}`).join(', ')})`;
const changed = `after update of ${columns.join(', ')} on "review"`;
const differs = `${rowOf('old')} is distinct from ${rowOf('new')}`;

/** The listing of changes tells of changes in the columns that reviews of the business gained (0020-changes.ts). */
export const up = (db: Kysely<never>): string =>
  db.getExecutor().adapter instanceof PostgresAdapter
    ? `
      drop trigger review_change_update on review;
      create trigger review_change_update ${changed} for each row when (${differs})
      execute function review_change_update();`
    : `
      drop trigger review_change_update;
      create trigger review_change_update ${changed} when ${differs} begin
      update change_counter set last = last + 1; insert into change (business_id, kind, item_id, number, tx)
      select new.business_id, 'review', new.id, last, 0 from change_counter where true
      on conflict (business_id, kind, item_id) do update set number = excluded.number; end;`;
