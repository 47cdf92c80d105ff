import { sql } from 'kysely';
import { isRefusal } from '../../../review-store/databases/errors.ts';
import type { ProxyDb } from '../../state/tables.ts';
import type { Unkeepable } from '../../../api-client/keepable.ts';

type Save = (ids: readonly number[]) => Promise<void>;

/** The database refused some of what was to be saved at once: the transaction is over, and may be done again apart. */
export class RefusedAtOnce extends Error {}

const apart = new WeakSet<ProxyDb>();

/** From now on this transaction leaves out what is refused, at the price of savepoints. */
export function saveApart(db: ProxyDb): void {
  apart.add(db);
}

/**
 * Saves all of these at once. In a transaction that saves apart, those alone are left out that the database refuses.
 * Others have no savepoint: after it, SQLite copies each page that it changes to memory, 30 MB for a thousand reviews.
 * @param db - a transaction.
 * @returns what it refused.
 * @throws RefusedAtOnce
 */
export async function saveKeepable(db: ProxyDb, ids: readonly number[], save: Save): Promise<Unkeepable[]> {
  if (ids.length === 0) return [];
  if (apart.has(db)) return saveEach(db, ids, save);
  try {
    await save(ids);
  } catch (error) {
    throw isRefusal(error) ? new RefusedAtOnce('An item was refused', { cause: error }) : error;
  }
  return [];
}

async function saveEach(db: ProxyDb, ids: readonly number[], save: Save): Promise<Unkeepable[]> {
  const refusal = await attempt(db, () => save(ids));
  if (refusal === null) return [];
  if (ids.length === 1) return [{ id: ids[0]!, reason: reasonOf(refusal) }];
  const refused: Unkeepable[] = [];
  for (const id of ids) refused.push(...(await saveEach(db, [id], save)));
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
