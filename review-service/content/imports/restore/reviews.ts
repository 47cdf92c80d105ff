import { strictEntities, type OriginalReview } from '../../../../contract/entities/entities.ts';
import {
  commentColumns,
  productReviewColumns,
  reviewColumns,
  toColumns,
} from '../../../../exchange/reviews/plaudit/columns.ts';
import type {
  FieldValues,
  WrittenAuthor,
  WrittenOrigin,
  WrittenSource,
} from '../../../../exchange/reviews/plaudit/lines.ts';
import { reserveIds } from '../../../../review-store/content/ids.ts';
import { engineOf } from '../../../../review-store/databases/engine.ts';
import { slices } from '../../../../review-store/databases/slices.ts';
import {
  restoreProductReviews,
  type ImportedProductReview,
} from '../../../../review-store/reviews/product-review-changes.ts';
import { restoreReviews, type ImportedShopReview } from '../../../../review-store/reviews/review-changes.ts';
import { State, type CommentTable } from '../../../../review-store/tables.ts';
import { storeOf, type Database } from '../../../data/tables.ts';
import type { Applying } from '../apply.ts';
import { nameOf, readCurrent } from '../current.ts';
import type { Taken } from '../decide.ts';
import { keysOf } from '../fingerprints.ts';
import { fetchPhotosOf } from '../photos.ts';
import { numbersFor } from './numbers.ts';
import { embeddedIn, restoreAuthors } from './people.ts';
import { storePictures, type JudgedPictures } from './pictures.ts';

interface Options {
  judged(taken: Taken): JudgedPictures;
  note(note: string): void;
}

interface Placed {
  readonly taken: Taken;
  readonly id: number;
  readonly fields: FieldValues;
  readonly images: string;
  readonly updatedFor: string | null;
}

/** Adds reviews as an export has them, in the transaction of their batch. */
export async function restoreReviewsOf(
  db: Database,
  applying: Applying,
  taken: readonly Taken[],
  options: Options,
): Promise<void> {
  for (const ofProduct of [1, 0] as const) {
    const kind = taken.filter(({ productId }) => (productId !== null) === (ofProduct === 1));
    if (kind.length === 0) continue;
    const placed = await place(db, applying, kind, ofProduct, options);
    const authors = await restoreAuthors(
      db,
      applying.business,
      placed.map(({ fields }) => fields['author'] as WrittenAuthor),
    );
    if (ofProduct === 1) await addOfProducts(db, applying, placed, authors);
    else await addOfShop(db, applying, placed, authors, options);
    await noteOrigins(db, applying, placed, ofProduct);
    await noteSources(db, applying, placed, ofProduct);
  }
}

async function place(
  db: Database,
  { business, now }: Applying,
  taken: readonly Taken[],
  ofProduct: 0 | 1,
  { judged, note }: Options,
): Promise<Placed[]> {
  const table = ofProduct === 1 ? 'product_review' : 'review';
  const numbers = taken.map(({ review }) => review.restored!.number);
  const ids = await numbersFor(db, table, business.id, numbers, () =>
    note('reviews have another number, since theirs was taken'),
  );
  const placed: Placed[] = [];
  for (const [at, one] of taken.entries()) {
    const { fields } = one.review.restored!;
    const pictures = judged(one);
    // Of a photo that the first text has, too, there is one alone: it is hidden and erased in both.
    const storing = { hidden: fields['state'] === State.removed, now, stored: new Map() };
    const images = await storePictures(db, pictures.now, storing);
    const first = firstOf(fields, note);
    const firstImages = first ? await storePictures(db, pictures.first, storing) : [];
    await reserveIds(
      storeOf(db),
      'image',
      [...images, ...firstImages].map(({ id: imageId }) => ({ id: imageId ?? 0 })),
    );
    const updatedFor = first && {
      ...first.review,
      author: embeddedIn(business, first.review.author),
      images: firstImages,
    };
    placed.push({
      taken: one,
      id: ids[at]!,
      fields,
      images: JSON.stringify(images),
      updatedFor: updatedFor ? JSON.stringify(updatedFor) : null,
    });
  }
  return placed;
}

/** The text that an author wrote first, which is stored as the API shows it. */
function firstOf(fields: FieldValues, note: (note: string) => void): { readonly review: OriginalReview } | null {
  const first = (fields['first'] ?? null) as { readonly review: OriginalReview } | null;
  if (first === null) return null;
  if (strictEntities.OriginalReview.safeParse({ ...first.review, author: null, images: [] }).success) return first;
  note('first texts of reviews cannot be read');
  return null;
}

async function addOfProducts(
  db: Database,
  { business }: Applying,
  placed: readonly Placed[],
  authors: readonly (number | null)[],
): Promise<void> {
  const rows = placed.map(({ taken, id, fields, images }, at) => ({
    ...(toColumns(productReviewColumns, fields) as object as ImportedProductReview),
    id,
    product_id: taken.productId!,
    author_id: authors[at]!,
    images,
  }));
  await restoreProductReviews(storeOf(db), business.id, rows);
}

async function addOfShop(
  db: Database,
  { business }: Applying,
  placed: readonly Placed[],
  authors: readonly (number | null)[],
  { note }: Options,
): Promise<void> {
  const rows = placed.map(({ id, fields, images, updatedFor }, at) => ({
    ...(toColumns(reviewColumns, fields) as object as ImportedShopReview),
    id,
    author_id: authors[at]!,
    images,
    updated_for: updatedFor,
  }));
  await restoreReviews(storeOf(db), business.id, rows);
  const comments = placed.flatMap(({ id, fields }) =>
    (fields['comments'] as readonly FieldValues[]).map((comment) => ({ reviewId: id, comment })),
  );
  if (comments.length === 0) return;
  const commenters = await restoreAuthors(
    db,
    business,
    comments.map(({ comment }) => comment['author'] as WrittenAuthor),
  );
  const numbers = comments.map(({ comment }) => comment['number'] as number);
  const ids = await numbersFor(db, 'comment', business.id, numbers, () =>
    note('comments have another number, since theirs was taken'),
  );
  for (const [at, { reviewId, comment }] of comments.entries())
    await db
      .insertInto('comment')
      .values({
        ...(toColumns(commentColumns, comment) as object as CommentTable),
        business_id: business.id,
        id: ids[at]!,
        review_id: reviewId,
        author_id: commenters[at]!,
      })
      .execute();
}

/** Each is known by its number in the export, and by all that imports there knew it by. */
async function noteOrigins(
  db: Database,
  { business, importId, vendor }: Applying,
  placed: readonly Placed[],
  ofProduct: 0 | 1,
): Promise<void> {
  const current = await readCurrent(
    db,
    business.id,
    placed.map(({ id }) => ({ of_product: ofProduct, review_id: id })),
  );
  const records = placed.flatMap(({ taken, id, fields }) => {
    const here = current.get(nameOf({ of_product: ofProduct, review_id: id }))!.fingerprint;
    const { review, words, fingerprint, keys, productId } = taken;
    const shared = { business_id: business.id, of_product: ofProduct, review_id: id, import_id: importId };
    const votes = `${review.votesUp},${review.votesDown}`;
    const own = {
      ...shared,
      key_hash: keys[0]!,
      vendor,
      vendor_id: review.vendorId,
      words_hash: fingerprint.words,
      state: fingerprint.state,
      reply_hash: fingerprint.reply,
      votes,
    };
    const origins = (fields['origins'] as readonly WrittenOrigin[]).map((origin) => {
      const known = { ...review, vendorId: origin.number };
      const said = (aspect: keyof typeof here) => (origin.changed.includes(aspect) ? '' : here[aspect]);
      return {
        ...shared,
        key_hash: keysOf(db, origin.vendor, known, words, [productId])[0]!,
        vendor: origin.vendor,
        vendor_id: origin.number,
        words_hash: said('words'),
        state: said('state'),
        reply_hash: said('reply'),
        votes: `${origin.votes_up},${origin.votes_down}`,
      };
    });
    return [own, ...origins];
  });
  for (const some of slices(records))
    await db
      .insertInto('imported_review')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Pictures that imports there named: those that wait are fetched here. */
async function noteSources(
  db: Database,
  { business, importId, now }: Applying,
  placed: readonly Placed[],
  ofProduct: 0 | 1,
): Promise<void> {
  const photos = placed.flatMap(({ id, fields }) =>
    (fields['sources'] as readonly WrittenSource[]).map(({ url, caption, state, reason, picture }, position) => ({
      business_id: business.id,
      import_id: importId,
      of_product: ofProduct,
      review_id: id,
      position,
      url,
      caption,
      state,
      reason,
      image_id: picture,
      attempts: 0,
    })),
  );
  await engineOf(db).insert(db, 'import_photo', photos);
  if (photos.some(({ state }) => state === 'waiting')) await fetchPhotosOf(db, business.id, now);
}
