/**
 * Statistics of many products in one answer, for a page of product cards. Before the reviews are mirrored, totals and
 * averages come from the listing of products, with one call for a hundred; only a few products are asked about one by
 * one.
 */
import type { ProductReviewStats } from '../../contract/entities.ts';
import { ApiError, refuseParameter } from '../../contract/errors.ts';
import { LONGEST_LINE, MAX_COUNT, MOST_SKUS } from '../../contract/limits.ts';
import { valueOf, type RawParameters } from '../../contract/read-parameters.ts';
import type { AnswerOf, Statistics } from '../../contract/shopper.ts';
import { statsBySku } from '../../review-store/product-review-statistics.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { readProductFigures } from '../mirror/figures.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { Secrets } from '../secrets.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';
import type { OwnAddress } from '../upstream/own-address.ts';
import type { ShopperAnswers } from './answers.ts';
import { readHandlers } from './reads.ts';
import { render, type Rendered } from './rendering.ts';

export interface BulkTools {
  readonly db: ProxyDb;
  readonly mirror: Mirror;
  readonly answers: ShopperAnswers;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly ownAddress: Pick<OwnAddress, 'current'>;
}

/** Up to this many products are asked about one by one, and have their star counts at once. */
const FEW = 3;

export async function readBulkStats(
  tools: BulkTools,
  domain: string,
  raw: RawParameters,
  allowCall: () => void,
): Promise<Rendered<AnswerOf<'getStatsOfProducts'>>> {
  const skus = parseSkus(valueOf(raw, 'skus') ?? '');
  const { mirror, answers, clock } = tools;
  const { needs } = readHandlers.getProductReviewStats;
  if (mirror.isMirrored(domain, needs)) {
    const read = async (db: ProxyDb) => ({ stats: await statsBySku(storeOf(db), mirror.business(domain).id, skus) });
    return answers.keep(
      `${domain} bulkStats ${JSON.stringify(skus)}`,
      domain,
      () => mirror.readAt(domain, needs),
      read,
      'getProductReviewStats',
    );
  }
  const list = () => readListing(tools, domain, skus, allowCall);
  const stats =
    skus.length > FEW
      ? await list()
      : await askEach(tools, domain, skus, allowCall).catch((error: unknown) => {
          // What the listing says is better than nothing.
          if (!(error instanceof ApiError) || error.http < 500 || !mirror.isMirrored(domain, ['products'])) throw error;
          return list();
        });
  return render({ stats }, clock.now(), tools);
}

function parseSkus(given: string): string[] {
  const skus = [
    ...new Set(
      given
        .split(',')
        .map((sku) => sku.trim())
        .filter(Boolean),
    ),
  ].toSorted();
  if (skus.length === 0) throw refuseParameter('parameterMissing', 'skus', 'is missing');
  if (skus.length > MOST_SKUS) throw refuseParameter('limitExceeded', 'skus', `must name at most ${MOST_SKUS}`);
  if (skus.some((sku) => sku.length > LONGEST_LINE || sku.includes('\0')))
    throw refuseParameter('malformed', 'skus', 'has an entry that is not a sku');
  return skus;
}

async function askEach(
  { answers }: BulkTools,
  domain: string,
  skus: readonly string[],
  allowCall: () => void,
): Promise<Record<string, Statistics>> {
  const read = await Promise.all(
    skus.map(async (sku) => {
      const rendered = await answers.read('getProductReviewStats', domain, { sku }, allowCall);
      return [sku, rendered.answer().product_reviews_stats] as const;
    }),
  );
  return Object.fromEntries(read);
}

async function readListing(
  { db, mirror, answers }: BulkTools,
  domain: string,
  skus: readonly string[],
  allowCall: () => void,
): Promise<Record<string, Statistics>> {
  const known = new Map<string, Statistics>();
  if (!mirror.isMirrored(domain, ['products'])) {
    const listed = await answers.read('listProducts', domain, { count: String(MAX_COUNT) }, allowCall);
    for (const product of listed.answer().products)
      known.set(product.sku, toStats(product.num_reviews, product.average_rating));
  }
  for (const [sku, { total, averageRating }] of await readProductFigures(db, domain, skus))
    known.set(sku, toStats(total, averageRating));
  return Object.fromEntries(skus.map((sku) => [sku, known.get(sku) ?? toStats(0, 0)]));
}

function toStats(total: number, average: number): Statistics {
  return total > 0
    ? { total, average_rating: average, ratings: null }
    : { total: 0, average_rating: 0, ratings: noRatings() };
}

function noRatings(): ProductReviewStats['ratings'] {
  const none = (rating: number) => ({ num_reviews: 0, rating });
  return { 1: none(1), 2: none(2), 3: none(3), 4: none(4), 5: none(5) };
}
