import { sql } from 'kysely';
import type { Answer } from '../../contract/entities/entities.ts';
import type { AuthorRow } from '../content/authors.ts';
import { engineOf } from '../databases/engine.ts';
import type { Store } from '../content/ids.ts';
import { eraseProductAnswers } from './product-question-changes.ts';
import { slices } from '../databases/slices.ts';
import { atomically } from '../databases/transaction.ts';

/**
 * Deletes the questions of these authors with all their answers, and their answers to the questions of others.
 * @returns the ids of the questions that were deleted, by their tables.
 */
export function eraseQuestions(
  db: Store,
  businessId: number,
  authors: readonly AuthorRow[],
): Promise<Record<'product_question' | 'question', number[]>> {
  return atomically(db, async (db) => {
    const authorIds = authors.map(({ id }) => id);
    const usernames = new Set(authors.flatMap(({ username }) => username ?? []));
    const erased = { product_question: [] as number[], question: [] as number[] };
    for (const some of slices(authorIds))
      for (const table of ['product_question', 'question'] as const) {
        const rows = await db
          .deleteFrom(table as 'question')
          .where('business_id', '=', businessId)
          .where('author_id', 'in', some)
          .returning('id')
          .execute();
        erased[table].push(...rows.map(({ id }) => id));
      }
    for (const username of usernames) {
      for (const id of await answeredBy(db, 'product_question', businessId, username))
        await eraseProductAnswers(db, businessId, id, usernames);
      for (const id of await answeredBy(db, 'question', businessId, username))
        await eraseAnswers(db, businessId, id, usernames);
    }
    return erased;
  });
}

/** The numbers of the questions that somebody has answered under this name. */
export async function answeredBy(
  db: Store,
  kind: 'product_question' | 'question',
  businessId: number,
  username: string,
): Promise<number[]> {
  const rows = await db
    .selectFrom(kind as 'question')
    .select('id')
    .where('business_id', '=', businessId)
    .where(engineOf(db).holds(sql.ref('answers'), JSON.stringify(username)))
    .execute();
  return rows.map(({ id }) => id);
}

async function eraseAnswers(db: Store, businessId: number, id: number, usernames: ReadonlySet<string>): Promise<void> {
  const found = db.selectFrom('question').select('answers').where('business_id', '=', businessId).where('id', '=', id);
  const row = await engineOf(db).forUpdate(found).executeTakeFirst();
  if (!row) return;
  const all = JSON.parse(row.answers) as Answer[];
  const left = all.filter(({ author }) => author === null || !usernames.has(author.username));
  await db
    .updateTable('question')
    .set((eb) => ({
      answers: JSON.stringify(left),
      num_answers: eb('num_answers', '-', all.length - left.length),
    }))
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute();
}
