/**
 * A business at another server, as imports read it: its listings one after the other, page by page. Each page is
 * stored before the next page is asked for, with how far that is.
 */
import { followThread } from '../../../../api-client/thread.ts';
import { dataSources } from '../../../../contract/datasources.ts';
import type { ProductReview, Review } from '../../../../contract/entities/entities.ts';
import { readListAnswer, type ListEndpointName, type ListItem } from '../../../../contract/endpoints/answers.ts';
import { MAX_COUNT } from '../../../../contract/endpoints/limits.ts';
import { commentIds } from '../../../../api-client/comment-ids.ts';
import type { Found } from '../../../../exchange/reviews/imported-review.ts';
import type { BusinessRow } from '../../../../review-store/content/businesses.ts';
import { inTransaction } from '../../../../review-store/databases/transaction.ts';
import { FROM_API } from '../../../data/import-tables.ts';
import type { Database } from '../../../data/tables.ts';
import type { Between, ReviewSource } from '../review-source.ts';
import type { SourceApi } from './api.ts';
import { dropComments, keepComments, keepProductQuestions, keepProducts, keepQuestions } from './items.ts';
import type { Keeping } from './keeping.ts';
import { newThread, writePosition, type Position, type ReadKind } from './position.ts';
import { ofProduct, ofShop, type Reading } from './to-reviews.ts';

interface Listing<Name extends ListEndpointName = ListEndpointName> {
  readonly operation: Name;
  readonly kind: ReadKind;
  readonly query: Readonly<Record<string, string>>;
  ids(items: readonly ListItem<Name>[]): readonly number[];
  /** Items that are meant: a server that does not know a parameter gives others. */
  isMeant?(item: ListItem<Name>): boolean;
  /** Whether its items are only looked at for those that came before. */
  readonly isOfRemoved?: true;
  toReview?(item: ListItem<Name>, line: number, reading: Reading): Found;
  /** @returns how many were set aside. */
  keep?(db: Database, keeping: Keeping, items: readonly ListItem<Name>[]): Promise<number>;
}

const listing = <Name extends ListEndpointName>(one: Listing<Name>): Listing => one as unknown as Listing;
const numbers = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id);
const datasources = Object.keys(dataSources).join(',');

const reviews = {
  operation: 'listReviews',
  kind: 'reviews',
  ids: (items: readonly Review[]) => items.map(({ reviewNo }) => reviewNo),
  toReview: ofShop,
} as const;
const productReviews = {
  operation: 'listProductReviews',
  kind: 'product reviews',
  ids: numbers,
  toReview: ofProduct,
} as const;
const productQuestions = {
  operation: 'listProductQuestions',
  kind: 'product questions',
  ids: numbers,
  keep: keepProductQuestions,
} as const;
const comments = { operation: 'listComments', kind: 'comments', ids: commentIds } as const;
const isRemoved = ({ removedRFC }: Review | ProductReview) => removedRFC !== null;

/** Products come before what is about them, and reviews before what is said about these. */
const listings: readonly Listing[] = [
  listing({ operation: 'listProducts', kind: 'products', query: {}, ids: numbers, keep: keepProducts }),
  listing({ ...reviews, query: { order: 'DESC', unpublished: '1', datasources } }),
  listing({ ...reviews, query: { order: 'DESC', deleted: '1', datasources }, isMeant: isRemoved }),
  listing({ ...productReviews, query: { order: 'created' } }),
  listing({ ...productReviews, query: { order: 'created', deleted: '1' }, isMeant: isRemoved }),
  listing({ ...comments, query: { datasources }, keep: keepComments }),
  listing({ ...comments, query: { datasources, deleted: '1' }, keep: dropComments, isOfRemoved: true }),
  listing({ ...productQuestions, query: { order: 'DESC' } }),
  listing({
    ...productQuestions,
    query: { order: 'DESC', filter: 'REMOVED' },
    isMeant: ({ removed }) => removed,
  }),
  listing({
    operation: 'listQuestions',
    kind: 'questions',
    query: { order: 'DESC' },
    ids: numbers,
    keep: keepQuestions,
  }),
];

const marks = ['verified', 'incentivised'] as const;

export interface SourceOptions {
  readonly api: SourceApi;
  readonly upstream: string;
  readonly business: BusinessRow;
  readonly position: Position;
  /** How many reviews of the shop its profile counts. */
  readonly shopReviews: number;
  readonly now: number;
}

export class ApiSource implements ReviewSource {
  readonly format = { name: FROM_API, isVendor: false, vendor: 'the API' } as const;
  readonly vendor: string;
  /** Marks that at least one of its reviews has, or is said not to have. */
  readonly #said = new Set<(typeof marks)[number]>();
  readonly notes = new Map<string, number>();
  readonly untaken = new Map<string, number>();
  readonly #db: Database;
  readonly #options: SourceOptions;
  position: Position;

  constructor(db: Database, options: SourceOptions) {
    this.#db = db;
    this.#options = options;
    this.position = options.position;
    this.vendor = `${FROM_API} ${new URL(options.upstream).host}`;
  }

  /** Reviews of the shop, as far as its profile says, and those of products, once these are known. */
  get expected(): number {
    return this.#options.shopReviews + this.position.productReviews;
  }

  /** An API may say neither. */
  get lacking(): readonly (typeof marks)[number][] {
    return marks.filter((mark) => !this.#said.has(mark));
  }

  async *read(): AsyncGenerator<Found | Between> {
    const { api, upstream, business, now } = this.#options;
    const { origin } = new URL(upstream);
    for (;;) {
      const { listing: at, thread, read } = this.position;
      const current = listings[at];
      if (!current) return;
      const { operation, kind, query } = current;
      const fields = { ...query, start: String(thread.nextStart), count: String(MAX_COUNT) };
      const page = await api.ask(operation, business.domain, fields, (body) => readListAnswer(operation, body));
      if (page === null) return;
      const ids = current.ids(page.items);
      const seen = new Set(thread.previousIds);
      const fresh = page.items.filter((item, index) => !seen.has(ids[index]!) && (current.isMeant?.(item) ?? true));
      // Of those that cannot be read nobody knows whether the page before had them.
      const unreadable = page.malformed;
      let line = read.reviews + read['product reviews'];
      if (current.toReview) {
        for (const item of fresh) {
          const found = current.toReview(item, (line += 1), { origin, now });
          for (const mark of marks) if (!('refused' in found) && found[mark] !== null) this.#said.add(mark);
          yield found;
        }
        for (let left = unreadable; left > 0; left--)
          yield { line: (line += 1), refused: 'it is not as the API describes reviews' };
      }
      const next = followThread(ids, page.sent, thread);
      const counted = current.kind === 'products' ? sumOf(fresh as readonly { readonly num_reviews: number }[]) : 0;
      const after = (walk: number, setAside: number): Position => ({
        walk,
        listing: next === 'end' ? at + 1 : at,
        thread: next === 'end' ? newThread : next,
        read: { ...read, [kind]: read[kind] + (current.isOfRemoved ? 0 : fresh.length + unreadable) },
        setAside: { ...this.position.setAside, [kind]: this.position.setAside[kind] + setAside },
        productReviews: this.position.productReviews + counted,
      });
      yield {
        mayBringProducts: kind === 'products' && next === 'end',
        settle: async (importId) => {
          this.position = await inTransaction(this.#db, async (db) => {
            const walk = this.position.walk ?? importId;
            const keeping = { business, importId, vendor: this.vendor, origin, walk, now };
            const setAside = (await current.keep?.(db, keeping, fresh)) ?? 0;
            const isCounted = !current.toReview && !current.isOfRemoved;
            const position = after(walk, setAside + (isCounted ? unreadable : 0));
            await writePosition(db, business.id, this.vendor, listings[position.listing] ? position : null);
            await expect(db, business.id, importId, this.#options.shopReviews + position.productReviews);
            return position;
          });
        },
      };
    }
  }

  /** About how many calls are still to be made. */
  get callsLeft(): number {
    const { listing: at, thread, productReviews: ofProducts } = this.position;
    const sizes: Partial<Record<ReadKind, number>> = {
      reviews: this.#options.shopReviews,
      'product reviews': ofProducts,
    };
    return listings.slice(at).reduce((sum, { kind, isMeant }, index) => {
      const size = isMeant ? 0 : Math.max(0, (sizes[kind] ?? 0) - (index === 0 ? thread.nextStart : 0));
      return sum + Math.max(1, Math.ceil(size / MAX_COUNT));
    }, 0);
  }
}

/** Lets `reviews import status` say what is still to come. */
const expect = (db: Database, businessId: number, importId: number, expected: number) =>
  db
    .updateTable('review_import')
    .set({ expected })
    .where('business_id', '=', businessId)
    .where('id', '=', importId)
    .execute();

const sumOf = (products: readonly { readonly num_reviews: number }[]): number =>
  products.reduce((sum, { num_reviews: reviews }) => sum + reviews, 0);
