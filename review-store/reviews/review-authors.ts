/** Finds the author of a review by its number, for erasing people who gave no address. */
import { lockAuthor, saveAuthor, type AuthorRow } from '../content/authors.ts';
import { unknownUser } from '../../contract/entities/users.ts';
import type { Store } from '../content/ids.ts';

/** Reviews of the business and of products have numbers of their own. */
export type ReviewKind = 'business' | 'product';

export interface ReviewName {
  readonly kind: ReviewKind;
  readonly number: number;
}

/** Stands for the address of somebody who gave none, where an address finds what is theirs. */
export const subjectOf = ({ kind, number }: ReviewName): string =>
  `${kind === 'product' ? 'product review' : 'review'} ${number}`;

/**
 * The author, locked; null if there is no such review. One of nobody gets an author of its own, so that it is erased
 * like those of others.
 */
export async function lockReviewAuthor(
  db: Store,
  businessId: number,
  { kind, number }: ReviewName,
): Promise<AuthorRow | null> {
  const table = kind === 'product' ? 'product_review' : 'review';
  const row = await db
    .selectFrom(table as 'review')
    .select('author_id')
    .where('business_id', '=', businessId)
    .where('id', '=', number)
    .executeTakeFirst();
  if (!row) return null;
  const known = row.author_id === null ? undefined : await lockAuthor(db, businessId, row.author_id);
  if (known) return known;
  const authorId = (await saveAuthor(db, businessId, unknownUser))!;
  await db
    .updateTable(table as 'review')
    .set({ author_id: authorId })
    .where('business_id', '=', businessId)
    .where('id', '=', number)
    .execute();
  return (await lockAuthor(db, businessId, authorId)) ?? null;
}
