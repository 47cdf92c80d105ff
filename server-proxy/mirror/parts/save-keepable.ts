import { sql } from 'kysely';
import { isRefusal } from '../../../review-store/databases/errors.ts';
import type { ProxyDb } from '../../state/tables.ts';
import type { Unkeepable } from '../../../api-client/keepable.ts';

/**
 * Saves all of these at once; where the database refuses that, one after the other, so that only those are left out
 * that it refuses.
 * @param db - a transaction, which goes on in any case.
 * @returns what it refused.
 */
export async function saveKeepable(
  db: ProxyDb,
  ids: readonly number[],
  save: (ids: readonly number[]) => Promise<void>,
): Promise<Unkeepable[]> {
  if (ids.length === 0) return [];
  const refusal = await attempt(db, () => save(ids));
  if (refusal === null) return [];
  if (ids.length === 1) return [{ id: ids[0]!, reason: reasonOf(refusal) }];
  const refused: Unkeepable[] = [];
  for (const id of ids) refused.push(...(await saveKeepable(db, [id], save)));
  return refused;
}

/** @returns the refusal, after which the transaction is as it was before. */
async function attempt(db: ProxyDb, work: () => Promise<void>): Promise<Error | null> {
  await sql`savepoint items`.execute(db);
  try {
    await work();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await sql`rollback to savepoint items`.execute(db);
    await sql`release savepoint items`.execute(db);
    return error;
  }
  await sql`release savepoint items`.execute(db);
  return null;
}

/** Without what the database says: that may quote the item. */
function reasonOf(refusal: Error): string {
  const { code, errcode } = refusal as { readonly code?: string; readonly errcode?: number };
  return `the database refuses it (${errcode ?? code ?? refusal.name})`;
}
