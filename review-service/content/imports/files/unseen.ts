/** Imports with refused rows that nobody has looked at. */
import type { Database } from '../../../data/tables.ts';

export interface UnseenImport {
  readonly id: number;
  readonly file: string;
  readonly refused: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

export async function listUnseen(db: Database, businessId: number, now: number): Promise<UnseenImport[]> {
  const rows = await db
    .selectFrom('review_import')
    .select(['id', 'file', 'refused', 'started_at'])
    .where('business_id', '=', businessId)
    .where('refused', '>', 0)
    .where('state', '<>', 'undone')
    .where((eb) => eb.or([eb('put_off_until', 'is', null), eb('put_off_until', '<=', now)]))
    .orderBy('id')
    .execute();
  return rows.map(({ started_at: startedAt, ...row }) => ({ ...row, startedAt }));
}

/** @param until - nobody is asked to look at it before, in milliseconds since 1970. */
export async function putOffImport(db: Database, businessId: number, importId: number, until: number): Promise<void> {
  await db
    .updateTable('review_import')
    .set({ put_off_until: until })
    .where('business_id', '=', businessId)
    .where('id', '=', importId)
    .execute();
}
