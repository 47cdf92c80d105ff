/** The outbox in SQL, from when a write is sent until the API has it or has refused it. */
import type { OutboxTable, ProxyDb } from '../../state/tables.ts';

/**
 * Notes whether the API may have a write.
 * @param atWorkUntil - as in the table.
 * @returns false where it was erased or given up meanwhile, and must not be sent.
 */
export async function doubtWrite(db: ProxyDb, id: string, atWorkUntil: OutboxTable['at_work_until']): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('proxy_outbox')
    .set({ at_work_until: atWorkUntil })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The API was away, and is no longer at work on what it did not answer, once this moment has come. */
export async function endWork(db: ProxyDb, by: number): Promise<void> {
  await db
    .updateTable('proxy_outbox')
    .set({ at_work_until: by })
    .where('state', '=', 'waiting')
    .where('at_work_until', '>', by)
    .execute();
}

/**
 * The API has it. Its text is forgotten here; the answer stays for a day.
 * @returns false where it was erased or given up meanwhile.
 */
export async function settleWrite(
  db: ProxyDb,
  id: string,
  reviewId: number | null,
  answer: string | null,
): Promise<boolean> {
  const settled = await db
    .updateTable('proxy_outbox')
    .set({ state: 'delivered', at_work_until: null, fields: '{}', bytes: 0, review_id: reviewId, answer })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(['business', 'witness', 'created_at'])
    .executeTakeFirst();
  await db.deleteFrom('proxy_outbox_file').where('outbox_id', '=', id).execute();
  if (settled && settled.witness !== null && reviewId !== null)
    await db
      .insertInto('proxy_witness')
      .values({ ...settled, witness: settled.witness, review_id: reviewId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return settled !== undefined;
}

/** The API will never accept it. It is kept for the merchant to see. */
export async function refuseWrite(db: ProxyDb, id: string, code: number, attempts: number): Promise<void> {
  await db
    .updateTable('proxy_outbox')
    .set({ state: 'refused', at_work_until: null, attempts, error_code: code })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}
