/**
 * What a merchant's change means for the mirror, so that shoppers see it at once and not after a sweep. What can be
 * known here is done before the merchant has an answer; where one item must be read again, that follows in the
 * background.
 */
import { readAnswer } from '../../contract/answers.ts';
import { MAX_COUNT } from '../../contract/limits.ts';
import type { ProductReview } from '../../contract/entities.ts';
import { ApiError, refuse } from '../../contract/errors.ts';
import { NOTHING } from '../../contract/personal-data.ts';
import { voteOnProductReview } from '../../review-store/product-reviews.ts';
import { removeProducts } from '../../review-store/products.ts';
import type { Clock } from '../../server-kit/clock.ts';
import type { Logger } from 'pino';
import type { Mirror } from '../mirror/mirror.ts';
import { parts } from '../mirror/parts.ts';
import { forget, markSeen } from '../mirror/seen.ts';
import type { ShopperAnswers } from '../shopper/answers.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import { keepReview } from '../writes/keep-review.ts';
import { erasePerson, eraseWaiting } from './erase.ts';
import type { Body } from './reads.ts';
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
/** What was found out before the API did what was asked of it. */
export interface Foreseen {
  /** Under which a person wrote who is to be erased. */
  readonly usernames: readonly string[];
}

type Change = (tools: AftermathTools, business: string, fields: Fields, answer: Body, foreseen: Foreseen) => Promise<void>;

/** Milliseconds for reading one item again, the waiting for the budget included. */
const TIMEOUT = 30_000;
/** Milliseconds for what is asked ahead of a write, while the merchant waits. */
const FORESEEING = 5_000;

/** What the proxy does by itself. */
const own: Partial<Record<MerchantWrite, Change>> = {
  removeProduct: ({ mirror, clock }, business, { product_id }) =>
    changing(mirror, business, async (db) => {
      await removeProducts(storeOf(db), mirror.business(business).id, [Number(product_id)], clock.now());
      // That no sweep sees it any more is no surprise.
      await forget(db, business, 'products', [Number(product_id)]);
    }),
  async addProductReview({ mirror }, business, _fields, { product_review: review }) {
    if (review) await changing(mirror, business, (db) => keepReview(db, mirror, business, review as ProductReview));
  },
  voteOnProductReview: ({ mirror }, business, { review_id, vote }) =>
    changing(mirror, business, (db) =>
      voteOnProductReview(storeOf(db), mirror.business(business).id, Number(review_id), vote === 'positive' ? 'positive' : 'negative'),
    ),
  erasePersonalData: (tools, business, fields, _answer, foreseen) => erase(tools, business, fields, foreseen),
};

/** What costs calls. */
const readAgain: Partial<Record<MerchantWrite, Change>> = {
  publishReview: (tools, business, { review_no = '' }) => readReviewAgain(tools, business, review_no),
  addComment: (tools, business, { review_no = '' }) => readListAgain(tools, business, 'comments', { review_no }),
  addProduct: (tools, business, { sku = '' }) => readListAgain(tools, business, 'products', { sku }),
  addProductImage: (tools, business, { sku, product_id }) => readListAgain(tools, business, 'products', sku ? { sku } : { product_id: product_id ?? '' }),
  removeProductImage: (tools, business, { product_id = '' }) => readListAgain(tools, business, 'products', { product_id }),
  async erasePersonalData(tools, business, fields, _answer, foreseen) {
    // A page that was asked for before the API had erased them may have been kept since.
    if (await tools.mirror.walkAgain(business)) await erase(tools, business, fields, foreseen);
  },
};

async function erase({ db, mirror, clock }: AftermathTools, business: string, { email = '' }: Fields, { usernames }: Foreseen): Promise<void> {
  await erasePerson({ db, mirror }, mirror.business(business), email, usernames, clock.now());
}

/**
 * Before a person is erased: takes back what waits for them, which would bring them back, and asks the API what it can
 * tell no more afterwards. That it cannot tell never keeps it from erasing them.
 */
export async function foresee(tools: AftermathTools, name: MerchantWrite, business: string, { email = '' }: Fields): Promise<Foreseen> {
  if (name !== 'erasePersonalData') return { usernames: [] };
  await eraseWaiting(tools.db, business, email, tools.clock.now());
  try {
    const { body } = await tools.client.call('accessPersonalData', { lane: 'write', business, fields: { email }, timeout: FORESEEING });
    const identifiers = readAnswer('accessPersonalData', body)?.categories['Identifiers'] as { accountName?: unknown } | undefined;
    const names = identifiers?.accountName;
    const usernames = typeof names === 'string' ? names.split(',').map((username) => username.trim()) : [];
    return { usernames: usernames.filter((username) => username !== '' && username !== NOTHING) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { usernames: [] };
  }
}

/**
 * Follows a write that the API has taken, and returns when shoppers see of it what can be known here. What fails is
 * put right by the next sweep; but for what is kept of a person, which no sweep looks after.
 * @throws ApiError `unavailable` where a person whom the API has erased is not erased here.
 */
export async function follow(tools: AftermathTools, name: MerchantWrite, business: string, fields: Fields, answer: Body, foreseen: Foreseen): Promise<void> {
  const attempt = async (change: Change | undefined): Promise<void> => {
    try {
      await change?.(tools, business, fields, answer, foreseen);
    } catch (error) {
      if (name === 'erasePersonalData' && change === own[name]) throw refuse('unavailable', 'The review service has erased them, the proxy could not: ask again', { retryAfter: 10, cause: error });
      tools.logger.warn({ operation: name, reason: error instanceof ApiError ? error.message : String(error) }, 'shoppers see what a merchant changed after the next sweep: it could not be brought into the mirror');
    }
    tools.answers.outdate(business);
  };
  await attempt(own[name]);
  if (readAgain[name]) void attempt(readAgain[name]);
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

async function keep({ mirror }: AftermathTools, business: string, name: 'reviews' | 'products' | 'comments', body: unknown): Promise<void> {
  const page = parts[name].read(body);
  if (!page) return;
  await changing(mirror, business, async (db) => {
    await page.save(db, mirror.business(business), new Set(page.items.map(({ id }) => id)));
    await markSeen(db, business, name, page.items, mirror.sweepOf(business, name));
  });
}

async function changing(mirror: Mirror, business: string, work: (db: ProxyDb) => Promise<unknown>): Promise<void> {
  await mirror.change(business, async (db) => {
    await work(db);
    return { changed: true };
  });
}
