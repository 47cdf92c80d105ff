/**
 * The parts of each business, in the order of the first walk: products come before the items that refer to them, and
 * the items of a product's page come before those about the business.
 *
 *   query  the API's own parameters; lists are read a hundred items at a time
 *   head   how to see new items without reading everything
 */
import { commentIds } from '../../../api-client/comment-ids.ts';
import {
  readAnswer,
  readListAnswer,
  type ListEndpointName,
  type ListItem,
} from '../../../contract/endpoints/answers.ts';
import { dataSources } from '../../../contract/datasources.ts';
import { formatDateTime } from '../../../contract/entities/dates.ts';
import type { EndpointName } from '../../../contract/endpoints/endpoints.ts';
import type { Business } from '../../../contract/entities/entities.ts';
import { textsChanged, textsGone } from '../../../insights/texts.ts';
import { saveBusinessProfile } from '../../../review-store/content/businesses.ts';
import { saveComments } from '../../../review-store/reviews/comments.ts';
import { deleteContributions } from '../../../review-store/content/delete.ts';
import { engineOf } from '../../../review-store/databases/engine.ts';
import { removeProductReviews, saveProductReviews } from '../../../review-store/reviews/product-review-changes.ts';
import { removeProducts, saveProducts } from '../../../review-store/products/product-changes.ts';
import { saveProductQuestions } from '../../../review-store/questions/product-question-changes.ts';
import { saveQuestions } from '../../../review-store/questions/questions.ts';
import { removeReviews, saveReviews } from '../../../review-store/reviews/review-changes.ts';
import { storeOf } from '../../state/open.ts';
import type { ProxyDb } from '../../state/tables.ts';
import { saveBusinessFigures, saveProductFigures } from './figures.ts';
import { fingerprint, type SeenItem } from './fingerprint.ts';
import { unkeepable, type Unkeepable } from '../../../api-client/keepable.ts';

const DAY_MS = 86_400_000;

/** A business as the mirror knows it: its row in the store, and its name at the API. */
export interface MirroredBusiness {
  readonly id: number;
  readonly domain: string;
}

export interface PageItem extends SeenItem {
  /** The product that a review of a product is about. */
  readonly sku: string | null;
}

/** One page, read and ready to be kept. */
export interface Page {
  /** Each id once. */
  readonly items: readonly PageItem[];
  /** How many items the API sent, malformed ones included. */
  readonly sent: number;
  readonly malformed: number;
  /** Those that are left out since no index takes them. */
  readonly unkeepable: readonly Unkeepable[];
  /** Keeps the items with these ids. */
  save(db: ProxyDb, business: MirroredBusiness, ids: ReadonlySet<number>): Promise<void>;
}

interface HeadQuery {
  /** True where a page that ends with a known item has shown everything new. */
  readonly newestFirst: boolean;
  query(now: number): Readonly<Record<string, string>>;
}

export interface Part {
  readonly operation: Exclude<EndpointName, 'login'>;
  readonly query: Readonly<Record<string, string>>;
  /** False for a single object. */
  readonly paged: boolean;
  /** The request, besides `query`, that shows new items; null where nothing shows them. */
  readonly head: HeadQuery | null;
  /** Null where the answer holds nothing that can be read. */
  read(body: unknown): Page | null;
  remove(db: ProxyDb, business: MirroredBusiness, ids: readonly number[], now: number): Promise<void>;
}

interface ListPart<Name extends ListEndpointName> {
  operation: Name;
  query: Record<string, string>;
  head: HeadQuery | null;
  /** The ids of all items of a page, in their order. */
  ids: (items: readonly ListItem<Name>[]) => number[];
  sku?: (item: ListItem<Name>) => string | null;
  save: (db: ProxyDb, business: MirroredBusiness, items: Map<number, ListItem<Name>>) => Promise<void>;
  remove: Part['remove'];
}

/** The listing's own order shows what is new on its first page. */
const newestFirst: HeadQuery = { newestFirst: true, query: () => ({}) };

/** A part whose items can come from elsewhere than its own listing, too. */
interface Listed<Item> extends Part {
  /** @param numbers - where they have others than those of their listing. */
  page(items: readonly Item[], numbers?: readonly number[]): Page;
}

function list<Name extends ListEndpointName>({
  operation,
  query,
  head,
  ids,
  sku,
  save,
  remove,
}: ListPart<Name>): Listed<ListItem<Name>> {
  const page = (
    items: readonly ListItem<Name>[],
    numbers: readonly number[] = ids(items),
    { sent, malformed } = { sent: items.length, malformed: 0 },
  ): Page => {
    const all = items.map((item, index) => {
      const json = JSON.stringify(item);
      return { id: numbers[index]!, item, print: fingerprint(json), reason: unkeepable(item, json) };
    });
    const byId = new Map(all.filter(({ reason }) => reason === null).map((one) => [one.id, one]));
    return {
      unkeepable: all.flatMap(({ id, reason }) => (reason === null ? [] : [{ id, reason }])),
      items: [...byId.values()].map(({ id, print, item }) => ({ id, print, sku: sku?.(item) ?? null })),
      sent,
      malformed,
      save: (db, business, wanted) =>
        save(
          db,
          business,
          new Map([...wanted].flatMap((id) => (byId.has(id) ? [[id, byId.get(id)!.item] as const] : []))),
        ),
    };
  };
  return {
    page,
    operation,
    query,
    paged: true,
    head,
    // An item that the API shows no longer may have been erased there.
    remove(db, ...what) {
      engineOf(db).shredLater();
      return remove(db, ...what);
    },
    read(body) {
      const answer = readListAnswer(operation, body);
      return answer && page(answer.items, ids(answer.items), answer);
    },
  };
}

const pageOfBusiness = (profile: Business): Page => ({
  items: [{ id: 0, print: fingerprint(JSON.stringify(profile)), sku: null }],
  sent: 1,
  malformed: 0,
  unkeepable: [],
  async save(db, business, wanted) {
    if (!wanted.has(0)) return;
    await saveBusinessProfile(storeOf(db), business.id, profile);
    await saveBusinessFigures(db, business.domain, profile);
  },
});

const business = {
  operation: 'getBusiness',
  query: {},
  paged: false,
  head: null,
  page: pageOfBusiness,
  read(body) {
    const profile = readAnswer('getBusiness', body);
    return profile && pageOfBusiness(profile);
  },
  remove: async () => {},
} as const satisfies Part & { page(profile: Business): Page };

export const parts = {
  products: list({
    operation: 'listProducts',
    query: {},
    head: null,
    ids: (items) => items.map((product) => product.id),
    async save(db, business, items) {
      const products = [...items.values()];
      await saveProducts(storeOf(db), business.id, products);
      await saveProductFigures(db, business.domain, products);
    },
    remove: (db, business, ids, now) => removeProducts(storeOf(db), business.id, ids, now),
  }),
  productReviews: list({
    operation: 'listProductReviews',
    query: { order: 'created' },
    head: newestFirst,
    ids: (items) => items.map((review) => review.id),
    sku: (review) => review.product?.sku ?? null,
    async save(db, business, items) {
      await saveProductReviews(storeOf(db), business.id, [...items.values()]);
      await textsChanged(db, business.id, 'productReviews', [...items.keys()]);
    },
    async remove(db, business, ids, now) {
      await removeProductReviews(storeOf(db), business.id, ids, now);
      await deleteContributions(storeOf(db), 'product_review', business.id, ids);
      await textsGone(db, business.id);
    },
  }),
  productQuestions: list({
    operation: 'listProductQuestions',
    query: { order: 'DESC', filter: 'PUBLISHED' },
    head: newestFirst,
    ids: (items) => items.map((question) => question.id),
    save: (db, business, items) => saveProductQuestions(storeOf(db), business.id, [...items.values()]),
    remove: (db, business, ids) => deleteContributions(storeOf(db), 'product_question', business.id, ids),
  }),
  business,
  reviews: list({
    operation: 'listReviews',
    // From every source: answers choose among them.
    query: { order: 'DESC', datasources: Object.keys(dataSources).join(',') },
    head: newestFirst,
    ids: (items) => items.map((review) => review.reviewNo),
    async save(db, business, items) {
      await saveReviews(storeOf(db), business.id, [...items.values()]);
      await textsChanged(db, business.id, 'reviews', [...items.keys()]);
    },
    async remove(db, business, ids, now) {
      await removeReviews(storeOf(db), business.id, ids, now);
      await deleteContributions(storeOf(db), 'review', business.id, ids);
    },
  }),
  comments: list({
    operation: 'listComments',
    query: { datasources: Object.keys(dataSources).join(',') },
    // This listing has no reliable order. Days begin at other hours elsewhere, so two days are enough anywhere.
    head: { newestFirst: false, query: (now) => ({ date_from: formatDateTime(now - 2 * DAY_MS).slice(0, 10) }) },
    ids: commentIds,
    save: (db, business, items) => saveComments(storeOf(db), business.id, items),
    remove: (db, business, ids) => deleteContributions(storeOf(db), 'comment', business.id, ids),
  }),
  questions: list({
    operation: 'listQuestions',
    query: { order: 'DESC' },
    head: newestFirst,
    ids: (items) => items.map((question) => question.id),
    save: (db, business, items) => saveQuestions(storeOf(db), business.id, [...items.values()]),
    remove: (db, business, ids) => deleteContributions(storeOf(db), 'question', business.id, ids),
  }),
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof parts;
export const partNames = Object.keys(parts) as PartName[];

/** The parts in words for people. */
export const partTitles: Readonly<Record<PartName, string>> = {
  products: 'products',
  productReviews: 'product reviews',
  business: 'business profile',
  reviews: 'business reviews',
  comments: 'comments',
  productQuestions: 'product questions',
  questions: 'business questions',
};
