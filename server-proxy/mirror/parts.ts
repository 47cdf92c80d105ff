/**
 * What is mirrored of each business, in the order of the first walk: products come before what names them.
 *
 *   query  the API's own parameters; lists are read a hundred items a call
 *   head   new items come first in this listing, so that its first page alone shows them
 */
import { readAnswer, readListAnswer, type ListEndpointName, type ListItem } from '../../contract/answers.ts';
import { dataSources } from '../../contract/datasources.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Product } from '../../contract/entities.ts';
import { saveBusinessProfile } from '../../review-store/businesses.ts';
import { removeProductReviews, saveProductReviews } from '../../review-store/product-reviews.ts';
import { removeProducts, saveProducts } from '../../review-store/products.ts';
import { removeQuestions, saveProductQuestions, saveQuestions } from '../../review-store/questions.ts';
import { removeReviews, saveReviews } from '../../review-store/reviews.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';

/** A business as the mirror knows it: its row in the store, and the name that the API is asked by. */
export interface MirroredBusiness {
  readonly id: number;
  readonly domain: string;
}

/** One page, read and ready to be kept. */
export interface Page {
  readonly ids: readonly number[];
  /** How many items the API sent, malformed ones included. */
  readonly sent: number;
  readonly malformed: number;
  save(db: ProxyDb, business: MirroredBusiness): Promise<void>;
}

export interface Part {
  readonly operation: Exclude<EndpointName, 'login'>;
  readonly query: Readonly<Record<string, string>>;
  /** False for what is one object, not a list. */
  readonly paged: boolean;
  readonly head: boolean;
  /** Null where the answer holds nothing that can be read. */
  read(body: unknown): Page | null;
  remove(db: ProxyDb, business: MirroredBusiness, ids: readonly number[], now: number): Promise<void>;
}

interface ListPart<Name extends ListEndpointName> {
  operation: Name;
  query: Record<string, string>;
  head: boolean;
  id: (item: ListItem<Name>) => number;
  save: (db: ProxyDb, business: MirroredBusiness, items: ListItem<Name>[]) => Promise<void>;
  remove: Part['remove'];
}

function list<Name extends ListEndpointName>({ operation, query, head, id, save, remove }: ListPart<Name>): Part {
  return {
    operation,
    query,
    paged: true,
    head,
    remove,
    read(body) {
      const answer = readListAnswer(operation, body);
      if (!answer) return null;
      const { items, sent, malformed } = answer;
      return { ids: items.map(id), sent, malformed, save: (db, business) => save(db, business, items) };
    },
  };
}

export const parts = {
  products: list({
    operation: 'listProducts',
    query: {},
    head: false,
    id: (product) => product.id,
    async save(db, business, items) {
      await saveProducts(storeOf(db), business.id, items);
      await saveSummaries(db, business.domain, items);
    },
    remove: (db, business, ids, now) => removeProducts(storeOf(db), business.id, ids, now),
  }),
  productReviews: list({
    operation: 'listProductReviews',
    query: { order: 'created' },
    head: true,
    id: (review) => review.id,
    save: (db, business, items) => saveProductReviews(storeOf(db), business.id, items),
    remove: (db, business, ids, now) => removeProductReviews(storeOf(db), business.id, ids, now),
  }),
  business: {
    operation: 'getBusiness',
    query: {},
    paged: false,
    head: false,
    read(body) {
      const profile = readAnswer('getBusiness', body);
      return profile && { ids: [], sent: 1, malformed: 0, save: (db, business) => saveBusinessProfile(storeOf(db), business.id, profile) };
    },
    remove: async () => {},
  } satisfies Part,
  reviews: list({
    operation: 'listReviews',
    // Those of every source; which of them an answer holds is asked of the mirror.
    query: { order: 'DESC', datasources: Object.keys(dataSources).join(',') },
    head: true,
    id: (review) => review.reviewNo,
    save: (db, business, items) => saveReviews(storeOf(db), business.id, items),
    remove: (db, business, ids, now) => removeReviews(storeOf(db), business.id, ids, now),
  }),
  productQuestions: list({
    operation: 'listProductQuestions',
    query: { order: 'DESC', filter: 'PUBLISHED' },
    head: true,
    id: (question) => question.id,
    save: (db, business, items) => saveProductQuestions(storeOf(db), business.id, items),
    remove: (db, business, ids) => removeQuestions(storeOf(db), 'product_question', business.id, ids),
  }),
  questions: list({
    operation: 'listQuestions',
    query: { order: 'DESC' },
    head: true,
    id: (question) => question.id,
    save: (db, business, items) => saveQuestions(storeOf(db), business.id, items),
    remove: (db, business, ids) => removeQuestions(storeOf(db), 'question', business.id, ids),
  }),
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof parts;
export const partNames = Object.keys(parts) as PartName[];

async function saveSummaries(db: ProxyDb, business: string, items: readonly Product[]): Promise<void> {
  if (items.length === 0) return;
  const rows = new Map(items.map((item) => [item.sku, { business, sku: item.sku, total: item.num_reviews, average_rating: item.average_rating }]));
  await db
    .insertInto('mirror_product_summary')
    .values([...rows.values()])
    .onConflict((conflict) =>
      conflict.columns(['business', 'sku']).doUpdateSet((eb) => ({ total: eb.ref('excluded.total'), average_rating: eb.ref('excluded.average_rating') })),
    )
    .execute();
}
