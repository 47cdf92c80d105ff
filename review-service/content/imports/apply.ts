/** Stores what was decided about reviews of a file, in the transaction of its batch. */
import type { AspectRating } from '../../../contract/entities/entities.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { shownPhotos } from '../../../review-store/content/photos.ts';
import { engineOf } from '../../../review-store/databases/engine.ts';
import {
  addImportedProductReviews,
  changeProductReview,
  type ImportedProductReview,
} from '../../../review-store/reviews/product-review-changes.ts';
import { addComment } from '../../../review-store/reviews/comments.ts';
import {
  addImportedReviews,
  changeReview,
  type ImportedShopReview,
} from '../../../review-store/reviews/review-changes.ts';
import { State } from '../../../review-store/tables.ts';
import type { ImportedReview } from '../../../exchange/reviews/imported-review.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { hideImages } from '../../images/hide-images.ts';
import { businessAuthor } from '../../people/authors.ts';
import { authorsOf } from './authors.ts';
import type { Change, Taken } from './decide.ts';
import { keepCopy } from './copies.ts';
import type { StoredWords } from './fingerprints.ts';
import { fetchPhotosOf } from './photos.ts';
import { setShopReply } from '../moderation/reply.ts';
import type { ProductReviewRow, ShopReviewRow } from './current.ts';

export interface Applying {
  readonly business: BusinessRow;
  readonly importId: number;
  /** The format, by which reviews of one vendor are told from those of another. */
  readonly vendor: string;
  /** As shoppers read it; null where the file does not say who collected it. */
  readonly collectedBy: string | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const states = { published: State.published, pending: State.pending, removed: State.removed } as const;

/** The columns of its state, which both kinds have. */
const stateColumns = ({ state: { is, reason }, created, beside }: ImportedReview, now: number) => ({
  state: states[is],
  published_at: is === 'published' ? (beside?.published ?? created) : null,
  removed_at: is === 'removed' ? (beside?.removed ?? now) : null,
  hidden_for: is === 'removed' ? reason : null,
});

export async function addAll(db: Database, applying: Applying, taken: readonly Taken[]): Promise<void> {
  if (taken.length === 0) return;
  const { business } = applying;
  const authorIds = await authorsOf(
    db,
    business.id,
    taken.map(({ words }) => words),
  );
  const withAuthors = taken.map((one, index) => ({ ...one, authorId: authorIds[index]! }));
  await addOfProducts(
    db,
    applying,
    withAuthors.filter(({ productId }) => productId !== null),
  );
  await addOfShop(
    db,
    applying,
    withAuthors.filter(({ productId }) => productId === null),
  );
}

type Authored = Taken & { readonly authorId: number };

async function addOfProducts(db: Database, applying: Applying, taken: readonly Authored[]): Promise<void> {
  if (taken.length === 0) return;
  const rows = taken.map((one): ImportedProductReview => {
    const { review } = one;
    return {
      product_id: one.productId!,
      author_id: one.authorId,
      ...productWords(one),
      images: '[]',
      solicited: 0,
      positive_votes: review.votesUp,
      negative_votes: review.votesDown,
      ...stateColumns(review, applying.now),
      ...replyColumns(one),
      held_for: null,
      collected_by: review.beside ? review.beside.collectedBy : applying.collectedBy,
    };
  });
  const ids = await addImportedProductReviews(storeOf(db), applying.business.id, rows, numbersOf(taken));
  await noteAdded(db, applying, taken, 1, ids);
}

const numbersOf = (taken: readonly Taken[]) => taken.map(({ review }) => review.beside?.number ?? null);

const productWords = ({ words }: Taken) => ({
  title: words.title,
  content: words.content,
  rating: words.rating,
  ...besideWords(words),
  created_at: words.created,
});

/** Columns of either kind of review. */
const besideWords = (words: StoredWords) => ({
  order_id: words.orderId,
  user_location: words.location,
  attributes: words.attributes,
  verified: words.verified,
  incentivised: words.incentivised,
});

const replyColumns = ({ review: { reply } }: Taken) => ({
  reply: reply?.content ?? null,
  reply_created_at: reply?.created ?? null,
  reply_modified_at: reply?.modified ?? null,
});

async function addOfShop(db: Database, applying: Applying, taken: readonly Authored[]): Promise<void> {
  if (taken.length === 0) return;
  const { business, now } = applying;
  const store = storeOf(db);
  const rows = taken.map((one): ImportedShopReview => {
    const { review } = one;
    return {
      author_id: one.authorId,
      tip: null,
      labels: '[]',
      updated_for: null,
      source: null,
      edited_at: null,
      ...shopWords(one),
      images: '[]',
      positive_votes: review.votesUp,
      negative_votes: review.votesDown,
      datasource: review.datasource,
      held_for: null,
      collected_by: review.beside ? review.beside.collectedBy : applying.collectedBy,
      ...stateColumns(review, now),
    };
  });
  const ids = await addImportedReviews(store, business.id, rows, numbersOf(taken));
  await noteAdded(db, applying, taken, 0, ids);
  if (taken.every(({ review }) => review.reply === null)) return;
  const authorId = await businessAuthor(db, business);
  for (const [index, { review }] of taken.entries())
    if (review.reply !== null)
      await addComment(store, business.id, {
        reviewNo: ids[index]!,
        authorId,
        content: review.reply.content,
        activated: true,
        // A comment has a date in any case.
        now: review.reply.created ?? review.created,
      });
}

const shopWords = ({ words, review: { beside } }: Taken) => ({
  title: words.title,
  content: words.content,
  ratings: JSON.stringify(
    beside?.ofShop?.ratings ?? ([{ type: 'overall', rating: words.rating }] satisfies AspectRating[]),
  ),
  ...besideWords(words),
  created_at: words.created,
  ...(beside?.ofShop && {
    tip: beside.ofShop.tip,
    labels: JSON.stringify(beside.ofShop.labels),
    source: beside.ofShop.source,
    updated_for: beside.ofShop.updatedFor,
    edited_at: beside.ofShop.edited,
  }),
});

async function noteAdded(
  db: Database,
  { business, importId, vendor, now }: Applying,
  taken: readonly Taken[],
  ofProduct: 0 | 1,
  ids: readonly number[],
): Promise<void> {
  const engine = engineOf(db);
  const notes = taken.map(({ review, fingerprint, keys }, index) => ({
    business_id: business.id,
    key_hash: keys[0]!,
    of_product: ofProduct,
    review_id: ids[index]!,
    import_id: importId,
    vendor,
    vendor_id: review.vendorId,
    words_hash: fingerprint.words,
    state: fingerprint.state,
    reply_hash: fingerprint.reply,
    votes: `${review.votesUp},${review.votesDown}`,
  }));
  await engine.insert(db, 'imported_review', notes);
  const photos = taken.flatMap(({ review }, index) =>
    photoRows(review.photos, review, 0).map((photo) => ({
      ...photo,
      business_id: business.id,
      import_id: importId,
      of_product: ofProduct,
      review_id: ids[index]!,
    })),
  );
  await engine.insert(db, 'import_photo', photos);
  if (photos.some(({ state }) => state === 'waiting')) await fetchPhotosOf(db, business.id, now);
}

const photoRows = (
  photos: readonly string[],
  { refusedPhotos, beside }: Pick<ImportedReview, 'refusedPhotos' | 'beside'>,
  first: number,
) =>
  [
    ...photos.map((url) => ({ url, state: 'waiting' as const, reason: null })),
    ...refusedPhotos.map(({ url, reason }) => ({ url, state: 'missing' as const, reason })),
  ].map((photo, index) => ({
    ...photo,
    caption: beside?.captions.get(photo.url) ?? '',
    position: first + index,
    image_id: null,
    attempts: 0,
  }));

/** Changes a review that an earlier import brought, by what its file says now. */
export async function applyChange(db: Database, applying: Applying, taken: Taken, change: Change): Promise<void> {
  const { business, now } = applying;
  const { known, current } = change;
  const after = { words: known.words_hash, state: known.state, reply: known.reply_hash };
  for (const aspect of change.aspects) after[aspect] = taken.fingerprint[aspect];
  await keepCopy(db, { businessId: business.id, importId: applying.importId, now }, { known, current, after });
  const authorId = change.aspects.includes('words') ? await authorFor(db, business.id, taken, current.row) : undefined;
  const columns = {
    ...(authorId === undefined ? {} : { author_id: authorId }),
    ...(change.aspects.includes('state') ? stateColumns(taken.review, now) : {}),
    positive_votes: Math.max(0, current.row.positive_votes + change.votes.up),
    negative_votes: Math.max(0, current.row.negative_votes + change.votes.down),
  };
  if (known.of_product === 1)
    await changeProductReview(storeOf(db), business.id, current.id, (before: ProductReviewRow) => ({
      ...before,
      ...columns,
      ...(authorId === undefined ? {} : productWords(taken)),
      ...(change.aspects.includes('reply') ? replyColumns(taken) : {}),
    }));
  else {
    await changeReview(storeOf(db), business.id, current.id, (before: ShopReviewRow) => ({
      ...before,
      ...columns,
      ...(authorId === undefined ? {} : shopWords(taken)),
    }));
    if (change.aspects.includes('reply')) {
      const { reply, created } = taken.review;
      // A comment has a date in any case.
      await setShopReply(db, business, current.id, reply?.content ?? null, reply?.created ?? created);
    }
  }
  if (change.aspects.includes('state'))
    await hideImages(db, shownPhotos(current.row.images), taken.review.state.is === 'removed' ? 1 : 0);
  await addPhotos(db, applying, change, taken.review);
  await db
    .updateTable('imported_review')
    .set({
      words_hash: after.words,
      state: after.state,
      reply_hash: after.reply,
      votes: `${taken.review.votesUp},${taken.review.votesDown}`,
    })
    .where('business_id', '=', business.id)
    .where('key_hash', '=', known.key_hash)
    .execute();
}

/** The same author where the name and the address are the same. */
async function authorFor(
  db: Database,
  businessId: number,
  { words }: Taken,
  row: ProductReviewRow | ShopReviewRow,
): Promise<number> {
  if (row.author_id !== null) {
    const author = await db
      .selectFrom('author')
      .select(['first_name', 'last_name', 'email'])
      .where('business_id', '=', businessId)
      .where('id', '=', row.author_id)
      .executeTakeFirst();
    if (author?.first_name === words.firstName && author.last_name === words.lastName && author.email === words.email)
      return row.author_id;
  }
  return (await authorsOf(db, businessId, [words]))[0]!;
}

async function addPhotos(
  db: Database,
  { business, importId, now }: Applying,
  change: Change,
  { beside }: ImportedReview,
): Promise<void> {
  if (change.photos.length === 0) return;
  const { known } = change;
  const { last } = await db
    .selectFrom('import_photo')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('business_id', '=', business.id)
    .where('of_product', '=', known.of_product)
    .where('review_id', '=', known.review_id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('import_photo')
    .values(
      photoRows(change.photos, { refusedPhotos: [], ...(beside && { beside }) }, Number(last ?? -1) + 1).map(
        (photo) => ({
          ...photo,
          business_id: business.id,
          import_id: importId,
          of_product: known.of_product,
          review_id: known.review_id,
        }),
      ),
    )
    .execute();
  await fetchPhotosOf(db, business.id, now);
}
