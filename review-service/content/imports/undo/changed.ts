/** Reviews that an import changed get earlier words, stars and photos back, unless somebody changed them since. */
import type { Selectable } from 'kysely';
import type { Image } from '../../../../contract/entities/entities.ts';
import { inTransaction } from '../../../../review-store/databases/transaction.ts';
import { changeProductReview } from '../../../../review-store/reviews/product-review-changes.ts';
import { changeReview } from '../../../../review-store/reviews/review-changes.ts';
import { State } from '../../../../review-store/tables.ts';
import type { ImportCopyTable } from '../../../data/import-tables.ts';
import { storeOf, type Database } from '../../../data/tables.ts';
import { eraseImages } from '../../../images/erase-images.ts';
import type { KeptCopy } from '../copies.ts';
import { readCurrent, type Current, type ProductReviewRow, type ShopReviewRow } from '../current.ts';
import { aspects, type Aspect } from '../decide.ts';
import type { OfImport } from '../products/counted.ts';
import { restoreShopReply } from '../shop-replies.ts';
import { dropUnusedAuthors } from './unused-authors.ts';

export interface Restored {
  readonly restored: number;
  /** Reviews that stay, in part at least, as somebody made them since. */
  readonly kept: readonly KeptReview[];
}

interface KeptReview {
  readonly of: 'product' | 'shop';
  readonly number: number;
  readonly what: readonly Aspect[];
}

const AT_ONCE = 200;

export async function restoreChanged(db: Database, { businessId, importId }: OfImport): Promise<Restored> {
  const kept: KeptReview[] = [];
  let restored = 0;
  for (;;) {
    const copies = await db
      .selectFrom('import_copy')
      .selectAll()
      .where('business_id', '=', businessId)
      .where('import_id', '=', importId)
      .limit(AT_ONCE)
      .execute();
    if (copies.length === 0) return { restored, kept };
    for (const copy of copies) {
      const outcome = await inTransaction(db, (transaction) => restoreOne(transaction, copy));
      if (outcome.isRestored) restored += 1;
      const { of_product, review_id: number } = copy;
      if (outcome.kept.length > 0) kept.push({ of: of_product === 1 ? 'product' : 'shop', number, what: outcome.kept });
    }
  }
}

type CopyRow = Selectable<ImportCopyTable>;

async function restoreOne(
  db: Database,
  copy: CopyRow,
): Promise<{ readonly isRestored: boolean; readonly kept: readonly Aspect[] }> {
  await db
    .deleteFrom('import_copy')
    .where('business_id', '=', copy.business_id)
    .where('import_id', '=', copy.import_id)
    .where('of_product', '=', copy.of_product)
    .where('review_id', '=', copy.review_id)
    .execute();
  const content = JSON.parse(copy.content) as KeptCopy;
  const [current] = (await readCurrent(db, copy.business_id, [copy])).values();
  if (!current) return { isRestored: false, kept: [] };
  const { known, after } = content;
  const before = { words: known.words_hash, state: known.state, reply: known.reply_hash };
  const changed = aspects.filter((aspect) => after[aspect] !== before[aspect]);
  const isSince = (aspect: Aspect) => current.fingerprint[aspect] !== after[aspect];
  // A hidden review stays hidden, whoever hid it.
  const wouldShow = content.row.state === State.published && current.row.state !== State.published;
  const kept = changed.filter((aspect) => isSince(aspect) || (aspect === 'state' && wouldShow));
  const back = changed.filter((aspect) => !kept.includes(aspect));
  const photos = await takePhotosBack(db, copy, current);
  await write(db, copy, content, current, back, photos);
  await db
    .updateTable('imported_review')
    .set({
      words_hash: kept.includes('words') ? after.words : known.words_hash,
      state: kept.includes('state') ? after.state : known.state,
      reply_hash: kept.includes('reply') ? after.reply : known.reply_hash,
      votes: known.votes,
    })
    .where('business_id', '=', copy.business_id)
    .where('of_product', '=', copy.of_product)
    .where('review_id', '=', copy.review_id)
    .execute();
  return { isRestored: back.length > 0 || photos !== null, kept };
}

async function write(
  db: Database,
  { business_id: businessId, of_product: ofProduct, ...copy }: CopyRow,
  { row, reply, known }: KeptCopy,
  current: Current,
  back: readonly Aspect[],
  images: string | null,
): Promise<void> {
  const votes = await votesSince(db, { business_id: businessId, of_product: ofProduct, ...copy }, known.votes);
  const columns = {
    ...Object.fromEntries(
      back
        .flatMap((aspect) => columnsOf[aspect])
        .flatMap((column) => (column in row ? [[column, row[column as 'id']]] : [])),
    ),
    ...(images === null ? {} : { images }),
    positive_votes: Math.max(0, current.row.positive_votes - votes.up),
    negative_votes: Math.max(0, current.row.negative_votes - votes.down),
  };
  const store = storeOf(db);
  if (ofProduct === 1)
    await changeProductReview(store, businessId, current.id, (before: ProductReviewRow) => ({ ...before, ...columns }));
  else await changeReview(store, businessId, current.id, (before: ShopReviewRow) => ({ ...before, ...columns }));
  if (ofProduct === 0 && back.includes('reply')) await restoreShopReply(db, businessId, current.id, reply);
  const { author_id: authorId } = current.row;
  if (back.includes('words') && authorId !== null && authorId !== row.author_id)
    await dropUnusedAuthors(db, businessId, [authorId]);
}

/** Of either kind of review, those that it has. */
const columnsOf: Readonly<Record<Aspect, readonly string[]>> = {
  words: [
    'title',
    'content',
    'rating',
    'ratings',
    'tip',
    'labels',
    'source',
    'updated_for',
    'edited_at',
    'attributes',
    'verified',
    'incentivised',
    'created_at',
    'author_id',
    'order_id',
    'user_location',
  ],
  state: ['state', 'published_at', 'removed_at', 'hidden_for'],
  reply: ['reply', 'reply_created_at', 'reply_modified_at'],
};

/** Votes of the file that came with the import. */
async function votesSince(
  db: Database,
  { business_id, of_product, review_id }: Pick<CopyRow, 'business_id' | 'of_product' | 'review_id'>,
  before: string,
): Promise<{ readonly up: number; readonly down: number }> {
  const now = await db
    .selectFrom('imported_review')
    .select('votes')
    .where('business_id', '=', business_id)
    .where('of_product', '=', of_product)
    .where('review_id', '=', review_id)
    .executeTakeFirst();
  const [[up = 0, down = 0], [upBefore = 0, downBefore = 0]] = [
    (now?.votes ?? before).split(',').map(Number),
    before.split(',').map(Number),
  ];
  return { up: up - upBefore, down: down - downBefore };
}

/** @returns the pictures without those of the import, as JSON; null where it brought none. */
async function takePhotosBack(db: Database, copy: CopyRow, { row }: Current): Promise<string | null> {
  const gone = await db
    .deleteFrom('import_photo')
    .where('business_id', '=', copy.business_id)
    .where('import_id', '=', copy.import_id)
    .where('of_product', '=', copy.of_product)
    .where('review_id', '=', copy.review_id)
    .returning('image_id')
    .execute();
  const ids = new Set(gone.flatMap(({ image_id }) => image_id ?? []));
  if (ids.size === 0) return null;
  const images = JSON.parse(row.images) as Image[];
  await eraseImages(
    db,
    images.filter(({ id }) => id !== null && ids.has(id)),
  );
  return JSON.stringify(images.filter(({ id }) => id === null || !ids.has(id)));
}
