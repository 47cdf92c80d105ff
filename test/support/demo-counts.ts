/** How much of the demo data is in a service's directory. */
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Of the demo's first business: six reviews more than are documented wait at its console. */
const promised = { product: 24, product_review: 1_206, review: 400, product_question: 40, question: 15 } as const;
const tables = Object.keys(promised) as (keyof typeof promised)[];

/** Undefined where the tables are not there yet. */
function count(directory: string): Record<string, number> | undefined {
  const file = join(directory, 'reviews.sqlite');
  if (!statSync(file, { throwIfNoEntry: false })?.size) return undefined;
  const database = new DatabaseSync(file);
  try {
    if (!database.prepare(`select 1 from sqlite_schema where name = 'service_setting'`).get()) return undefined;
    const shop = `select id from business where domain = 'demo-store.example'`;
    const rows = (table: string) => database.prepare(`select 1 from ${table} where business_id = (${shop})`).all();
    return Object.fromEntries(tables.map((table) => [table, rows(table).length]));
  } finally {
    database.close();
  }
}

export function assertWhole(directory: string): void {
  assert.deepEqual(count(directory), promised);
}

/** After a kill: half of them would stay half for ever. */
export function assertWholeOrNothing(directory: string): void {
  const left = count(directory);
  if (left && tables.some((table) => left[table] !== 0)) assert.deepEqual(left, promised);
}
