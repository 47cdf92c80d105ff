/**
 * The guard before what strangers write on the pages: the same as before the proxy's routes. The pages work without a
 * script, so nothing there can find a proof of work, and what would need one waits for the shop.
 */
import type { FastifyRequest } from 'fastify';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { keyOf } from '../../../review-store/secrets/data-key.ts';
import { RecentWrites } from '../../../review-store/content/recent-writes.ts';
import { usualShopReviewsPerWeek } from '../../../review-store/reviews/review-rate.ts';
import { holdReasons, type HoldReason } from '../../../server-kit/robots/floods.ts';
import { RobotGuard } from '../../../server-kit/robots/guard.ts';
import type { Service } from '../../context.ts';
import { storeOf, type Database } from '../../data/tables.ts';

export const recentWrites = (db: Database): RecentWrites => new RecentWrites(db, 'recent_write');

/** Stands in the place of a sku for reviews of the shop. */
const SHOP = '';

interface Text {
  /** The same for every repetition. */
  readonly id: string;
  readonly business: BusinessRow;
  readonly text: string;
}

/** Judges what comes in within a transaction; make one for each. */
export class StrangersGuard {
  readonly #db: Database;
  readonly #service: Service;

  constructor(transaction: Database, service: Service) {
    this.#db = transaction;
    this.#service = service;
  }

  /** Counts a review of the shop; why it is to be held, or null. */
  holdReview(request: FastifyRequest, { id, business, text }: Text): Promise<HoldReason | null> {
    return this.#admit({ id, business, network: request.network, product: SHOP, text });
  }

  /** Counts a question about a product; why it is to be held, or null. */
  holdQuestion(request: FastifyRequest, { id, business, text, sku }: Text & { sku: string }) {
    return this.#admit({ id, business, network: request.network, product: `question about ${sku}`, text });
  }

  /**
   * Why a review that its author edits is to be held, or null. A code has reached the author by mail, so the address
   * does not count; and what says nearly the same as before is the same review.
   */
  async holdEdit({ id, business, text, before }: Text & { before: string }): Promise<HoldReason | null> {
    if (this.#guard(business).isAlike(text, before)) return null;
    return this.#admit({ id, business, network: null, product: SHOP, text });
  }

  async #admit({ id, business, network, product, text }: Text & { network: string | null; product: string }) {
    const { domain } = business;
    const review = { product, text };
    const arrival = { id, business: domain, operation: 'page', network, review };
    const reason = await this.#guard(business).admit(arrival);
    if (reason !== null)
      this.#service.logger.warn({ business: domain, reason }, `a text is held for the shop: ${holdReasons[reason]}`);
    return reason;
  }

  #guard(business: BusinessRow): RobotGuard {
    const [db, { now }] = [this.#db, this.#service];
    return new RobotGuard({
      clock: { now },
      key: keyOf(db).bytes,
      inTurn: async (work) => {
        // One writer of a business after another.
        await db.updateTable('business').set({ id: business.id }).where('id', '=', business.id).execute();
        return work(recentWrites(db));
      },
      usualPerWeek: async (_, product) =>
        product === SHOP ? usualShopReviewsPerWeek(storeOf(db), business.id, now()) : 0,
    });
  }
}
