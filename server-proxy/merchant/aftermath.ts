/**
 * What a merchant's change means for the mirror, so that shoppers see it within seconds and not after a sweep: where
 * one item has changed, that item is read again, in the background.
 */
import { readAnswer } from '../../contract/answers.ts';
import { MAX_COUNT } from '../../contract/endpoints.ts';
import type { ProductReview } from '../../contract/entities.ts';
import { ApiError } from '../../contract/errors.ts';
import { voteOnProductReview } from '../../review-store/product-reviews.ts';
import { removeProducts } from '../../review-store/products.ts';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { parts } from '../mirror/parts.ts';
import { markSeen } from '../mirror/seen.ts';
import type { ShopperAnswers } from '../shopper/answers.ts';
import type { Body } from '../shopper/reads.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';
import { atomically } from '../state/transaction.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import { keepReview } from '../writes/keep-review.ts';
import type { MerchantWrite } from './writes.ts';

export interface AftermathTools {
  readonly db: ProxyDb;
  readonly client: UpstreamClient;
  readonly mirror: Mirror;
  readonly answers: ShopperAnswers;
  readonly clock: Clock;
  readonly logger: Logger;
}

type Fields = Readonly<Record<string, string>>;
type Change = (tools: AftermathTools, business: string, fields: Fields, answer: Body) => Promise<void>;

/** Milliseconds for reading one item again, the waiting for the budget included. */
const TIMEOUT = 30_000;

const changes: Partial<Record<MerchantWrite, Change>> = {
  publishReview: (tools, business, { review_no = '' }) => readReviewAgain(tools, business, review_no),
  addComment: (tools, business, { review_no = '' }) => readListAgain(tools, business, 'comments', { review_no }),
  addProduct: (tools, business, { sku = '' }) => readListAgain(tools, business, 'products', { sku }),
  addProductImage: (tools, business, { sku, product_id }) => readListAgain(tools, business, 'products', sku ? { sku } : { product_id: product_id ?? '' }),
  removeProductImage: (tools, business, { product_id = '' }) => readListAgain(tools, business, 'products', { product_id }),
  removeProduct: ({ db, mirror, clock }, business, { product_id }) => removeProducts(storeOf(db), mirror.business(business).id, [Number(product_id)], clock.now()),
  async addProductReview({ db, mirror }, business, _fields, { product_review: review }) {
    if (review) await keepReview(db, mirror, business, review as ProductReview);
  },
  async voteOnProductReview({ db, mirror }, business, { review_id, vote }) {
    await voteOnProductReview(storeOf(db), mirror.business(business).id, Number(review_id), vote === 'positive' ? 'positive' : 'negative');
  },
};

/** Follows a write that the API has taken. Returns at once; what fails is put right by the next sweep. */
export function follow(tools: AftermathTools, name: MerchantWrite, business: string, fields: Fields, answer: Body): void {
  tools.answers.outdate(business);
  const change = changes[name];
  if (!change) return;
  void change(tools, business, fields, answer).then(
    () => tools.answers.outdate(business),
    (error: unknown) => tools.logger.warn({ operation: name, reason: error instanceof ApiError ? error.message : String(error) }, 'what a merchant changed could not be read again'),
  );
}

async function readReviewAgain(tools: AftermathTools, business: string, reviewNo: string): Promise<void> {
  const { body } = await tools.client.call('getReview', { lane: 'shopper', business, fields: { review_no: reviewNo }, timeout: TIMEOUT });
  const review = readAnswer('getReview', body)?.review;
  if (review && review.published !== 'pending' && !review.removedRFC) await keep(tools, business, 'reviews', [review]);
}

/** A server that does not know the filter answers with something else: keeping that does no harm. */
async function readListAgain(tools: AftermathTools, business: string, name: 'products' | 'comments', fields: Fields): Promise<void> {
  const { operation, query } = parts[name];
  const { body } = await tools.client.call(operation, { lane: 'shopper', business, fields: { ...query, ...fields, count: String(MAX_COUNT) }, timeout: TIMEOUT });
  await keep(tools, business, name, body);
}

async function keep({ db, mirror }: AftermathTools, business: string, name: 'reviews' | 'products' | 'comments', body: unknown): Promise<void> {
  const page = parts[name].read(body);
  if (!page) return;
  await atomically(db, async (db) => {
    await page.save(db, mirror.business(business), new Set(page.items.map(({ id }) => id)));
    await markSeen(db, business, name, page.items, mirror.sweepOf(business, name));
  });
}
