/**
 * Brings what a merchant changes into the mirror, so that shoppers see it at once and not after a sweep. Changes known
 * here are made before the merchant has an answer. Where an item must be read again, that follows in the background.
 */
import { readAnswer } from '../../contract/endpoints/answers.ts';
import { MAX_COUNT } from '../../contract/endpoints/limits.ts';
import { ApiError, refuse } from '../../contract/endpoints/errors.ts';
import { NOTHING } from '../../contract/entities/personal-data.ts';
import { typedText } from '../../contract/entities/typed-text.ts';
import { replyToProductReview, voteOnProductReview } from '../../review-store/reviews/product-review-changes.ts';
import { removeProducts } from '../../review-store/products/product-changes.ts';
import { NOT_SHREDDED } from '../../review-store/secrets/shred.ts';
import type { Clock } from '../../server-kit/clock.ts';
import type { Logger } from 'pino';
import { currentTurn, outdatePages } from '../mirror/parts/holds.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { keepPage } from '../mirror/walk/pages.ts';
import { parts } from '../mirror/parts/parts.ts';
import { forget } from '../mirror/parts/seen.ts';
import type { ShopperAnswers } from '../shopper/answers.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';
import type { UpstreamClient } from '../../api-client/client.ts';
import { BURST_WINDOW_MS } from '../../api-client/lanes.ts';
import { keepDelivered } from '../writes/delivered.ts';
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
/** Facts that had to be found out before the API erased them. */
export interface Foreseen {
  /** Names under which the person wrote who is to be erased. */
  readonly usernames: readonly string[];
}

type Change = (
  tools: AftermathTools,
  business: string,
  fields: Fields,
  answer: Body,
  foreseen: Foreseen,
) => Promise<void>;

/** For reading one item again, waiting for the budget included. */
const READ_AGAIN_TIMEOUT_MS = 30_000;
/** For what is asked before a write, while the merchant waits: also where a window of calls has just been used up. */
const FORESEEING_TIMEOUT_MS = BURST_WINDOW_MS + 10_000;

/** Changes that the proxy can make by itself. */
const own: Partial<Record<MerchantWrite, Change>> = {
  removeProduct: ({ mirror, clock }, business, { product_id }) =>
    changing(mirror, business, async (db) => {
      await outdatePages(db, business, clock.now());
      await removeProducts(storeOf(db), mirror.business(business).id, [Number(product_id)], clock.now());
      // No sweep will see it again, and that must not count as missing.
      await forget(db, business, 'products', [Number(product_id)]);
    }),
  addProductReview: (tools, business, fields, { product_review: review }) =>
    keepOwn(tools, 'addProductReview', business, fields, review),
  addProductQuestion: (tools, business, fields, { product_question: question }) =>
    keepOwn(tools, 'addProductQuestion', business, fields, question),
  answerProductQuestion: (tools, business, fields, { product_answer: answer }) =>
    keepOwn(tools, 'answerProductQuestion', business, fields, answer),
  async voteOnProductReview({ mirror }, business, { review_id, vote, replace }) {
    // The vote that it replaces is unknown here; the next sweep counts that.
    if ((vote !== 'positive' && vote !== 'negative') || replace) return;
    await changing(mirror, business, (db) =>
      voteOnProductReview(storeOf(db), mirror.business(business).id, Number(review_id), vote),
    );
  },
  replyToProductReview: ({ mirror, clock }, business, { review_id, text = '' }) =>
    changing(mirror, business, (db) =>
      replyToProductReview(
        storeOf(db),
        mirror.business(business).id,
        Number(review_id),
        typedText(text) || null,
        clock.now(),
      ),
    ),
  erasePersonalData: (tools, business, fields, _answer, foreseen) => erase(tools, business, fields, foreseen),
};

async function keepOwn(
  { mirror, clock }: AftermathTools,
  operation: MerchantWrite,
  business: string,
  fields: Fields,
  delivered: unknown,
): Promise<void> {
  if (typeof delivered !== 'object' || delivered === null) return;
  await changing(mirror, business, (db) =>
    keepDelivered(db, mirror, { operation, business, fields, now: clock.now() }, delivered),
  );
}

/** Changes that take calls to the API. */
const readAgain: Partial<Record<MerchantWrite, Change>> = {
  publishReview: (tools, business, { review_no = '' }) => readReviewAgain(tools, business, review_no),
  addComment: (tools, business, { review_no = '' }) => readListAgain(tools, business, 'comments', { review_no }),
  addProduct: (tools, business, { sku = '' }) => readListAgain(tools, business, 'products', { sku }),
  addProductImage: (tools, business, { sku, product_id }) =>
    readListAgain(tools, business, 'products', sku ? { sku } : { product_id: product_id ?? '' }),
  removeProductImage: (tools, business, { product_id = '' }) =>
    readListAgain(tools, business, 'products', { product_id }),
  async erasePersonalData(tools, business, fields, _answer, foreseen) {
    // An API that answers from a copy of its own may have listed them once more.
    if (await tools.mirror.sweepAgain(business)) await erase(tools, business, fields, foreseen);
  },
};

async function erase(
  { db, mirror, clock, logger }: AftermathTools,
  business: string,
  { email = '' }: Fields,
  { usernames }: Foreseen,
): Promise<void> {
  const person = [mirror.business(business), { email }, usernames, clock.now()] as const;
  const { copies, isShredded } = await erasePerson({ db, mirror }, ...person);
  if (!isShredded) logger.warn(NOT_SHREDDED);
  if (copies > 0) logger.info({ copies }, 'copies from before an upgrade were deleted: they held who was erased');
}

/**
 * Before a person is erased: takes back their waiting writes, which would bring them back, and asks the API what it
 * cannot tell afterwards. If it cannot tell, they are erased all the same.
 */
export async function foresee(
  tools: AftermathTools,
  name: MerchantWrite,
  business: string,
  { email = '' }: Fields,
): Promise<Foreseen> {
  if (name !== 'erasePersonalData') return { usernames: [] };
  await eraseWaiting(tools.db, business, email, tools.clock.now());
  try {
    const { body } = await tools.client.call('accessPersonalData', {
      lane: 'write',
      business,
      fields: { email },
      timeoutMs: FORESEEING_TIMEOUT_MS,
    });
    const identifiers = readAnswer('accessPersonalData', body)?.categories['Identifiers'] as
      | { accountName?: unknown }
      | undefined;
    const names = identifiers?.accountName;
    const usernames = typeof names === 'string' ? names.split(',').map((username) => username.trim()) : [];
    return { usernames: usernames.filter((username) => username !== '' && username !== NOTHING) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    tools.logger.warn(
      { reason: error.message },
      'the names of who is to be erased could not be asked for: what they wrote under these goes with the next sweep',
    );
    return { usernames: [] };
  }
}

/**
 * Follows a write that the API has accepted, and returns when shoppers see what is known of it here. The next sweep
 * puts right whatever fails, except for what is kept about a person.
 * @throws ApiError `unavailable` where a person whom the API has erased could not be erased here.
 */
export async function follow(
  tools: AftermathTools,
  name: MerchantWrite,
  business: string,
  fields: Fields,
  answer: Body,
  foreseen: Foreseen,
): Promise<void> {
  const attempt = async (change: Change | undefined): Promise<void> => {
    try {
      await change?.(tools, business, fields, answer, foreseen);
    } catch (error) {
      if (name === 'erasePersonalData' && change === own[name])
        throw refuse('unavailable', 'The review service has erased them, the proxy could not: ask again', {
          retryAfterSeconds: 10,
          cause: error,
        });
      tools.logger.warn(
        { operation: name, reason: error instanceof ApiError ? error.message : String(error) },
        "a merchant's change could not be brought into the mirror: shoppers see it after the next sweep",
      );
    }
    tools.answers.outdate(business);
  };
  await attempt(own[name]);
  // Our own service lists it by itself.
  if (readAgain[name] && !tools.mirror.follows(business)) void attempt(readAgain[name]);
}

async function readReviewAgain(tools: AftermathTools, business: string, reviewNo: string): Promise<void> {
  const turn = await currentTurn(tools.db, business);
  const { body } = await tools.client.call('getReview', {
    lane: 'shopper',
    business,
    fields: { review_no: reviewNo },
    timeoutMs: READ_AGAIN_TIMEOUT_MS,
  });
  const review = readAnswer('getReview', body)?.review;
  if (review && review.published !== 'pending' && !review.removedRFC)
    await keep(tools, business, 'reviews', [review], turn);
}

/** A server that does not know the filter answers with other items: keeping those does no harm. */
async function readListAgain(
  tools: AftermathTools,
  business: string,
  name: 'products' | 'comments',
  fields: Fields,
): Promise<void> {
  const turn = await currentTurn(tools.db, business);
  const { operation, query } = parts[name];
  const { body } = await tools.client.call(operation, {
    lane: 'shopper',
    business,
    fields: { ...query, ...fields, count: String(MAX_COUNT) },
    timeoutMs: READ_AGAIN_TIMEOUT_MS,
  });
  await keep(tools, business, name, body, turn);
}

/** @param turn - of the holds, before it was asked for. */
async function keep(
  { mirror, clock }: AftermathTools,
  business: string,
  name: 'reviews' | 'products' | 'comments',
  body: unknown,
  turn: number,
): Promise<void> {
  const page = parts[name].read(body);
  if (!page) return;
  const read = { page, turn };
  await mirror.change(business, (db) =>
    keepPage(
      { clock, setAside: mirror.setAside },
      db,
      mirror.business(business),
      name,
      read,
      mirror.sweepOf(business, name),
    ),
  );
}

async function changing(mirror: Mirror, business: string, work: (db: ProxyDb) => Promise<unknown>): Promise<void> {
  await mirror.change(business, async (db) => {
    await work(db);
    return { changed: true };
  });
}
