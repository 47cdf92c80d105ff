/**
 * The list of reviews of products, with parameters of the proxy's own: other orders and filters, the
 * review that a link leads to, and the digest of a product. Answers that take the gists of all reviews are left out
 * until there are all of them; where the API has to be asked, everything that only the proxy knows is.
 */
import { sql } from 'kysely';
import { readListAnswer } from '../../../contract/endpoints/answers.ts';
import type { Digest, ShownProductReview } from '../../../contract/entities/digest.ts';
import type { ProductReview } from '../../../contract/entities/entities.ts';
import { parseParameters } from '../../../contract/endpoints/read-parameters.ts';
import type { OnlyHere, ShopperParameters } from '../../../contract/shopper/shopper-parameters.ts';
import {
  listProductReviews as readProductReviews,
  readProductReviewPage,
  type ProductReviewQuery,
} from '../../../review-store/reviews/product-reviews.ts';
import type { ProductFilter } from '../../../review-store/products/products.ts';
import type { GistReads } from '../../../insights/digest/gist-reads.ts';
import { maskPersonalData } from '../../../server-kit/personal-data.ts';
import { cleanProductReview } from '../cleaning.ts';
import { anyGiven, isPublished, list, readList, type ReadHandler, type ReadTools } from './read-handler.ts';
import { leftOut } from './review-list.ts';
import { transparencyOrNull } from './transparency.ts';

type Query = ShopperParameters<'listProductReviews'>;

const ofGists = [
  'languages',
  'prefer',
  'mention',
  'digest',
] as const satisfies readonly OnlyHere<'listProductReviews'>[];
const onlyHere = ['verified', 'with', 'review_id', ...ofGists] as const;

export const listProductReviews: ReadHandler<'listProductReviews'> = {
  needs: ['productReviews', 'products'],
  ofProduct,
  also: (query) => ({ order: nearestOrder(query.order) }),
  async fromMirror(tools, query) {
    const { store, business, gists } = tools;
    const wantsGists = ofGists.some((name) => query[name] !== undefined && query[name] !== false);
    const known = gists && wantsGists && (await gists.areComplete()) ? gists : null;
    const { items, total } = await readProductReviews(store, business.id, toStoreQuery(query, known));
    return {
      query: maskPersonalData(query.q ?? ''),
      ...list('product_reviews', await toShown(tools, items), query.start, total),
      order: query.order,
      // A digest that is unknown is null instead.
      ...leftOut(query, known ? [] : ['languages', 'prefer', 'mention']),
      ...(query.review_id === undefined ? {} : { linked: await linked(tools, query, query.review_id) }),
      ...(query.digest && query.start === 0 ? { digest: known && (await digest(tools, query, known)) } : {}),
      ...(await reportable(tools)),
    };
  },
  async fromApi(tools, query, body) {
    const sent = readListAnswer('listProductReviews', body);
    const shown = await toShown(tools, sent?.items.filter(isPublished) ?? []);
    return readList('listProductReviews', body, query, 'product_reviews', () => shown, {
      query: maskPersonalData(query.q ?? ''),
      order: nearestOrder(query.order),
      ...leftOut(query, onlyHere),
      ...(await reportable(tools)),
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

function toStoreQuery(query: Query, gists: GistReads | null): ProductReviewQuery {
  const { verified, languages, prefer, with: chosen, mention, review_id: _link, digest: _digest, ...rest } = query;
  const also = [
    ...(gists && languages ? [gists.inLanguages('productReviews', languages)] : []),
    ...(gists && mention !== undefined ? [gists.mentioning(mention)] : []),
  ];
  return {
    ...rest,
    verified: verified || undefined,
    chosen,
    also: also.length > 0 ? also : undefined,
    first: gists && prefer && isRanked(query.order) ? gists.inLanguages('productReviews', prefer) : undefined,
  };
}

async function toShown(
  { addWaitingVotes, gists }: ReadTools,
  reviews: ProductReview[],
): Promise<readonly ShownProductReview[]> {
  const cleaned = (await addWaitingVotes(reviews)).map(cleanProductReview);
  return gists
    ? gists.withLanguages('productReviews', cleaned, ({ id }) => id)
    : cleaned.map((review) => ({ ...review, language: null }));
}

const everything = parseParameters('listProductReviews', {});

/** Filters and page do not matter: a shopper who follows a link wants to see that review. */
async function linked(tools: ReadTools, query: Query, id: number): Promise<ShownProductReview | null> {
  const { sku, item_group, brand, categories, price_range, reviews_range } = query;
  const found = await readProductReviewPage(tools.store, tools.business.id, {
    ...everything,
    sku,
    item_group,
    brand,
    categories,
    price_range,
    reviews_range,
    start: 0,
    count: 1,
    also: [sql<boolean>`product_review.id = ${id}`],
  });
  return (await toShown(tools, found))[0] ?? null;
}

async function digest(tools: ReadTools, query: Query, gists: GistReads): Promise<Digest | null> {
  const { sku, item_group, brand, categories, price_range, reviews_range } = query;
  const isOne = anyGiven(sku, item_group) && !anyGiven(brand, categories, price_range, reviews_range);
  const product = item_group === undefined ? { sku } : { item_group };
  const stored = isOne ? await gists.digest(product, query.prefer) : null;
  if (!stored) return null;
  const { favourable, critical, ...counted } = stored;
  const shown = async (review: ProductReview | null) => (review ? ((await toShown(tools, [review]))[0] ?? null) : null);
  const translates = tools.translates(counted.languages.map(({ language }) => language));
  return {
    ...counted,
    ...(translates && { translates }),
    favourable: await shown(favourable),
    critical: await shown(critical),
    transparency: item_group === undefined ? await transparencyOrNull(tools, sku) : null,
  };
}

/** Whether other reviews may come first. Dates and stars have an order of their own. */
const isRanked = (order: Query['order']) => order === 'relevant' || order === 'helpful';

/** The order of the API that comes nearest. */
const nearestOrder = (order: Query['order']) => (isRanked(order) ? 'relevant' : 'created');

const reportable = async ({ canReport }: ReadTools): Promise<{ can_report?: true }> =>
  (await canReport()) ? { can_report: true } : {};
