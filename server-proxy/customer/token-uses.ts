/**
 * A customer token is good for one review. With an id (`jti`), that is one review of whatever product; without one,
 * one review of each product of its order. A token with neither cannot be told from others, and is not counted.
 *
 * A use is kept in the transaction that keeps the review, so that it counts for every instance and after every crash.
 * Where the review is refused, the token may be used again.
 */
import { refuse } from '../../contract/endpoints/errors.ts';
import { keyOf } from '../../review-store/secrets/data-key.ts';
import { findProductById } from '../../review-store/products/products.ts';
import type { MirroredBusiness } from '../mirror/parts/parts.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';
import type { CustomerToken } from './token.ts';

export interface TokenUse {
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly keptUntil: number;
}

const DAY_MS = 86_400_000;
/** An expired token is refused anyway; this allows for the clocks of several instances. */
const PAST_EXPIRY_MS = DAY_MS;
/** A shop may go on signing for an order for as long as it shows it to its customer. */
const ORDER_KEPT_MS = 730 * DAY_MS;

/** Recognises another use of this token; null where it has neither id nor order. */
export async function useOf(
  db: ProxyDb,
  business: MirroredBusiness,
  token: CustomerToken,
  fields: Readonly<Record<string, string>>,
  now: number,
): Promise<TokenUse | null> {
  const { jti, customer, expiresAt } = token;
  const key = keyOf(db);
  if (jti !== undefined)
    return { hash: key.hash('token id', business.domain, jti), keptUntil: expiresAt + PAST_EXPIRY_MS };
  if (customer.order_id === undefined) return null;
  const product = await productOf(db, business, fields);
  return {
    hash: key.hash('order', business.domain, customer.order_id.trim().toLowerCase(), product),
    keptUntil: now + ORDER_KEPT_MS,
  };
}

/** One name for a product, whether its sku or its number was given; an unknown number stays as it is. */
async function productOf(
  db: ProxyDb,
  { id }: MirroredBusiness,
  { sku, product_id }: Readonly<Record<string, string>>,
): Promise<string> {
  const named = sku ?? (await findProductById(storeOf(db), id, Number(product_id)))?.sku ?? `#${product_id}`;
  return named.trim().toLowerCase();
}

/**
 * @param writeId - the same for every repetition of one write, which may use its token again.
 * @throws ApiError `alreadyExists` where another review used it.
 */
export async function useToken(db: ProxyDb, business: string, use: TokenUse, writeId: string): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('proxy_token_use')
    .values({ business, use_hash: use.hash, write_id: writeId, kept_until: use.keptUntil })
    .onConflict((conflict) => conflict.columns(['business', 'use_hash']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n)
    throw refuse('alreadyExists', 'The token in header Plaudit-Customer was used for a review already');
}

/** The review that they were used for was refused or given up. */
export async function releaseUses(db: ProxyDb, writeId: string): Promise<void> {
  await db.deleteFrom('proxy_token_use').where('write_id', '=', writeId).execute();
}

export async function forgetUses(db: ProxyDb, now: number): Promise<void> {
  await db.deleteFrom('proxy_token_use').where('kept_until', '<=', now).execute();
}
