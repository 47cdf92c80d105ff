/**
 * How each read of a shopper is answered: from the mirror, by the store's own queries, or from what the API says.
 * Either way the answer has the same shape, cleaned.
 */
import { readAnswer, readListAnswer, type ListEndpointName, type ListItem } from '../../contract/answers.ts';
import type { Business, Product, ProductQuestion, ProductReview, Review } from '../../contract/entities.ts';
import { parseDateTime } from '../../contract/dates.ts';
import { refuse } from '../../contract/errors.ts';
import type { Parameters } from '../../contract/parameters.ts';
import type { RawParameters } from '../../contract/read-parameters.ts';
import type { AnswerOf, Listed, ShopperRead } from '../../contract/shopper.ts';
import { findBusiness, readBusiness } from '../../review-store/businesses.ts';
import { listPublicComments } from '../../review-store/comments.ts';
import type { Store } from '../../review-store/ids.ts';
import { getProductReviewStats } from '../../review-store/product-review-statistics.ts';
import { listProductReviews } from '../../review-store/product-reviews.ts';
import { listTopRatedProducts } from '../../review-store/top-rated-products.ts';
import { listProducts, type ProductFilter } from '../../review-store/products.ts';
import { saysWords } from '../../review-store/question-words.ts';
import { listProductQuestions, listQuestions } from '../../review-store/questions.ts';
import { getReview, listReviews } from '../../review-store/reviews.ts';
import type { MirroredBusiness, PartName } from '../mirror/parts.ts';
import {
  cleanBusiness,
  cleanComment,
  cleanProduct,
  cleanProductQuestion,
  cleanProductReview,
  cleanQuestion,
  cleanReview,
  cleanTopRatedProduct,
} from './cleaning.ts';
import { maskPersonalData } from './personal-data.ts';

export interface ReadTools {
  readonly store: Store;
  readonly business: MirroredBusiness;
  /** Adds the votes that the API has not counted yet. */
  addWaitingVotes(reviews: ProductReview[]): Promise<ProductReview[]>;
  readonly withFigures: WithFigures;
  /** Whether the API takes questions. */
  canAsk(): Promise<boolean>;
}

/** What the API itself says about reviews, in place of what can be counted here. */
export interface WithFigures {
  /** Always, since the API counts reviews that no listing shows. */
  ofBusiness(profile: Business): Promise<Business>;
  /** Where not all reviews of products are mirrored. */
  ofProducts(products: Product[]): Promise<Product[]>;
  ofQuestions(questions: ProductQuestion[]): Promise<ProductQuestion[]>;
}

/** Without anything that the store does not have. */
export function storeAlone(store: Store, business: MirroredBusiness): ReadTools {
  const asItIs = async <Value>(value: Value): Promise<Value> => value;
  return {
    store,
    business,
    addWaitingVotes: asItIs,
    withFigures: { ofBusiness: asItIs, ofProducts: asItIs, ofQuestions: asItIs },
    canAsk: async () => false,
  };
}

/** Reads another answer for the same shopper. */
type ReadOther = <Name extends ShopperRead>(name: Name, raw: RawParameters) => Promise<AnswerOf<Name>>;

export interface ReadHandler<Name extends ShopperRead> {
  /** The parts of the mirror that must be complete. Where there are none, the API is always asked. */
  readonly needs: readonly PartName[];
  /** Parts that some queries need as well. */
  alsoNeeds?(query: Parameters<Name>): readonly PartName[];
  fromMirror?(tools: ReadTools, query: Parameters<Name>): Promise<AnswerOf<Name>>;
  /** The sku of the one product whose reviews alone make the answer; null where it takes more. */
  ofProduct?(query: Parameters<Name>): string | null;
  /** Null where the answer cannot be read. */
  fromApi(
    tools: ReadTools,
    query: Parameters<Name>,
    body: unknown,
  ): Promise<AnswerOf<Name> | null> | AnswerOf<Name> | null;
  /** Parameters that are sent to the API besides the shopper's own. */
  readonly also?: Readonly<Record<string, string>>;
  /** Where the API gives no total: that of another read which counts the same items, if there is one. */
  countElsewhere?(query: Parameters<Name>, read: ReadOther): Promise<number | null>;
  /** When an answer becomes useless, whatever the policy says; in milliseconds since 1970. */
  goodUntil?(answer: AnswerOf<Name>): number | null;
}

export const readHandlers: { readonly [Name in ShopperRead]: ReadHandler<Name> } = {
  getBusiness: {
    needs: ['business'],
    // The profile has the API's figures for its own reviews; with those of other sources they are counted here.
    alsoNeeds: ({ datasources }) => (datasources.length > 0 ? ['reviews'] : []),
    fromMirror: (tools, query) => business(tools, query.datasources),
    fromApi: (_tools, _query, body) => profileOf(body),
  },

  listQuestions: {
    needs: ['questions', 'business'],
    async fromMirror(tools, query) {
      const { items, total } = await listQuestions(tools.store, tools.business.id, tools.business.domain, query);
      return {
        url: await business(tools),
        query: '',
        ...list('questions', items.map(cleanQuestion), query.start, total),
      };
    },
    fromApi: (_tools, query, body) =>
      readList('listQuestions', body, query, 'questions', (items) => items.map(cleanQuestion), {
        url: urlOf(body),
        query: '',
      }),
  },

  getReview: {
    needs: ['reviews'],
    async fromMirror({ store, business }, query) {
      return { review: published(await getReview(store, business.id, query.review_no)) };
    },
    fromApi: (_tools, _query, body) => {
      const read = readAnswer('getReview', body);
      return read && { review: published(read.review) };
    },
  },

  listReviews: {
    needs: ['reviews'],
    async fromMirror({ store, business }, query) {
      const { items, total } = await listReviews(store, business.id, query);
      return list('reviews', items.map(cleanReview), query.start, total);
    },
    fromApi: (_tools, query, body) =>
      readList('listReviews', body, query, 'reviews', (items) => items.filter(isPublished).map(cleanReview), {}),
    async countElsewhere({ q, labels, date_from, date_to, solicited, updated, datasources }, read) {
      if (anyGiven(q, labels, date_from, date_to, solicited) || updated || datasources.length > 0) return null;
      return (await read('getBusiness', {})).numReviews.find(({ type }) => type === 'total')?.rating ?? null;
    },
  },

  listComments: {
    needs: ['comments', 'reviews'],
    async fromMirror({ store, business }, query) {
      const { items, total } = await listPublicComments(store, business.id, query);
      return list('comments', items.map(cleanComment), query.start, total);
    },
    fromApi: (_tools, query, body) =>
      readList(
        'listComments',
        body,
        query,
        'comments',
        (items) => items.filter((item) => item.activated && isPublished(item)).map(cleanComment),
        {},
      ),
  },

  listProducts: {
    needs: ['products'],
    alsoNeeds: ({ reviews_range }) => (reviews_range === undefined ? [] : ['productReviews']),
    async fromMirror({ store, business, withFigures }, query) {
      const { items, total } = await listProducts(store, business.id, query);
      const shown = await withFigures.ofProducts(items);
      return {
        query: maskPersonalData(query.q ?? ''),
        ...list('products', shown.map(cleanProduct), query.start, total),
      };
    },
    fromApi: (_tools, query, body) =>
      readList('listProducts', body, query, 'products', (items) => items.map(cleanProduct), {
        query: maskPersonalData(query.q ?? ''),
      }),
  },

  listProductQuestions: {
    needs: ['productQuestions', 'business'],
    also: { filter: 'PUBLISHED' },
    async fromMirror(tools, query) {
      const { items, total } = await listProductQuestions(tools.store, tools.business.id, {
        ...query,
        filter: 'PUBLISHED',
      });
      const shown = await tools.withFigures.ofQuestions(items);
      return {
        url: await business(tools),
        sku: query.sku ?? null,
        ...(await askable(tools)),
        ...list('questions', shown.map(cleanProductQuestion), query.start, total),
      };
    },
    // The specification has no search here, so an API may have answered with all of them.
    fromApi: async (tools, query, body) =>
      readList(
        'listProductQuestions',
        body,
        query,
        'questions',
        (items) =>
          items.filter((item) => isPublished(item) && !item.removed && says(item, query.q)).map(cleanProductQuestion),
        {
          url: urlOf(body),
          sku: query.sku ?? null,
          ...(await askable(tools)),
        },
      ),
  },

  listProductReviews: {
    needs: ['productReviews', 'products'],
    ofProduct,
    async fromMirror({ store, business, addWaitingVotes }, query) {
      const { items, total } = await listProductReviews(store, business.id, query);
      return {
        query: maskPersonalData(query.q ?? ''),
        ...list('product_reviews', (await addWaitingVotes(items)).map(cleanProductReview), query.start, total),
      };
    },
    async fromApi({ addWaitingVotes }, query, body) {
      const read = readListAnswer('listProductReviews', body);
      const counted = await addWaitingVotes(read?.items.filter(isPublished) ?? []);
      return readList('listProductReviews', body, query, 'product_reviews', () => counted.map(cleanProductReview), {
        query: maskPersonalData(query.q ?? ''),
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
  },

  listTopRatedProducts: {
    needs: ['products', 'productReviews'],
    async fromMirror({ store, business }, query) {
      const items = await listTopRatedProducts(store, business.id, query);
      return list('products', items.map(cleanTopRatedProduct), 0, items.length);
    },
    fromApi: (_tools, _query, body) =>
      readList('listTopRatedProducts', body, null, 'products', (items) => items.map(cleanTopRatedProduct), {}),
  },

  getProductReviewStats: {
    needs: ['productReviews', 'products'],
    ofProduct,
    fromMirror: async ({ store, business }, query) => ({
      product_reviews_stats: await getProductReviewStats(store, business.id, query),
    }),
    fromApi: (_tools, _query, body) => readAnswer('getProductReviewStats', body),
  },

  getWriteLink: {
    needs: [],
    fromApi: (_tools, _query, body) => readAnswer('getWriteLink', body),
    goodUntil: ({ expire }) => {
      const SAFETY_MS = 600_000;
      const end = parseDateTime(expire);
      return end && end.time - SAFETY_MS;
    },
  },
};

export const shopperReads = Object.keys(readHandlers) as ShopperRead[];
export const isRead = (name: string): name is ShopperRead => Object.hasOwn(readHandlers, name);

async function business(
  { store, business: { domain }, withFigures }: ReadTools,
  datasources: readonly string[] = [],
): Promise<Business> {
  const row = await findBusiness(store, domain);
  if (!row) throw refuse('businessNotAvailable');
  const profile = await readBusiness(store, row, datasources);
  return cleanBusiness(datasources.length > 0 ? profile : await withFigures.ofBusiness(profile));
}

/** Parts of the mirror that must be complete to answer this. */
export function needsOf<Name extends ShopperRead>(
  { needs, alsoNeeds }: ReadHandler<Name>,
  query: Parameters<Name>,
): readonly PartName[] {
  return [...needs, ...(alsoNeeds?.(query) ?? [])];
}

function ofProduct({ sku, item_group, brand, categories, price_range, reviews_range }: ProductFilter): string | null {
  return sku === undefined || anyGiven(item_group, brand, categories, price_range, reviews_range) ? null : sku;
}

const anyGiven = (...values: unknown[]): boolean => values.some((value) => value !== undefined);

function list<Key extends string, Item>(
  key: Key,
  items: readonly Item[],
  start: number,
  total: number | null,
): Listed<Key, Item> {
  return { [key]: items, count: items.length, start, total } as Listed<Key, Item>;
}

/**
 * Reads a list of the API's. Its total is known on the last page, and null otherwise.
 * @param beside - what the answer holds besides the list.
 */
export function readList<Name extends ListEndpointName, Key extends string, Item, Beside>(
  name: Name,
  body: unknown,
  page: { readonly start: number; readonly count: number } | null,
  key: Key,
  choose: (items: ListItem<Name>[]) => readonly Item[],
  beside: Beside,
): (Beside & Listed<Key, Item>) | null {
  const read = readListAnswer(name, body);
  if (!read) return null;
  const items = choose(read.items);
  const isLast = page === null || (read.sent < page.count && (read.sent > 0 || page.start === 0));
  return { ...beside, ...list(key, items, page?.start ?? 0, isLast ? (page?.start ?? 0) + items.length : null) };
}

function profileOf(body: unknown): Business | null {
  const read = readAnswer('getBusiness', body);
  return read && cleanBusiness(read);
}

const askable = async ({ canAsk }: ReadTools): Promise<{ can_ask?: true }> =>
  (await canAsk()) ? { can_ask: true } : {};

const says = ({ content, answers }: ProductQuestion, q: string | undefined): boolean =>
  q === undefined || saysWords(0, q, [content, ...answers.filter(isPublished).map((answer) => answer.content)]);

const urlOf = (body: unknown): Business | null => profileOf((body as { url?: unknown }).url);

function isPublished(item: { readonly published: string | null; readonly removedRFC?: string | null }): boolean {
  return item.published !== 'pending' && !item.removedRFC;
}

/** @throws ApiError `reviewNotFound` for a review that shoppers do not see, as for one that does not exist. */
function published(review: Review | null): Review {
  if (!review || !isPublished(review)) throw refuse('reviewNotFound');
  return cleanReview(review);
}
