/**
 * Fetches the pictures of imported reviews, once the reviews are in: no review waits for its pictures. Those that
 * cannot be had are tried again for a day, and then named in the audit.
 */
import { ApiError } from '../../../contract/endpoints/errors.ts';
import { MOST_IMAGES } from '../../../contract/endpoints/limits.ts';
import type { Image } from '../../../contract/entities/entities.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import { makeDue } from '../../../review-store/jobs/jobs.ts';
import type { Job, Kind } from '../../../review-store/jobs/worker.ts';
import { lockProduct } from '../../../review-store/products/products.ts';
import { changeProductReview } from '../../../review-store/reviews/product-review-changes.ts';
import { changeReview } from '../../../review-store/reviews/review-changes.ts';
import { State } from '../../../review-store/tables.ts';
import { FetchRefused, fetchPublic, type PublicFetchOptions } from '../../../server-kit/network/public-fetch.ts';
import { MAX_IMAGE_BYTES } from '../../../server-kit/pictures/images.ts';
import type { Service } from '../../context.ts';
import { FROM_API } from '../../data/import-tables.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { eraseImages } from '../../images/erase-images.ts';
import { hideImages } from '../../images/hide-images.ts';
import { imagePaths, prepareUpload, saveImage, saveImages, type PreparedImage } from '../../images/image-files.ts';

/** The kind of the jobs; their key is the id of the business. */
const IMPORT_PHOTOS = 'import photos';

/** Has the pictures that wait fetched by the running service, from the end of this transaction on. */
export const fetchPhotosOf = (db: Database, businessId: number, now: number): Promise<void> =>
  makeDue(storeOf(db), IMPORT_PHOTOS, String(businessId), now);

/** In place of whether a review is of a product: the picture is of a product, whose number stands for the review's. */
export const OF_PRODUCT_ITSELF = 2;

const AT_ONCE = 4;
const READ_AT_ONCE = 100;
const DEADLINE_MS = 30_000;
/** From one try of all that wait to the next. */
const PAUSES_MS = [60_000, 600_000, 3_600_000, 6 * 3_600_000, 12 * 3_600_000] as const;

interface Photo {
  readonly of_product: 0 | 1 | typeof OF_PRODUCT_ITSELF;
  readonly review_id: number;
  readonly position: number;
  readonly url: string;
  readonly caption: string;
  readonly attempts: number;
  /** The server that its import reads; null where that reads a file. */
  readonly server: string | null;
}

export const importPhotos = (service: Service, options: Pick<PublicFetchOptions, 'isReachable'>): Kind => ({
  name: IMPORT_PHOTOS,
  failing: 'pictures of imported reviews cannot be looked after at the moment',
  retryMs: PAUSES_MS[0],
  async attempt(job) {
    const businessId = Number(job.key);
    for (let last: Photo | undefined; ;) {
      const photos = await readWaiting(service.db, businessId, last);
      if (photos.length === 0) break;
      const reviews = [...Map.groupBy(photos, ({ of_product, review_id }) => `${of_product} ${review_id}`).values()];
      for (let at = 0; at < reviews.length; at += AT_ONCE)
        await Promise.all(
          reviews.slice(at, at + AT_ONCE).map(async (ofReview) => {
            // In their order, in which the review shows them.
            for (const photo of ofReview) await fetchOne(service, job, businessId, photo, options);
          }),
        );
      last = photos.at(-1);
    }
    return pauseBefore(service.db, businessId);
  },
});

/** @param last - those up to it have been tried. */
function readWaiting(db: Database, businessId: number, last: Photo | undefined): Promise<Photo[]> {
  return db
    .selectFrom('import_photo')
    .leftJoin('review_import', (join) =>
      join
        .onRef('review_import.business_id', '=', 'import_photo.business_id')
        .onRef('review_import.id', '=', 'import_photo.import_id')
        .on('review_import.format', '=', FROM_API),
    )
    .select(['of_product', 'review_id', 'position', 'url', 'caption', 'attempts', 'review_import.file as server'])
    .where('import_photo.business_id', '=', businessId)
    .where('import_photo.state', '=', 'waiting')
    .$if(last !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('of_product', '>', last!.of_product),
          eb.and([eb('of_product', '=', last!.of_product), eb('review_id', '>', last!.review_id)]),
          eb.and([
            eb('of_product', '=', last!.of_product),
            eb('review_id', '=', last!.review_id),
            eb('position', '>', last!.position),
          ]),
        ]),
      ),
    )
    .orderBy('of_product')
    .orderBy('review_id')
    .orderBy('position')
    .limit(READ_AT_ONCE)
    .execute();
}

async function pauseBefore(db: Database, businessId: number): Promise<number | null> {
  const { attempts } = await db
    .selectFrom('import_photo')
    .select((eb) => eb.fn.min('attempts').as('attempts'))
    .where('business_id', '=', businessId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  // One that came meanwhile was not tried.
  return attempts === null ? null : (PAUSES_MS[Number(attempts) - 1] ?? 0);
}

async function fetchOne(
  { db, now }: Service,
  job: Job,
  businessId: number,
  photo: Photo,
  options: Pick<PublicFetchOptions, 'isReachable'>,
): Promise<void> {
  job.signal.throwIfAborted();
  const fetched = await fetchPrepared(photo, job.signal, options);
  job.signal.throwIfAborted();
  await inTransaction(db, async (transaction) => {
    await job.confirm(storeOf(transaction));
    if ('refused' in fetched) await noteFailure(transaction, businessId, photo, fetched);
    else if (photo.of_product === OF_PRODUCT_ITSELF)
      await showOfProduct(transaction, businessId, photo, fetched, now());
    else await show(transaction, businessId, photo, fetched, now());
  }).catch((error: unknown) => {
    if (!(error instanceof PhotoUnwanted)) throw error;
  });
}

interface Failure {
  readonly refused: string;
  /** Whether another try may succeed. */
  readonly mayPass: boolean;
}

async function fetchPrepared(
  { url, server }: Photo,
  signal: AbortSignal,
  options: Pick<PublicFetchOptions, 'isReachable'>,
): Promise<PreparedImage | Failure> {
  try {
    const known = server === null ? {} : { knownOrigin: new URL(server).origin };
    const limits = { maxBytes: MAX_IMAGE_BYTES, deadlineMs: DEADLINE_MS, httpsAlone: true, ...known } as const;
    return await prepareUpload(await fetchPublic(url, { ...limits, ...options, signal }));
  } catch (error) {
    if (error instanceof ApiError) return { refused: error.message, mayPass: false };
    if (!(error instanceof FetchRefused)) throw error;
    return { refused: `it ${error.message}`, mayPass: /status 5|status 429|in time|be reached/.test(error.message) };
  }
}

async function noteFailure(
  db: Database,
  businessId: number,
  photo: Photo,
  { refused, mayPass }: Failure,
): Promise<void> {
  const attempts = photo.attempts + 1;
  const isOver = !mayPass || attempts > PAUSES_MS.length;
  await updatePhoto(db, businessId, photo, { attempts, ...(isOver ? { state: 'missing', reason: refused } : {}) });
}

/** @returns false where it was fetched or forgotten meanwhile. */
async function updatePhoto(
  db: Database,
  businessId: number,
  { of_product, review_id, position }: Photo,
  columns: {
    readonly attempts?: number;
    readonly state?: 'fetched' | 'missing';
    readonly reason?: string;
    readonly image_id?: number | null;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('import_photo')
    .set(columns)
    .where('business_id', '=', businessId)
    .where('of_product', '=', of_product)
    .where('review_id', '=', review_id)
    .where('position', '=', position)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Its review was erased, or the import undone, while it was fetched. */
class PhotoUnwanted extends Error {
  override readonly name = 'PhotoUnwanted';
}

async function show(
  db: Database,
  businessId: number,
  photo: Photo,
  prepared: PreparedImage,
  now: number,
): Promise<void> {
  const [image] = await saveImages(db, [{ prepared, caption: photo.caption }], now);
  let state: State | null = null;
  let isFull = false;
  const add = <Row extends { readonly images: string; readonly state: State }>(row: Row): Row | null => {
    const images = JSON.parse(row.images) as Image[];
    state = row.state;
    isFull = images.length >= MOST_IMAGES;
    return isFull ? null : { ...row, images: JSON.stringify([...images, image]) };
  };
  // The review first, as an erasure locks them.
  if (photo.of_product === 1) await changeProductReview(storeOf(db), businessId, photo.review_id, add);
  else await changeReview(storeOf(db), businessId, photo.review_id, add);
  if (isFull) {
    await eraseImages(db, [image!]);
    await updatePhoto(db, businessId, photo, {
      state: 'missing',
      reason: `a review has at most ${MOST_IMAGES} pictures`,
    });
    return;
  }
  const isWanted =
    state !== null && (await updatePhoto(db, businessId, photo, { state: 'fetched', image_id: image!.id }));
  if (!isWanted) throw new PhotoUnwanted();
  if (state === State.removed) await hideImages(db, [image!], 1);
}

/** In place of its address there, which the product shows until then. */
async function showOfProduct(
  db: Database,
  businessId: number,
  photo: Photo,
  prepared: PreparedImage,
  now: number,
): Promise<void> {
  const id = photo.review_id;
  const product = await lockProduct(storeOf(db), businessId, { id });
  const images = JSON.parse(product?.images ?? '[]') as { readonly id: number | null; readonly url: string }[];
  const shown = images.find(({ url }) => url === photo.url);
  if (!shown || !(await updatePhoto(db, businessId, photo, { state: 'fetched', image_id: shown.id })))
    throw new PhotoUnwanted();
  await saveImage(db, prepared, now);
  const url = imagePaths(prepared).original;
  const shownNow = images.map((image) => (image === shown ? { ...image, url } : image));
  await db
    .updateTable('product')
    .set({ images: JSON.stringify(shownNow) })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute();
}
