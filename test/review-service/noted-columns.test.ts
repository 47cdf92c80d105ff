/** Whoever adds a column that shoppers see has the database note its changes, or copies never hear of them. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openServiceDatabase } from '../../review-service/database.ts';

const counters = ['num_reviews', 'rating_sum', 'one', 'two', 'three', 'four', 'five'];
const keys = ['row_id', 'business_id', 'id'];

/** Columns whose changes are none to shoppers: what is counted, searched and sorted by, and why something waits. */
const unseen: Readonly<Record<string, readonly string[]>> = {
  business: ['hold_reviews', 'created_at'],
  product: ['search_text', 'shop_number', ...counters],
  product_review: ['search_text', 'relevance', 'has_photos', 'held_for'],
  review: ['search_text', 'held_for'],
  comment: [],
  product_question: ['search_text', 'held_for', 'held_answers'],
  question: ['product_id'],
};

test('every column that shoppers see has its changes noted', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-noted-'));
  const db = await openServiceDatabase({ directory });
  try {
    for (const [table, others] of Object.entries(unseen)) {
      const columns = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db);
      const trigger = await sql<{ sql: string }>`
        select sql from sqlite_schema where type = 'trigger' and name = ${`${table}_change_update`}`.execute(db);
      const [, noted = ''] = /update of (.*?) on /s.exec(trigger.rows[0]!.sql) ?? [];
      assert.deepEqual(
        columns.rows.map(({ name }) => name).toSorted(),
        [
          ...noted.split(', '),
          ...others,
          ...keys.filter((key) => columns.rows.some(({ name }) => name === key)),
        ].toSorted(),
        `the columns of ${table}: seen by shoppers and noted, or unseen and in the list of this test`,
      );
    }
  } finally {
    await db.destroy();
    rmSync(directory, { recursive: true, force: true });
  }
});
