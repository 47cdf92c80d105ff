/** How far an import from another server has come, so that one that was killed goes on from there. */
import type { Thread } from '../../../../api-client/thread.ts';
import type { Database } from '../../../data/tables.ts';

export interface Position {
  /** Of `listings`. */
  readonly listing: number;
  readonly thread: Thread;
  /** How many items have been read, by their kind. */
  readonly read: Readonly<Record<ReadKind, number>>;
  /** How many of them were set aside. */
  readonly setAside: Readonly<Record<ReadKind, number>>;
  /** The import that began; absent before its first page, and of an earlier version. */
  readonly walk?: number;
  /** How many reviews the listing of products counts. */
  readonly productReviews: number;
}

export const readKinds = [
  'products',
  'reviews',
  'product reviews',
  'comments',
  'product questions',
  'questions',
] as const;
export type ReadKind = (typeof readKinds)[number];

const none = Object.fromEntries(readKinds.map((kind) => [kind, 0])) as Record<ReadKind, number>;

export const newThread: Thread = { nextStart: 0, previousIds: [], gaps: 0 };
export const beginning: Position = { listing: 0, thread: newThread, read: none, setAside: none, productReviews: 0 };

export async function readPosition(db: Database, businessId: number, vendor: string): Promise<Position> {
  const row = await db
    .selectFrom('import_position')
    .select('position')
    .where('business_id', '=', businessId)
    .where('vendor', '=', vendor)
    .executeTakeFirst();
  return row ? (JSON.parse(row.position) as Position) : beginning;
}

/** @param position - null where the import has come to its end. */
export async function writePosition(
  db: Database,
  businessId: number,
  vendor: string,
  position: Position | null,
): Promise<void> {
  if (position === null)
    await db.deleteFrom('import_position').where('business_id', '=', businessId).where('vendor', '=', vendor).execute();
  else
    await db
      .insertInto('import_position')
      .values({ business_id: businessId, vendor, position: JSON.stringify(position) })
      .onConflict((conflict) =>
        conflict.columns(['business_id', 'vendor']).doUpdateSet({ position: JSON.stringify(position) }),
      )
      .execute();
}
