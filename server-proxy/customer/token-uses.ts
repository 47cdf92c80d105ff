/**
 * A customer token is good for one review: by its id (`jti`), whatever the product; without one by its order, once for
 * each product, since an order may hold several. A token that has neither tells nothing apart, and is not counted.
 *
 * A use is kept in the transaction that keeps the review, so that it holds for every instance and through every crash,
 * and stands for the review: where that is refused, the token may be used again.
 */
import { refuse } from '../../contract/errors.ts';
import { keyOf } from '../../review-store/data-key.ts';
import { findProductById } from '../../review-store/products.ts';
import type { MirroredBusiness } from '../mirror/parts.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';
import type { CustomerToken } from './token.ts';

export interface TokenUse {
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly keptUntil: number;
}

const DAY = 86_400_000;
/** An expired token is refused by itself; clocks of several instances may differ a little. */
const PAST_EXPIRY = DAY;
/** A shop may sign for an order again and again, for as long as it shows it to its customer. */
const ORDER_KEPT = 730 * DAY;

/** What this token is used up by. Null where it says nothing that could be. */
export async function useOf(db: ProxyDb, business: MirroredBusiness, token: CustomerToken, fields: Readonly<Record<string, string>>, now: number): Promise<TokenUse | null> {
  const { jti, customer, expiresAt } = token;
  const key = keyOf(db);
  if (jti !== undefined) return { hash: key.hash('token id', business.domain, jti), keptUntil: expiresAt + PAST_EXPIRY };
  if (customer.order_id === undefined) return null;
  const product = await productOf(db, business, fields);
  return { hash: key.hash('order', business.domain, customer.order_id.trim().toLowerCase(), product), keptUntil: now + ORDER_KEPT };
}

/** One name for a product, whether it was named by its sku or by its number; an unknown number stands for itself. */
async function productOf(db: ProxyDb, { id }: MirroredBusiness, { sku, product_id }: Readonly<Record<string, string>>): Promise<string> {
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
  if (numInsertedOrUpdatedRows === 0n) throw refuse('alreadyExists', 'The token in header Plaudit-Customer was used for a review already');
}

/** The review that they were used for does not come to be. */
export async function releaseUses(db: ProxyDb, writeId: string): Promise<void> {
  await db.deleteFrom('proxy_token_use').where('write_id', '=', writeId).execute();
}

export async function forgetUses(db: ProxyDb, now: number): Promise<void> {
  await db.deleteFrom('proxy_token_use').where('kept_until', '<=', now).execute();
}
