/** Requests to review an order: one per customer, order and kind, until it is removed. */
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { currentSkus } from '../../../review-store/products/earlier-skus.ts';
import { lockEmails } from '../../../review-store/content/authors.ts';
import { storeOf, type Database, type ReviewRequestTable } from '../../data/tables.ts';
import { dropJobs } from '../../../review-store/jobs/jobs.ts';
import { MAIL } from '../mail/sending/outbox.ts';

export type RequestRow = Selectable<ReviewRequestTable>;
export type RequestKind = RequestRow['kind'];

export interface RequestToSave {
  readonly businessId: number;
  readonly kind: RequestKind;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly orderId: string;
  /** Milliseconds since 1970. */
  readonly orderDate: number;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly location: string | undefined;
  readonly language: string | undefined;
  readonly labels: readonly string[];
  readonly skus: readonly string[];
  readonly now: number;
}

/** Stores a request. The same customer and order again is the same request, with its newer details. */
export async function saveRequest(db: Database, given: RequestToSave): Promise<RequestRow> {
  const details = {
    order_date: given.orderDate,
    email: given.email?.toLowerCase() ?? null,
    phone: given.phone ?? null,
    first_name: given.firstName ?? '',
    last_name: given.lastName ?? '',
    location: given.location ?? null,
    language: given.language ?? null,
    labels: JSON.stringify(given.labels),
  };
  const request = await db
    .insertInto('review_request')
    .values({
      id: randomUUID(),
      business_id: given.businessId,
      kind: given.kind,
      recipient: recipientOf(given),
      order_id: given.orderId,
      mail_id: null,
      review_no: null,
      created_at: given.now,
      ...details,
    })
    .onConflict((conflict) => conflict.columns(['business_id', 'kind', 'recipient', 'order_id']).doUpdateSet(details))
    .returningAll()
    .executeTakeFirstOrThrow();
  await addProducts(db, given.businessId, request.id, given.skus);
  return request;
}

interface Asked {
  readonly businessId: number;
  readonly kind: RequestKind;
  readonly email: string;
  readonly orderId: string;
}

/** How often a customer was asked or reminded since then, whatever for, beside by this very request. */
export async function countOtherRequests(
  db: Database,
  { businessId, kind, email, orderId }: Asked,
  since: number,
): Promise<number> {
  const recipient = recipientOf({ email, phone: undefined });
  // Several at once come one after another, as they do for the author of a review.
  await lockEmails(storeOf(db), businessId, recipient);
  const rows = await db
    .selectFrom('review_request')
    .select(['kind', 'order_id', 'created_at', 'reminded_at'])
    .where('business_id', '=', businessId)
    // For the index.
    .where('kind', 'in', ['business', 'products'])
    .where('recipient', '=', recipient)
    .where((eb) => eb.or([eb('created_at', '>', since), eb('reminded_at', '>', since)]))
    .execute();
  const mails = rows
    .filter((row) => row.kind !== kind || row.order_id !== orderId)
    .flatMap((row) => [row.created_at, row.reminded_at ?? 0]);
  return mails.filter((moment) => moment > since).length;
}

/** Phone numbers are compared by their digits: nobody means two people by two ways to write one number. */
function recipientOf({ email, phone }: Pick<RequestToSave, 'email' | 'phone'>): string {
  return email?.toLowerCase() ?? `tel:${(phone ?? '').replace(/[^\d+]/g, '')}`;
}

async function addProducts(
  db: Database,
  businessId: number,
  requestId: string,
  given: readonly string[],
): Promise<void> {
  const known = await productsOf(db, requestId);
  const current = await currentSkus(storeOf(db), businessId, given);
  const skus = [...new Set(given.map((sku) => current.get(sku) ?? sku))];
  const added = skus.filter((sku) => known.every((product) => product.sku !== sku));
  if (added.length === 0) return;
  const next = (known.at(-1)?.position ?? -1) + 1;
  await db
    .insertInto('review_request_product')
    .values(added.map((sku, index) => ({ request_id: requestId, sku, position: next + index, review_id: null })))
    .execute();
}

export function productsOf(
  db: Database,
  requestId: string,
): Promise<{ sku: string; position: number; review_id: number | null }[]> {
  return db
    .selectFrom('review_request_product')
    .select(['sku', 'position', 'review_id'])
    .where('request_id', '=', requestId)
    .orderBy('position')
    .execute();
}

export function findOrder(db: Database, { businessId, kind, email, orderId }: Asked): Promise<RequestRow | undefined> {
  return db
    .selectFrom('review_request')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('kind', '=', kind)
    .where('recipient', '=', recipientOf({ email, phone: undefined }))
    .where('order_id', '=', orderId)
    .executeTakeFirst();
}

export function findRequest(db: Database, businessId: number, id: string): Promise<RequestRow | undefined> {
  return db
    .selectFrom('review_request')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The request, locked until this transaction ends: somebody who sends a form twice is served one after the other. */
export function lockRequest(db: Database, businessId: number, id: string): Promise<RequestRow | undefined> {
  return db
    .updateTable('review_request')
    .set((eb) => ({ kind: eb.ref('kind') }))
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Of the mails that ask and remind. */
type Mailed = Partial<Pick<RequestRow, 'mail_id' | 'mail_outcome' | 'reminder_id' | 'reminded_at'>>;

export async function noteMail(db: Database, requestId: string, mailed: Mailed): Promise<void> {
  await db.updateTable('review_request').set(mailed).where('id', '=', requestId).execute();
}

export async function noteReview(db: Database, requestId: string, reviewNo: number): Promise<void> {
  await db.updateTable('review_request').set({ review_no: reviewNo }).where('id', '=', requestId).execute();
}

export async function noteProductReview(db: Database, requestId: string, sku: string, reviewId: number): Promise<void> {
  await db
    .updateTable('review_request_product')
    .set({ review_id: reviewId })
    .where('request_id', '=', requestId)
    .where('sku', '=', sku)
    .execute();
}

export interface RequestsToRemove {
  readonly businessId: number;
  readonly kind: RequestKind;
  readonly email: string;
  readonly orderId?: string | undefined;
}

/**
 * Removes requests with their links, and their mail if it was not delivered yet. Reviews that came of them stay.
 * @returns the order ids of what was removed.
 */
export async function removeRequests(
  db: Database,
  { businessId, kind, email, orderId }: RequestsToRemove,
): Promise<string[]> {
  let removed = db
    .deleteFrom('review_request')
    .where('business_id', '=', businessId)
    .where('kind', '=', kind)
    .where('recipient', '=', email.toLowerCase());
  if (orderId !== undefined) removed = removed.where('order_id', '=', orderId);
  const rows = await removed.returning(['order_id', 'mail_id', 'reminder_id']).execute();
  const mails = rows.flatMap(({ mail_id, reminder_id }) => [mail_id ?? [], reminder_id ?? []].flat());
  if (mails.length > 0) await dropJobs(storeOf(db), MAIL, { ids: mails });
  return [...new Set(rows.map(({ order_id }) => order_id))];
}

/** Takes one product out of a request, and removes the request with its last one. False if there is no such product. */
export async function removeRequestedProduct(
  db: Database,
  { businessId, email, orderId, sku }: { businessId: number; email: string; orderId: string; sku: string },
): Promise<boolean> {
  const request = await db
    .selectFrom('review_request')
    .select('id')
    .where('business_id', '=', businessId)
    .where('kind', '=', 'products')
    .where('recipient', '=', email.toLowerCase())
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!request) return false;
  const { numDeletedRows } = await db
    .deleteFrom('review_request_product')
    .where('request_id', '=', request.id)
    .where('sku', '=', sku)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  if ((await productsOf(db, request.id)).length === 0)
    await removeRequests(db, { businessId, kind: 'products', email, orderId });
  return true;
}

/** The language in which a shop last asked somebody; null if it named none. */
export async function languageOf(db: Database, businessId: number, email: string): Promise<string | null> {
  const request = await db
    .selectFrom('review_request')
    .select('language')
    .where('business_id', '=', businessId)
    .where('kind', 'in', ['business', 'products'])
    .where('recipient', '=', email.toLowerCase())
    .where('language', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return request?.language ?? null;
}

/** Everything that a person was asked, newest first. */
export function requestsTo(db: Database, businessId: number, email: string): Promise<RequestRow[]> {
  return db
    .selectFrom('review_request')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('email', '=', email.toLowerCase())
    .orderBy('created_at', 'desc')
    .execute();
}

/** Forgets what a person was asked and sent. Their wish for no more mail stays, as a hash. */
export async function eraseRequests(db: Database, businessId: number, email: string): Promise<number> {
  const address = email.toLowerCase();
  const { numDeletedRows } = await db
    .deleteFrom('review_request')
    .where('business_id', '=', businessId)
    .where('email', '=', address)
    .executeTakeFirst();
  await db.deleteFrom('page_link').where('business_id', '=', businessId).where('email', '=', address).execute();
  await db.deleteFrom('edit_code').where('business_id', '=', businessId).where('email', '=', address).execute();
  return Number(numDeletedRows);
}
