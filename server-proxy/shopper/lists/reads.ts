/**
 * How each read of a shopper is answered: from the mirror, by the store's own queries, or from what the API says.
 * Either way the answer has the same shape, cleaned.
 */
import { averageOf } from '../../../contract/averages.ts';
import { readAnswer } from '../../../contract/endpoints/answers.ts';
import { parseDateTime } from '../../../contract/entities/dates.ts';
import type { Business, ProductQuestion, Review } from '../../../contract/entities/entities.ts';
import { refuse } from '../../../contract/endpoints/errors.ts';
import type { ShopperRead } from '../../../contract/shopper/shopper.ts';
import { isOnTheWeb } from '../../../contract/web-address.ts';
import { findBusiness, readBusiness } from '../../../review-store/content/businesses.ts';
import { listPublicComments } from '../../../review-store/reviews/comments.ts';
import { getProductReviewStats } from '../../../review-store/reviews/product-review-statistics.ts';
import { listProducts } from '../../../review-store/products/products.ts';
import { saysWords } from '../../../review-store/questions/question-words.ts';
import { listProductQuestions, listQuestions } from '../../../review-store/questions/questions.ts';
import { getReview } from '../../../review-store/reviews/reviews.ts';
import { listTopRatedProducts } from '../../../review-store/products/top-rated-products.ts';
import {
  answersByBusiness,
  byBusiness,
  cleanBusiness,
  cleanComment,
  cleanProduct,
  cleanProductQuestion,
  cleanQuestion,
  cleanReview,
  cleanTopRatedProduct,
} from '../cleaning.ts';
import { maskPersonalData } from '../../../server-kit/personal-data.ts';
import { isPublished, list, readList, type ReadHandler, type ReadTools } from './read-handler.ts';
import { listProductReviews, ofProduct } from './product-review-list.ts';
import { inLanguages, listReviews } from './review-list.ts';
import { countReviews } from './transparency.ts';

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
        ...list(
          'questions',
          items.map(cleanQuestion).map(answersByBusiness(tools.business.domain)),
          query.start,
          total,
        ),
      };
    },
    fromApi: ({ business: { domain } }, query, body) =>
      readList(
        'listQuestions',
        body,
        query,
        'questions',
        (items) => items.map(cleanQuestion).map(answersByBusiness(domain)),
        { url: urlOf(body), query: '' },
      ),
  },

  getReview: {
    needs: ['reviews'],
    async fromMirror(tools, query) {
      const review = published(await getReview(tools.store, tools.business.id, query.review_no));
      return { review: (await inLanguages(tools, [review]))[0]! };
    },
    async fromApi(tools, _query, body) {
      const read = readAnswer('getReview', body);
      return read && { review: (await inLanguages(tools, [published(read.review)]))[0]! };
    },
  },

  listReviews,

  listComments: {
    needs: ['comments', 'reviews'],
    async fromMirror({ store, business }, query) {
      const { items, total } = await listPublicComments(store, business.id, query);
      return list('comments', items.map(cleanComment).map(byBusiness(business.domain)), query.start, total);
    },
    fromApi: ({ business: { domain } }, query, body) =>
      readList(
        'listComments',
        body,
        query,
        'comments',
        (items) =>
          items
            .filter((item) => item.activated && isPublished(item))
            .map(cleanComment)
            .map(byBusiness(domain)),
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
    also: () => ({ filter: 'PUBLISHED' }),
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
        ...list(
          'questions',
          shown.map(cleanProductQuestion).map(answersByBusiness(tools.business.domain)),
          query.start,
          total,
        ),
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
          items
            .filter((item) => isPublished(item) && !item.removed && says(item, query.q))
            .map(cleanProductQuestion)
            .map(answersByBusiness(tools.business.domain)),
        {
          url: urlOf(body),
          sku: query.sku ?? null,
          ...(await askable(tools)),
        },
      ),
  },

  listProductReviews,

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
    fromApi(_tools, _query, body) {
      const read = readAnswer('getProductReviewStats', body);
      const stats = read?.product_reviews_stats;
      return stats ? { product_reviews_stats: { ...stats, average_rating: averageOf(stats) } } : read;
    },
  },

  getWriteLink: {
    needs: [],
    fromApi: (_tools, _query, body) => {
      const read = readAnswer('getWriteLink', body);
      if (!read) return null;
      const { ask_url: askUrl, ...link } = read;
      return askUrl !== undefined && isOnTheWeb(askUrl) ? { ...link, ask_url: askUrl } : link;
    },
    goodUntil: ({ expire }) => {
      const SAFETY_MS = 600_000;
      const end = parseDateTime(expire);
      return end && end.time - SAFETY_MS;
    },
  },

  getTransparency: {
    needs: [],
    alsoNeeds: ({ sku }) => (sku === undefined ? ['reviews'] : ['productReviews', 'products']),
    fromMirror: async ({ store, business, readUnlisted }, { sku }) => ({
      transparency: await countReviews(store, business.id, await readUnlisted(), sku),
    }),
    fromApi: (_tools, _query, body) => readAnswer('getTransparency', body),
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

function profileOf(body: unknown): Business | null {
  const read = readAnswer('getBusiness', body);
  return read && cleanBusiness(read);
}

const askable = async ({ canAsk }: ReadTools): Promise<{ can_ask?: true }> =>
  (await canAsk()) ? { can_ask: true } : {};

const says = ({ content, answers }: ProductQuestion, q: string | undefined): boolean =>
  q === undefined || saysWords(0, q, [content, ...answers.filter(isPublished).map((answer) => answer.content)]);

const urlOf = (body: unknown): Business | null => profileOf((body as { url?: unknown }).url);

/** @throws ApiError `reviewNotFound` for a review that shoppers do not see, as for one that does not exist. */
function published(review: Review | null): Review {
  if (!review || !isPublished(review)) throw refuse('reviewNotFound');
  return cleanReview(review);
}
