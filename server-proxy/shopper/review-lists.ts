/**
 * The two lists of reviews. Shoppers may narrow and order them in ways that only the proxy knows; where the API has to
 * be asked instead, the answer says what it does without.
 */
import { readListAnswer } from '../../contract/answers.ts';
import type { OnlyHere, ShopperParameters } from '../../contract/shopper-parameters.ts';
import { listProductReviews as readProductReviews } from '../../review-store/product-reviews.ts';
import type { ProductFilter } from '../../review-store/products.ts';
import { listReviews as readReviews } from '../../review-store/reviews.ts';
import { cleanProductReview, cleanReview } from './cleaning.ts';
import { maskPersonalData } from './personal-data.ts';
import { anyGiven, isPublished, list, readList, type ReadHandler } from './read-handler.ts';

type Name = 'listReviews' | 'listProductReviews';

export const listReviews: ReadHandler<'listReviews'> = {
  needs: ['reviews'],
  also: (query) => ({ order: nearestOrder.listReviews(query.order) }),
  async fromMirror({ store, business }, query) {
    const order = nearestOrder.listReviews(query.order);
    const { items, total } = await readReviews(store, business.id, { ...query, order });
    return {
      ...list('reviews', items.map(cleanReview).map(inUnknownLanguage), query.start, total),
      order,
      ...leftOut<'listReviews'>(query, ['ratings', 'languages']),
    };
  },
  fromApi: (_tools, query, body) =>
    readList(
      'listReviews',
      body,
      query,
      'reviews',
      (items) => items.filter(isPublished).map(cleanReview).map(inUnknownLanguage),
      { order: nearestOrder.listReviews(query.order), ...leftOut<'listReviews'>(query, ['ratings', 'languages']) },
    ),
  async countElsewhere({ q, labels, date_from, date_to, solicited, updated, datasources }, read) {
    if (anyGiven(q, labels, date_from, date_to, solicited) || updated || datasources.length > 0) return null;
    return (await read('getBusiness', {})).numReviews.find(({ type }) => type === 'total')?.rating ?? null;
  },
};

const onlyHere = ['verified', 'languages', 'with', 'mention', 'review_id', 'digest'] as const;

export const listProductReviews: ReadHandler<'listProductReviews'> = {
  needs: ['productReviews', 'products'],
  ofProduct,
  also: (query) => ({ order: nearestOrder.listProductReviews(query.order) }),
  async fromMirror({ store, business, addWaitingVotes }, query) {
    const order = nearestOrder.listProductReviews(query.order);
    const { items, total } = await readProductReviews(store, business.id, { ...query, order });
    const shown = (await addWaitingVotes(items)).map(cleanProductReview).map(inUnknownLanguage);
    return {
      query: maskPersonalData(query.q ?? ''),
      ...list('product_reviews', shown, query.start, total),
      order,
      ...leftOut<'listProductReviews'>(query, onlyHere),
    };
  },
  async fromApi({ addWaitingVotes }, query, body) {
    const read = readListAnswer('listProductReviews', body);
    const counted = await addWaitingVotes(read?.items.filter(isPublished) ?? []);
    const shown = () => counted.map(cleanProductReview).map(inUnknownLanguage);
    return readList('listProductReviews', body, query, 'product_reviews', shown, {
      query: maskPersonalData(query.q ?? ''),
      order: nearestOrder.listProductReviews(query.order),
      ...leftOut<'listProductReviews'>(query, onlyHere),
    });
  },
  async countElsewhere(
    { q, ratings, only_photos, date_from, date_to, price_range, reviews_range, sku, item_group, brand, categories },
    read,
  ) {
    if (anyGiven(q, ratings, date_from, date_to, price_range, reviews_range) || only_photos) return null;
    return (await read('getProductReviewStats', { sku, item_group, brand, categories: categories?.join(',') }))
      .product_reviews_stats.total;
  },
};

export function ofProduct({
  sku,
  item_group,
  brand,
  categories,
  price_range,
  reviews_range,
}: ProductFilter): string | null {
  return sku === undefined || anyGiven(item_group, brand, categories, price_range, reviews_range) ? null : sku;
}

/** The order of the API that comes nearest. */
const nearestOrder = {
  listReviews: (order: ShopperParameters<'listReviews'>['order']) => (order === 'ASC' ? 'ASC' : 'DESC'),
  listProductReviews: (order: ShopperParameters<'listProductReviews'>['order']) =>
    order === 'relevant' || order === 'helpful' ? 'relevant' : 'created',
} as const;

/** The filters that were asked for and that an answer does without. */
function leftOut<Of extends Name>(
  query: ShopperParameters<Of>,
  names: readonly OnlyHere<Of>[],
): { readonly left_out?: readonly OnlyHere<Of>[] } {
  const given = names.filter((name) => query[name] !== undefined && query[name] !== false);
  return given.length > 0 ? { left_out: given } : {};
}

const inUnknownLanguage = <Review extends object>(review: Review) => ({ ...review, language: null });
