/** Reviews of products and of the shop as they leave in tables. */
import { sql, type RawBuilder } from 'kysely';
import type { AspectRating, ReviewAttribute } from '../../../contract/entities/entities.ts';
import { incentiveLabels } from '../../../contract/incentives.ts';
import { isOnTheWeb } from '../../../contract/web-address.ts';
import type { ImportedState } from '../../../exchange/reviews/imported-review.ts';
import type { WrittenReview } from '../../../exchange/reviews/writing/written-review.ts';
import { readAuthors, type AuthorRow } from '../../../review-store/content/authors.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { shownPhotos } from '../../../review-store/content/photos.ts';
import { State, type CommentTable } from '../../../review-store/tables.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import type { ProductReviewRow, ShopReviewRow } from '../imports/current.ts';
import { idsOf, pagesOf } from './pages.ts';

export interface WrittenReviews {
  readonly business: BusinessRow;
  /** Where the service is reached, without a trailing slash; undefined where nobody says: then pictures are nowhere. */
  readonly publicUrl: string | undefined;
  /** Only reviews of these tables, of which this is true; by default all. */
  readonly only?: ReviewsMeant | undefined;
}

/** By the table of reviews, the condition that one has to meet. */
export type ReviewsMeant = ReadonlyMap<'product_review' | 'review', RawBuilder<unknown>>;
const all: ReviewsMeant = new Map([
  ['product_review', sql`1 = 1`],
  ['review', sql`1 = 1`],
]);

/** Those of products first, each kind in the order of its numbers. */
export async function* writtenReviews(db: Database, which: WrittenReviews): AsyncGenerator<WrittenReview[]> {
  const { business, only = all } = which;
  const [products, shop] = [only.get('product_review'), only.get('review')];
  if (products)
    for await (const rows of pagesOf(db, 'product_review', business.id, products))
      yield await ofProducts(db, which, rows);
  if (shop)
    for await (const rows of pagesOf(db, 'review', business.id, shop))
      yield await ofShop(
        db,
        which,
        rows.filter(({ datasource }) => datasource === ''),
      );
}

/** Reviews of the shop that other programs collected and show as theirs: no table says that of them. */
export async function countFromElsewhere(db: Database, { business, only = all }: WrittenReviews): Promise<number> {
  const shop = only.get('review');
  if (!shop) return 0;
  const { reviews } = await db
    .selectFrom('review')
    .select((eb) => eb.fn.countAll().as('reviews'))
    .where('business_id', '=', business.id)
    .where('datasource', '!=', '')
    .where(sql<boolean>`(${shop})`)
    .executeTakeFirstOrThrow();
  return Number(reviews);
}

/** Parts of a review that no table can say, as people call it. */
type Beyond = readonly (readonly [noun: string, has: boolean])[];

const nounsOf = (beyond: Beyond): string[] => beyond.filter(([, has]) => has).map(([noun]) => noun);

async function ofProducts(
  db: Database,
  { business, publicUrl }: WrittenReviews,
  rows: readonly ProductReviewRow[],
): Promise<WrittenReview[]> {
  const authors = await readAuthors(storeOf(db), business.id, rows);
  const products = await db
    .selectFrom('product')
    .select(['id', 'sku', 'product_link', 'title'])
    .where('business_id', '=', business.id)
    .where(
      'id',
      'in',
      idsOf(rows, ({ product_id }) => product_id),
    )
    .execute();
  const byId = new Map(products.map((product) => [product.id, product]));
  return rows.map((row) => {
    const product = byId.get(row.product_id)!;
    return {
      ...shared(row, authors, publicUrl),
      product: {
        sku: product.sku,
        url: isOnTheWeb(product.product_link ?? '') ? product.product_link! : '',
        title: product.title ?? '',
      },
      stars: row.rating,
      incentivised: flagOf(row.incentivised),
      reply: row.reply === null ? null : { content: row.reply, created: row.reply_created_at },
      beyond: [...beyondOf(row, publicUrl), ...nounsOf([['that they were asked for', row.solicited === 1]])],
    };
  });
}

async function ofShop(
  db: Database,
  { business, publicUrl }: WrittenReviews,
  rows: readonly ShopReviewRow[],
): Promise<WrittenReview[]> {
  if (rows.length === 0) return [];
  const comments = await commentsOn(db, business, rows);
  const authors = await readAuthors(storeOf(db), business.id, rows);
  return rows.map((row) => {
    const ratings = JSON.parse(row.ratings) as AspectRating[];
    const labels = JSON.parse(row.labels) as string[];
    const stars = ratings.find(({ type }) => type === 'overall') ?? ratings[0];
    const all = comments.get(row.id) ?? [];
    const own = all.filter(({ isOwn, removed_at }) => isOwn && removed_at === null).at(-1);
    return {
      ...shared(row, authors, publicUrl),
      product: null,
      stars: stars?.rating ?? 0,
      incentivised: labels.some((label) => incentiveLabels.includes(label)) || flagOf(row.incentivised),
      reply: own ? { content: own.content, created: own.created_at } : null,
      beyond: [
        ...beyondOf(row, publicUrl),
        ...nounsOf([
          ['comments beside the reply of the shop', all.length > (own ? 1 : 0)],
          ['stars for several aspects', ratings.length > 1],
          ['tips', row.tip !== null],
          ['their first texts', row.updated_for !== null],
          ['labels', labels.some((label) => !incentiveLabels.includes(label))],
          ['where their authors came from', row.source !== null],
        ]),
      ],
    };
  });
}

type Row = ProductReviewRow | ShopReviewRow;

const flagOf = (stored: 0 | 1 | null): boolean | null => (stored === null ? null : stored === 1);

function shared(row: Row, authors: ReadonlyMap<number, AuthorRow>, publicUrl: string | undefined) {
  const author = row.author_id === null ? undefined : authors.get(row.author_id);
  return {
    number: row.id,
    title: row.title,
    content: row.content,
    firstName: author?.first_name ?? '',
    lastName: author?.last_name ?? '',
    email: author?.email ?? null,
    created: row.created_at,
    state: stateOf(row),
    photos: publicUrl === undefined || row.state === State.removed ? [] : photosOf(row, publicUrl),
    votesUp: row.positive_votes,
    votesDown: row.negative_votes,
    orderId: row.order_id,
    location: row.user_location,
    verified: flagOf(row.verified),
    attributes: JSON.parse(row.attributes) as ReviewAttribute[],
    datasource: '',
  };
}

const names = ['pending', 'published', 'removed'] as const satisfies readonly ImportedState['is'][];

const stateOf = ({ state, hidden_for }: Row): ImportedState => ({
  is: names[state],
  reason: state === State.removed ? hidden_for : null,
});

const photosOf = ({ images }: Row, publicUrl: string): string[] =>
  shownPhotos(images).map(({ original }) => (original.startsWith('/') ? publicUrl + original : original));

function beyondOf(row: Row, publicUrl: string | undefined): string[] {
  const images = shownPhotos(row.images);
  const isHidden = row.state === State.removed;
  return nounsOf([
    ['where they were collected', row.collected_by !== null],
    ['captions of photos', images.some(({ caption }) => caption !== '')],
    ['photos that nobody can fetch, since they are hidden', images.length > 0 && isHidden],
    [
      'photos, whose addresses need --public-url',
      publicUrl === undefined && !isHidden && images.some(({ original }) => original.startsWith('/')),
    ],
  ]);
}

/** All comments on each review, oldest first; whether the shop itself wrote it. */
async function commentsOn(
  db: Database,
  business: BusinessRow,
  rows: readonly ShopReviewRow[],
): Promise<ReadonlyMap<number, readonly Commented[]>> {
  const comments = await db
    .selectFrom('comment')
    .leftJoin('author', (join) =>
      join.onRef('author.business_id', '=', 'comment.business_id').onRef('author.id', '=', 'comment.author_id'),
    )
    .select(['comment.review_id', 'comment.content', 'comment.created_at', 'comment.removed_at', 'author.username'])
    .where('comment.business_id', '=', business.id)
    .where(
      'comment.review_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('comment.created_at')
    .orderBy('comment.id')
    .execute();
  return Map.groupBy(
    comments.map((comment) => ({ ...comment, isOwn: comment.username === business.domain })),
    ({ review_id: id }) => id,
  );
}

type Commented = Pick<CommentTable, 'review_id' | 'content' | 'created_at' | 'removed_at'> & {
  readonly isOwn: boolean;
};
