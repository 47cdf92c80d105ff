/** Handlers answer the reads of shoppers; the tools that all of them need. */
import { readListAnswer, type ListEndpointName, type ListItem } from '../../../contract/endpoints/answers.ts';
import type { Digest } from '../../../contract/entities/digest.ts';
import type { Business, Product, ProductQuestion, ProductReview } from '../../../contract/entities/entities.ts';
import type { RawParameters } from '../../../contract/endpoints/read-parameters.ts';
import type { ShopperParameters } from '../../../contract/shopper/shopper-parameters.ts';
import type { AnswerOf, ShopperRead } from '../../../contract/shopper/shopper.ts';
import type { Store } from '../../../review-store/content/ids.ts';
import type { GistReads } from '../../../insights/digest/gist-reads.ts';
import type { KnownUnlisted } from '../../mirror/parts/moderation.ts';
import type { MirroredBusiness, PartName } from '../../mirror/parts/parts.ts';

export interface ReadTools {
  readonly store: Store;
  readonly business: MirroredBusiness;
  /** Adds the votes that the API has not counted yet. */
  addWaitingVotes(reviews: ProductReview[]): Promise<ProductReview[]>;
  /** How much is in no listing; null until that is known. */
  readUnlisted(): Promise<KnownUnlisted | null>;
  readonly withFigures: WithFigures;
  /** Null where there are none. */
  readonly gists: GistReads | null;
  /** Whether the API takes questions. */
  canAsk(): Promise<boolean>;
  /** Whether it takes reports of reviews of products. */
  canReport(): Promise<boolean>;
  /** Into which languages reviews in these are translated; undefined where none are. */
  translates(languages: readonly string[]): Digest['translates'];
}

/** The API's own figures of reviews, in place of those that can be counted here. */
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
    readUnlisted: async () => null,
    withFigures: { ofBusiness: asItIs, ofProducts: asItIs, ofQuestions: asItIs },
    gists: null,
    canAsk: async () => false,
    canReport: async () => false,
    translates: () => undefined,
  };
}

/** Reads another answer for the same shopper. */
export type ReadOther = <Name extends ShopperRead>(name: Name, raw: RawParameters) => Promise<AnswerOf<Name>>;

export interface ReadHandler<Name extends ShopperRead> {
  /** The parts of the mirror that must be complete. Where there are none, the API is always asked. */
  readonly needs: readonly PartName[];
  /** Parts that some queries need as well. */
  alsoNeeds?(query: ShopperParameters<Name>): readonly PartName[];
  fromMirror?(tools: ReadTools, query: ShopperParameters<Name>): Promise<AnswerOf<Name>>;
  /** The sku of the one product whose reviews alone make the answer; null where it takes more. */
  ofProduct?(query: ShopperParameters<Name>): string | null;
  /** Null where the answer cannot be read. */
  fromApi(
    tools: ReadTools,
    query: ShopperParameters<Name>,
    body: unknown,
  ): Promise<AnswerOf<Name> | null> | AnswerOf<Name> | null;
  /** Parameters that are sent to the API besides the shopper's own, or in place of them. */
  also?(query: ShopperParameters<Name>): Readonly<Record<string, string>>;
  /** Where the API gives no total: that of another read which counts the same items, if there is one. */
  countElsewhere?(query: ShopperParameters<Name>, read: ReadOther): Promise<number | null>;
  /** When an answer becomes useless, whatever the policy says; in milliseconds since 1970. */
  goodUntil?(answer: AnswerOf<Name>): number | null;
}

/** Parts of the mirror that must be complete to answer this. */
export function needsOf<Name extends ShopperRead>(
  { needs, alsoNeeds }: ReadHandler<Name>,
  query: ShopperParameters<Name>,
): readonly PartName[] {
  return [...needs, ...(alsoNeeds?.(query) ?? [])];
}

export const anyGiven = (...values: unknown[]): boolean => values.some((value) => value !== undefined);

/** A page of a list, as `shopper-answers.ts` describes it. */
type Listed<Key extends string, Item> = { readonly [List in Key]: readonly Item[] } & {
  readonly count: number;
  readonly start: number;
  readonly total: number | null;
};

export function list<Key extends string, Item>(
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

export function isPublished(item: { readonly published: string | null; readonly removedRFC?: string | null }): boolean {
  return item.published !== 'pending' && !item.removedRFC;
}
