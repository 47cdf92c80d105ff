/** Authors as exports have them: the shop itself by that word alone, since it has another name where it comes back. */
import type { User } from '../../../contract/entities/entities.ts';
import { authorColumns, toFields } from '../../../exchange/reviews/plaudit/columns.ts';
import { SHOP, type WrittenAuthor } from '../../../exchange/reviews/plaudit/lines.ts';
import { readAuthors } from '../../../review-store/content/authors.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { storeOf, type Database } from '../../data/tables.ts';

/** By the number of the author. */
export async function authorsOf(
  db: Database,
  business: BusinessRow,
  rows: readonly { readonly author_id: number | null }[],
): Promise<(row: { readonly author_id: number | null }) => WrittenAuthor> {
  const authors = await readAuthors(storeOf(db), business.id, rows);
  return ({ author_id: id }) => {
    const author = id === null ? undefined : authors.get(id);
    if (!author) return null;
    return author.username === business.domain ? SHOP : toFields(authorColumns, author);
  };
}

/** An author within something that is stored as JSON. */
export const embedded = (business: BusinessRow, user: User | null): User | typeof SHOP | null =>
  user?.username === business.domain ? SHOP : user;
