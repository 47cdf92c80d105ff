/**
 * Statistics of many products in one answer, for a page of product cards. Before the reviews are mirrored, totals and
 * averages come from the listing of products, with one call for a hundred; only a few products are asked about one by
 * one.
 */
import type { ProductReviewStats } from '../../contract/entities/entities.ts';
import { ApiError, refuseParameter } from '../../contract/endpoints/errors.ts';
import { LONGEST_LINE, MAX_COUNT, MOST_SKUS } from '../../contract/endpoints/limits.ts';
import { valueOf, type RawParameters } from '../../contract/endpoints/read-parameters.ts';
import type { AnswerOf, Statistics } from '../../contract/shopper/shopper.ts';
import { statsByItemGroup, statsBySku } from '../../review-store/reviews/product-review-statistics.ts';
import { groupsOfProducts } from '../../review-store/products/products.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { readProductFigures } from '../mirror/parts/figures.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';
import { LONGEST_WAIT_MS } from '../../api-client/lanes.ts';
import type { ShopperAnswers } from './answers.ts';
import { readHandlers } from './lists/reads.ts';
import { shopperPolicies } from './policies.ts';
import { toCached, type Outgoing, type CachedAnswer } from './cached-answer.ts';

export interface BulkTools extends Outgoing {
  readonly db: ProxyDb;
  readonly mirror: Mirror;
  readonly answers: ShopperAnswers;
  readonly clock: Clock;
}

/** Up to this many products are asked about one by one, and have their star counts at once. */
const FEW = 3;

type AllStats = Record<'stats' | 'group_stats', Record<string, Statistics>>;

interface Asked {
  readonly skus: readonly string[];
  readonly groups: readonly string[];
}

export async function readBulkStats(
  tools: BulkTools,
  domain: string,
  raw: RawParameters,
  allowCall: () => void,
  spend: () => void,
): Promise<CachedAnswer<AnswerOf<'getStatsOfProducts'>>> {
  const asked = { skus: readNames(raw, 'skus'), groups: readNames(raw, 'item_groups') };
  if (asked.skus.length + asked.groups.length === 0) throw refuseParameter('parameterMissing', 'skus', 'is missing');
  const withGroups = raw['item_groups'] !== undefined;
  const toAnswer = ({ stats, group_stats }: AllStats) => (withGroups ? { stats, group_stats } : { stats });
  const { mirror, answers, clock } = tools;
  const { needs } = readHandlers.getProductReviewStats;
  const isThere = mirror.isMirrored(domain, needs);
  if (!isThere) spend();
  if (isThere || (mirror.follows(domain) && (await isFilled(tools, domain, allowCall)))) {
    const { id } = mirror.business(domain);
    const read = async (db: ProxyDb) =>
      toAnswer({
        stats: await statsBySku(storeOf(db), id, asked.skus),
        group_stats: await statsByItemGroup(storeOf(db), id, asked.groups),
      });
    const key = `${domain} bulkStats ${JSON.stringify([withGroups, asked])}`;
    return answers.keep(
      { key, domain, operation: 'getProductReviewStats', spend: isThere ? spend : () => {} },
      () => mirror.readAt(domain, needs),
      read,
    );
  }
  const list = () => readListing(tools, domain, asked, allowCall);
  const read =
    asked.skus.length + asked.groups.length > FEW
      ? await list()
      : await askEach(tools, domain, asked, allowCall).catch((error: unknown) => {
          // The figures of the listing are better than nothing.
          if (!(error instanceof ApiError) || error.http < 500 || !mirror.isMirrored(domain, ['products'])) throw error;
          return list();
        });
  return toCached(toAnswer(read), clock.now(), tools);
}

/** Waits for the mirror of our own service. @throws ApiError where it takes too long. */
async function isFilled({ mirror }: BulkTools, domain: string, allowCall: () => void): Promise<boolean> {
  const { needs } = readHandlers.getProductReviewStats;
  const { timeoutMs } = shopperPolicies.getProductReviewStats;
  const wish = { needs, sku: null, timeoutMs, atMostMs: LONGEST_WAIT_MS, allowCall };
  return (await mirror.readCold(domain, wish)) !== null;
}

function readNames(raw: RawParameters, parameter: 'skus' | 'item_groups'): string[] {
  const given = valueOf(raw, parameter) ?? '';
  const names = new Set(given.split(',').map((name) => name.trim()));
  names.delete('');
  if (names.size > MOST_SKUS) throw refuseParameter('limitExceeded', parameter, `must name at most ${MOST_SKUS}`);
  if ([...names].some((name) => name.length > LONGEST_LINE || name.includes('\0')))
    throw refuseParameter('malformed', parameter, 'has an entry that is none');
  return [...names];
}

async function askEach(
  { answers }: BulkTools,
  domain: string,
  { skus, groups }: Asked,
  allowCall: () => void,
): Promise<AllStats> {
  const ask = async (names: readonly string[], parameter: 'sku' | 'item_group') =>
    Object.fromEntries(
      await Promise.all(
        names.map(async (name) => {
          const { answer } = await answers.read('getProductReviewStats', domain, { [parameter]: name }, allowCall);
          return [name, answer().product_reviews_stats] as const;
        }),
      ),
    );
  const [stats, group_stats] = await Promise.all([ask(skus, 'sku'), ask(groups, 'item_group')]);
  return { stats, group_stats };
}

async function readListing(
  { db, mirror, answers }: BulkTools,
  domain: string,
  { skus, groups }: Asked,
  allowCall: () => void,
): Promise<AllStats> {
  const known = new Map<string, Statistics>();
  const groupOf = await groupsOfProducts(storeOf(db), mirror.business(domain).id, groups);
  if (!mirror.isMirrored(domain, ['products'])) {
    const { answer } = await answers.read('listProducts', domain, { count: String(MAX_COUNT) }, allowCall);
    for (const { sku, item_group: group, num_reviews: total, average_rating: average } of answer().products) {
      known.set(sku, toStats(total, average));
      if (group !== null) groupOf.set(sku, group);
    }
  }
  for (const [sku, { total, averageRating }] of await readProductFigures(db, domain, [...skus, ...groupOf.keys()]))
    known.set(sku, toStats(total, averageRating));
  const ofGroup = (group: string) => {
    const all = [...groupOf].flatMap(([sku, name]) => (name === group ? (known.get(sku) ?? []) : []));
    const total = all.reduce((sum, one) => sum + one.total, 0);
    // Stars are whole numbers, so their sum is exact again where an average with two decimals was given.
    const stars = all.reduce((sum, one) => sum + Math.round(one.total * one.average_rating), 0);
    return toStats(total, stars / Math.max(1, total));
  };
  return {
    stats: Object.fromEntries(skus.map((sku) => [sku, known.get(sku) ?? toStats(0, 0)])),
    group_stats: Object.fromEntries(groups.map((group) => [group, ofGroup(group)])),
  };
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
