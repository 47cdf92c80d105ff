/** Reviews as they are here now, in the shape in which an import says what they are. */
import { sql, type Selectable } from 'kysely';
import type { AspectRating } from '../../../contract/entities/entities.ts';
import { numbered } from '../../../review-store/content/numbered.ts';
import type { ProductReviewTable, ReviewTable } from '../../../review-store/tables.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import {
  besideStars,
  hashOfReply,
  hashOfWords,
  stateTextOf,
  type Fingerprint,
  type StoredWords,
} from './fingerprints.ts';

export type ProductReviewRow = Selectable<ProductReviewTable>;
export type ShopReviewRow = Selectable<ReviewTable>;

export interface Current {
  readonly id: number;
  readonly row: ProductReviewRow | ShopReviewRow;
  readonly fingerprint: Fingerprint;
}

export interface ImportedName {
  readonly of_product: 0 | 1;
  readonly review_id: number;
}

/** How maps call a review: both kinds have numbers of their own. */
export const nameOf = ({ of_product, review_id }: ImportedName): string => `${of_product} ${review_id}`;

/** Those that are still here, by `nameOf`. They stay as they are until the transaction ends, where there is one. */
export async function readCurrent(
  db: Database,
  businessId: number,
  names: readonly ImportedName[],
): Promise<Map<string, Current>> {
  const idsOf = (kind: 0 | 1) => [
    ...new Set(names.filter(({ of_product }) => of_product === kind).map(({ review_id }) => review_id)),
  ];
  return new Map([...(await ofProducts(db, businessId, idsOf(1))), ...(await ofShop(db, businessId, idsOf(0)))]);
}

async function ofProducts(db: Database, businessId: number, ids: readonly number[]): Promise<[string, Current][]> {
  const rows = [...(await numbered('product_review').lockAll(storeOf(db), businessId, ids)).values()];
  const authors = await authorsIn(db, businessId, rows);
  return rows.map((row) => {
    const words: StoredWords = {
      title: row.title,
      content: row.content,
      rating: row.rating,
      ...authors(row.author_id),
      location: row.user_location,
      orderId: row.order_id,
      verified: row.verified,
      incentivised: row.incentivised,
      attributes: row.attributes,
      created: row.created_at,
      ofShop: '',
    };
    return [nameOf({ of_product: 1, review_id: row.id }), toCurrent(db, row, words, row.reply)];
  });
}

async function ofShop(db: Database, businessId: number, ids: readonly number[]): Promise<[string, Current][]> {
  const rows = [...(await numbered('review').lockAll(storeOf(db), businessId, ids)).values()];
  const authors = await authorsIn(db, businessId, rows);
  const replies = await repliesTo(db, businessId, ids);
  return rows.map((row) => {
    const ratings = JSON.parse(row.ratings) as AspectRating[];
    const labels = JSON.parse(row.labels) as string[];
    const words: StoredWords = {
      title: row.title,
      content: row.content,
      rating: ratings[0]?.rating ?? 0,
      ...authors(row.author_id),
      location: row.user_location,
      orderId: row.order_id,
      verified: row.verified,
      incentivised: row.incentivised,
      attributes: row.attributes,
      created: row.created_at,
      ofShop: besideStars({ ratings, tip: row.tip, labels, updatedFor: row.updated_for }),
    };
    return [nameOf({ of_product: 0, review_id: row.id }), toCurrent(db, row, words, replies.get(row.id) ?? null)];
  });
}

const toCurrent = (
  db: Database,
  row: ProductReviewRow | ShopReviewRow,
  words: StoredWords,
  reply: string | null,
): Current => ({
  id: row.id,
  row,
  fingerprint: {
    words: hashOfWords(db, words),
    state: stateTextOf(row.state, row.hidden_for),
    reply: hashOfReply(db, reply),
  },
});

async function authorsIn(db: Database, businessId: number, rows: readonly { readonly author_id: number | null }[]) {
  const ids = [...new Set(rows.flatMap(({ author_id }) => author_id ?? []))];
  const found =
    ids.length === 0
      ? []
      : await db
          .selectFrom('author')
          .select(['id', 'first_name', 'last_name', 'email'])
          .where('business_id', '=', businessId)
          .where('id', 'in', ids)
          .execute();
  const byId = new Map(found.map((author) => [author.id, author]));
  return (id: number | null): Pick<StoredWords, 'firstName' | 'lastName' | 'email'> => {
    const author = id === null ? undefined : byId.get(id);
    return {
      firstName: author?.first_name ?? '',
      lastName: author?.last_name ?? '',
      email: author?.email ?? null,
    };
  };
}

/** The newest comment of the shop itself on each review. */
async function repliesTo(db: Database, businessId: number, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('comment')
    .innerJoin('author', (join) =>
      join.onRef('author.business_id', '=', 'comment.business_id').onRef('author.id', '=', 'comment.author_id'),
    )
    .innerJoin('business', 'business.id', 'comment.business_id')
    .select(['comment.review_id', 'comment.content'])
    .where('comment.business_id', '=', businessId)
    .where('comment.review_id', 'in', ids)
    .where('comment.removed_at', 'is', null)
    .where(sql<boolean>`author.username = business.domain`)
    .orderBy('comment.created_at')
    .orderBy('comment.id')
    .execute();
  return new Map(rows.map(({ review_id, content }) => [review_id, content]));
}
