/** Settings of a service under a name, as JSON: every process that opens the data reads the same. */
import type { Database } from './tables.ts';

export async function readSetting<Value>(db: Database, name: string): Promise<Value | null> {
  const row = await db.selectFrom('service_setting').select('value').where('name', '=', name).executeTakeFirst();
  return row ? (JSON.parse(row.value) as Value) : null;
}

export async function writeSetting(db: Database, name: string, content: object): Promise<void> {
  const value = JSON.stringify(content);
  await db
    .insertInto('service_setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** @returns false where it is something else by now: another process was faster. */
export async function replaceSetting(db: Database, name: string, known: object, content: object): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('service_setting')
    .set({ value: JSON.stringify(content) })
    .where('name', '=', name)
    .where('value', '=', JSON.stringify(known))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** @returns false where it is something else by now: another process was faster. */
export async function takeSetting(db: Database, name: string, known: object): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('service_setting')
    .where('name', '=', name)
    .where('value', '=', JSON.stringify(known))
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
