/**
 * The numbers that our own service gives comments. The mirror keeps a comment under an id that follows from its review,
 * author and time, since no other API numbers them: so it is the same one when such an API is mirrored instead.
 */
import type { NumberedComment } from '../../../contract/entities/entities.ts';
import type { ProxyDb } from '../../state/tables.ts';
import { commentId } from '../../../api-client/comment-ids.ts';

/** The ids of these comments in the mirror, in their order. A new number takes the first place that no other has. */
export async function idsOfComments(
  db: ProxyDb,
  business: string,
  comments: readonly NumberedComment[],
): Promise<number[]> {
  const known = await readIds(
    db,
    business,
    comments.map(({ id }) => id),
  );
  const taken = new Set(known.values());
  const ids: number[] = [];
  for (const { id: number, ...comment } of comments) {
    let id = known.get(number);
    for (let place = 0; id === undefined; place += 1) {
      const free = commentId(comment, place);
      if (!taken.has(free) && !(await hasNumber(db, business, free))) id = free;
    }
    taken.add(id);
    ids.push(id);
  }
  return ids;
}

export async function numberComments(
  db: ProxyDb,
  business: string,
  comments: readonly NumberedComment[],
  ids: readonly number[],
): Promise<void> {
  if (comments.length === 0) return;
  await db
    .insertInto('mirror_comment')
    .values(comments.map(({ id }, at) => ({ business, number: id, item_id: ids[at]! })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the ids of these in the mirror, and forgets their numbers. */
export async function takeComments(db: ProxyDb, business: string, numbers: readonly number[]): Promise<number[]> {
  if (numbers.length === 0) return [];
  const rows = await db
    .deleteFrom('mirror_comment')
    .where('business', '=', business)
    .where('number', 'in', [...numbers])
    .returning('item_id')
    .execute();
  return rows.map((row) => row.item_id);
}

/** Numbers of comments that the mirror does not have any more. */
export async function forgetComments(db: ProxyDb, business: string, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('mirror_comment')
    .where('business', '=', business)
    .where('item_id', 'in', [...ids])
    .execute();
}

async function readIds(db: ProxyDb, business: string, numbers: readonly number[]): Promise<Map<number, number>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .selectFrom('mirror_comment')
    .select(['number', 'item_id'])
    .where('business', '=', business)
    .where('number', 'in', [...numbers])
    .execute();
  return new Map(rows.map((row) => [row.number, row.item_id]));
}

async function hasNumber(db: ProxyDb, business: string, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('mirror_comment')
    .select('number')
    .where('business', '=', business)
    .where('item_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
