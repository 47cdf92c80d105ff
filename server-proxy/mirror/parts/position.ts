/** How far the mirror has followed all changes of our own service, in SQL. */
import type { ProxyDb } from '../../state/tables.ts';

export interface Position {
  /** Of the last page that is kept; null at the beginning. */
  readonly cursor: string | null;
  /** True until all that there is has been read once since the beginning. */
  readonly filling: boolean;
}

/** Null where the mirror does not follow a service of ours. */
export async function readPosition(db: ProxyDb, business: string): Promise<Position | null> {
  const row = await db
    .selectFrom('mirror_position')
    .select(['cursor', 'filling'])
    .where('business', '=', business)
    .executeTakeFirst();
  return row ? { cursor: row.cursor, filling: row.filling === 1 } : null;
}

export async function writePosition(db: ProxyDb, business: string, { cursor, filling }: Position): Promise<void> {
  const row = { cursor, filling: filling ? 1 : 0 };
  await db
    .insertInto('mirror_position')
    .values({ business, ...row })
    .onConflict((conflict) => conflict.column('business').doUpdateSet(row))
    .execute();
}

export async function forgetPosition(db: ProxyDb, business: string): Promise<void> {
  await db.deleteFrom('mirror_position').where('business', '=', business).execute();
}
