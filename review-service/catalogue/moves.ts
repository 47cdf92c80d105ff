/**
 * Gives a product another sku, makes it part of another product, takes either back, and moves a review to another
 * product; from the console or the command line, which a running service sees from the next call on, and a proxy from
 * its next one.
 */
import { refuse, type ApiError } from '../../contract/endpoints/errors.ts';
import { LONGEST_LINE } from '../../contract/endpoints/limits.ts';
import type { BusinessRow } from '../../review-store/content/businesses.ts';
import { currentSku, forgetEarlierSku, saveEarlierSku } from '../../review-store/products/earlier-skus.ts';
import type { Store } from '../../review-store/content/ids.ts';
import {
  lockAnyProduct,
  mergeProducts,
  renameProduct,
  splitProduct,
  type Merged,
} from '../../review-store/reviews/product-moves.ts';
import { changeProductReview } from '../../review-store/reviews/product-review-changes.ts';
import { findProductById, lockProduct, type ProductRow } from '../../review-store/products/products.ts';
import { countAll } from '../../review-store/content/rows.ts';
import { moveRequests, moveRequestsBack, type MovedRequest } from '../letters/requests/move-requests.ts';
import { byCommand, noteEvent, type EventKind } from '../data/events.ts';
import { storeOf, type Database } from '../data/tables.ts';

export interface Moved {
  readonly reviews: number;
  readonly questions: number;
  /** Requests to customers about the product, answered or not. */
  readonly requests: number;
}

/** The data for undoing a change. It is kept beside the earlier sku. */
type Undo = Renaming | Merging;

interface Renaming {
  readonly kind: 'rename';
  readonly to: string;
  /** If the product was called so before: what it took to undo that. */
  readonly earlier?: Undo | undefined;
}

interface Merging extends Merged {
  readonly kind: 'merge';
  /** The product that became part of another. */
  readonly from: number;
  readonly requests: readonly MovedRequest[];
}

/** Who decided it, and when. */
export interface MoveDecision {
  /** The id of an account, or `BY_COMMAND`. */
  readonly actor: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** @throws ApiError `businessNotAvailable`, and as `renameDecided`. */
export const renameByCommand = (db: Database, domain: string, from: string, given: string): Promise<Moved> =>
  byCommand(db, domain, (transaction, business, by) => renameDecided(transaction, business, { from, given }, by));

/** @throws ApiError `businessNotAvailable`, and as `mergeDecided`. */
export const mergeByCommand = (db: Database, domain: string, from: string, into: string): Promise<Moved> =>
  byCommand(db, domain, (transaction, business, by) => mergeDecided(transaction, business, { from, into }, by));

/** @throws ApiError `businessNotAvailable`, and as `undoMove`. */
export const undoByCommand = (db: Database, domain: string, sku: string): Promise<Moved> =>
  byCommand(db, domain, async (transaction, business, by) => {
    const { moved, kind, productId } = await undoMove(transaction, business, sku);
    await note(transaction, business, productId, { ...by, kind: 'undone', reason: kind });
    return moved;
  });

/**
 * @throws ApiError `productNotFound` if there is no such product; `malformed` for a sku that cannot be one;
 * `alreadyExists` if a product has it, or had it.
 */
export async function renameDecided(
  transaction: Database,
  business: BusinessRow,
  { from, given }: { readonly from: string; readonly given: string },
  by: MoveDecision,
): Promise<Moved> {
  const { id: businessId } = business;
  const store = storeOf(transaction);
  const to = readSku(given);
  const product = await requireProduct(store, businessId, from);
  if (to === from) throw refuse('alreadyExists', `${from} has this sku already`);
  const earlier = await requireFree(store, businessId, to, product);
  await renameProduct(store, businessId, product, to);
  await keepUndo(store, businessId, { sku: from, productId: product.id }, { kind: 'rename', to, earlier });
  await note(transaction, business, product.id, { ...by, kind: 'renamed', reason: from });
  return {
    reviews: await countReviews(store, businessId, product.id),
    questions: await countQuestions(store, businessId, product.id),
    requests: (await moveRequests(transaction, businessId, from, to)).length,
  };
}

/** @throws ApiError `productNotFound` if either is no product; `malformed` if both are one. */
export async function mergeDecided(
  transaction: Database,
  business: BusinessRow,
  { from, into }: { readonly from: string; readonly into: string },
  by: MoveDecision,
): Promise<Moved> {
  const { id: businessId } = business;
  const store = storeOf(transaction);
  if (from === into) throw refuse('malformed', `${from} cannot become part of itself`);
  const product = await requireProduct(store, businessId, from);
  const other = await requireProduct(store, businessId, into);
  const merged = await mergeProducts(store, businessId, product, other, by.now);
  const requests = await moveRequests(transaction, businessId, from, into);
  const undo: Merging = { kind: 'merge', from: product.id, ...merged, requests };
  await keepUndo(store, businessId, { sku: from, productId: other.id }, undo);
  await note(transaction, business, product.id, { ...by, kind: 'merged', reason: into });
  return { reviews: merged.reviews.length, questions: merged.questions.length, requests: requests.length };
}

/**
 * Makes a review, which is locked, one of another product.
 * @throws ApiError `productNotFound` if there is no such product; `alreadyExists` if the review is its own already.
 */
export async function moveReviewDecided(
  transaction: Database,
  { id: businessId }: BusinessRow,
  { number, sku }: { readonly number: number; readonly sku: string },
  by: MoveDecision,
): Promise<void> {
  const store = storeOf(transaction);
  const product = await requireProduct(store, businessId, await currentSku(store, businessId, sku.trim()));
  const isMoved = await changeProductReview(store, businessId, number, (review) =>
    review.product_id === product.id ? null : { ...review, product_id: product.id },
  );
  if (!isMoved) throw refuse('alreadyExists');
  const about = { subject: 'product review', number } as const;
  await noteEvent(transaction, { businessId, about, kind: 'moved', reason: product.sku, ...by });
}

const note = (
  transaction: Database,
  { id: businessId }: BusinessRow,
  number: number,
  event: MoveDecision & { readonly kind: EventKind; readonly reason: string },
): Promise<void> => noteEvent(transaction, { businessId, about: { subject: 'product', number }, ...event });

/**
 * Takes the last of these changes of a product back. Later contributions stay with the product that they were written
 * for: the one that had the reviews by then.
 * @param sku - the earlier one.
 * @throws ApiError `productNotFound` if it is no earlier sku; `malformed` if a later change has to be undone first.
 */
export async function undoMove(
  transaction: Database,
  { id: businessId, domain }: BusinessRow,
  sku: string,
): Promise<{ readonly moved: Moved; readonly kind: EventKind; readonly productId: number }> {
  const store = storeOf(transaction);
  const kept = await store
    .selectFrom('earlier_sku')
    .select(['product_id', 'undo'])
    .where('business_id', '=', businessId)
    .where('sku', '=', sku)
    .executeTakeFirst();
  const product = kept && (await findProductById(store, businessId, kept.product_id));
  if (!kept?.undo || !product)
    throw refuse('productNotFound', `${sku} was not renamed, and is not part of another product of ${domain}`);
  const undo = JSON.parse(kept.undo) as Undo;
  await forgetEarlierSku(store, businessId, sku);
  if (undo.kind === 'merge') {
    const moved = await split(transaction, businessId, { sku, into: product, undo });
    return { moved, kind: 'merged', productId: undo.from };
  }
  if (undo.to !== product.sku) throw laterChange(undo.to);
  await renameProduct(store, businessId, product, sku);
  if (undo.earlier) await keepUndo(store, businessId, { sku: undo.to, productId: product.id }, undo.earlier);
  const moved = {
    reviews: await countReviews(store, businessId, product.id),
    questions: await countQuestions(store, businessId, product.id),
    // Those that came since, too: it is the same product.
    requests: (await moveRequests(transaction, businessId, undo.to, sku)).length,
  };
  return { moved, kind: 'renamed', productId: product.id };
}

async function split(
  transaction: Database,
  businessId: number,
  { sku, into, undo }: { readonly sku: string; readonly into: ProductRow; readonly undo: Merging },
): Promise<Moved> {
  const { reviews, questions } = await splitProduct(storeOf(transaction), businessId, undo.from, into.id, undo);
  const requests = await moveRequestsBack(transaction, undo.requests, sku, into.sku);
  return { reviews: reviews.length, questions: questions.length, requests };
}

function readSku(given: string): string {
  const sku = given.trim().toWellFormed();
  // oxlint-disable-next-line no-control-regex -- no sku holds these
  if (sku === '' || sku.length > LONGEST_LINE || /[\0-\x1f\x7f]/.test(sku))
    throw refuse('malformed', `A sku must be a text of one line, of at most ${LONGEST_LINE} characters`);
  return sku;
}

async function requireProduct(store: Store, businessId: number, sku: string): Promise<ProductRow> {
  const product = await lockProduct(store, businessId, { sku });
  if (product) return product;
  throw refuse('productNotFound', `There is no product ${sku}`);
}

/**
 * @returns what undoes that the product lost this sku, if it had it before.
 * @throws ApiError where another product has the sku, or had it.
 */
async function requireFree(
  store: Store,
  businessId: number,
  sku: string,
  product: ProductRow,
): Promise<Undo | undefined> {
  const other = await lockAnyProduct(store, businessId, sku);
  const kept = await store
    .selectFrom('earlier_sku')
    .select(['product_id', 'undo'])
    .where('business_id', '=', businessId)
    .where('sku', '=', sku)
    .executeTakeFirst();
  if (kept && (other || kept.product_id !== product.id))
    throw refuse('alreadyExists', `${sku} is an earlier sku of another product`);
  if (other?.removed_at === null)
    throw refuse('alreadyExists', `There is a product ${sku} already: 'plaudit products merge' makes one of the two`);
  if (other) throw refuse('alreadyExists', `${sku} is the sku of a product that was removed`);
  return kept?.undo ? (JSON.parse(kept.undo) as Undo) : undefined;
}

const laterChange = (to: string): ApiError =>
  refuse('malformed', `It was changed again since: first undo what has become of ${to}`);

async function keepUndo(
  store: Store,
  businessId: number,
  earlier: { readonly sku: string; readonly productId: number },
  undo: Undo,
): Promise<void> {
  await saveEarlierSku(store, businessId, { ...earlier, undo: JSON.stringify(undo) });
}

const countReviews = (store: Store, businessId: number, productId: number): Promise<number> =>
  countAll(
    store.selectFrom('product_review').where('business_id', '=', businessId).where('product_id', '=', productId),
  );

const countQuestions = (store: Store, businessId: number, productId: number): Promise<number> =>
  countAll(
    store.selectFrom('product_question').where('business_id', '=', businessId).where('product_id', '=', productId),
  );
