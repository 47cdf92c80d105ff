/**
 * The products that a page describes to search engines, in JSON-LD, microdata or RDFa: one judgement for the elements
 * and for `plaudit doctor`.
 */

/** One product, or a group with its variants, as a page describes it. */
export interface Description {
  /** By which it can be meant. */
  readonly skus: readonly string[];
  /** It names no sku, or is a group that names none of its variants, so that any could be meant. */
  readonly isVague: boolean;
  readonly name: string | null;
  /** `@id` of the product, and of each variant by its sku. */
  readonly ids: ReadonlyMap<string | null, string>;
  readonly isRated: boolean;
  /** One of a list, or one that another product is compared to. */
  readonly isAside: boolean;
}

/** Schema.org's own type, and those below it. */
const productType =
  /^(?:Product(?:Group|Model|Collection)?|IndividualProduct|SomeProducts|Vehicle|Car|Motorcycle|MotorizedBicycle|BusOrCoach|Drug|DietarySupplement)$/;
/** Fields that lead from a product, or from a list, to others. */
const asideFields = /^(?:itemListElement|isRelatedTo|isSimilarTo|isAccessoryOrSparePartFor|isConsumableFor)$/;

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
interface Found extends Mutable<Description> {
  readonly skus: string[];
  readonly ids: Map<string | null, string>;
}

interface Waiting {
  readonly value: unknown;
  readonly isAside: boolean;
  /** It belongs to this one, as variants, offers and reviews do. */
  readonly within: Found | null;
  /** The property that leads here carries a rating of it. */
  readonly isReviewed: boolean;
}

/** @param roots - JSON-LD as objects, and `markedItems`. */
export function descriptionsIn(roots: unknown): Description[] {
  const found: Found[] = [];
  const byId = new Map<string | null, Found>();
  const rated = new Set<string>();
  const waiting: Waiting[] = [{ value: roots, isAside: false, within: null, isReviewed: false }];
  // Without recursion: a page may nest as deeply as it likes.
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, isAside, within } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const entry of value) waiting.push({ ...next, value: entry });
      continue;
    }
    const fields = new Map(Object.entries(value).map(([name, field]) => [bare(name), field as unknown]));
    const types = [fields.get('@type')].flat().map((type) => bare(String(type)));
    const isRated = next.isReviewed || [fields.get('aggregateRating'), fields.get('review')].flat().some(rates);
    const id = textOf(fields.get('@id'));
    if (isRated && id) rated.add(id);
    let product = within;
    if (types.some((type) => productType.test(type))) {
      // Two objects with one `@id` are one.
      product ??= byId.get(id) ?? null;
      if (!product) {
        product = { skus: [], isVague: true, name: null, ids: new Map(), isRated: false, isAside };
        found.push(product);
      }
      if (id) byId.set(id, product);
      const sku = textOf(fields.get('sku'));
      const group = textOf(fields.get('productGroupID'));
      product.skus.push(...[sku, group].filter((one) => one !== null));
      if (sku !== null && !types.includes('ProductGroup')) product.isVague = false;
      product.name ??= textOf(fields.get('name'));
      product.isRated ||= isRated;
      product.isAside &&= isAside;
      if (id) product.ids.set(within ? sku : null, id);
    }
    const isList = isAside || types.includes('ItemList');
    for (const [name, field] of fields) {
      const isOther = isList || asideFields.test(name);
      waiting.push({
        value: field,
        isAside: isOther,
        within: isOther ? null : product,
        isReviewed: name === 'itemReviewed',
      });
    }
  }
  for (const one of found) one.isRated ||= [...one.ids.values()].some((id) => rated.has(id));
  return found;
}

/**
 * The elements' duty for a product: describe it, leave it to the page, or add a rating to the page's description.
 * Without an `@id`, there is nothing to add it to.
 */
export type Judgement =
  | { readonly does: 'describe' | 'leave' | 'miss' }
  | { readonly does: 'join'; readonly id: string };

/** @param sku - null for a group of products. */
export function judge(descriptions: readonly Description[], sku: string | null): Judgement {
  const meant = descriptions.filter(({ skus, isVague, isAside }) =>
    sku !== null && skus.includes(sku) ? true : !isAside && (sku === null || isVague),
  );
  if (meant.length === 0) return { does: 'describe' };
  if (meant.some(({ isRated }) => isRated)) return { does: 'leave' };
  const id = meant.map(({ ids }) => ids.get(sku) ?? ids.get(null)).find((one) => one !== undefined);
  return id === undefined ? { does: 'miss' } : { does: 'join', id };
}

/** A page with microdata or RDFa, whatever its elements are. */
export interface MarkedPage<Element> {
  /** Those with one of `markingAttributes`, in the order of the page. */
  readonly elements: Iterable<Element>;
  attribute(element: Element, name: string): string | null;
  /** The nearest element around it that is an item: with `itemscope` or `typeof`. */
  owner(element: Element): Element | null;
  text(element: Element): string;
}

export const markingAttributes = ['itemscope', 'itemprop', 'typeof', 'property'] as const;

/** Properties whose texts say which product is meant, and whether it has reviews. */
const named = /^(?:sku|name|productGroupID|ratingCount|reviewCount)$/;

/** The outermost items of a page, as JSON-LD would say them. */
export function markedItems<Element>(page: MarkedPage<Element>): object[] {
  const items = new Map<Element, Record<string, unknown[]>>();
  const roots: object[] = [];
  for (const element of page.elements) {
    const get = (name: string): string | null => page.attribute(element, name);
    const isItem = get('itemscope') !== null || get('typeof') !== null;
    const item: Record<string, unknown[]> = {};
    if (isItem) {
      item['@type'] = (get('itemtype') ?? get('typeof') ?? '').split(/\s+/);
      item['@id'] = [get('itemid') ?? get('resource') ?? get('about')];
      items.set(element, item);
    }
    const owner = page.owner(element);
    const outer = owner === null ? undefined : items.get(owner);
    const fields = (get('itemprop') ?? get('property') ?? '').split(/\s+/).map(bare).filter(Boolean);
    if (outer)
      for (const field of fields) {
        const value = isItem ? item : named.test(field) ? (get('content') ?? get('value') ?? page.text(element)) : true;
        (outer[field] ??= []).push(value);
      }
    if (isItem && !(outer && fields.length > 0)) roots.push(item);
  }
  return roots;
}

/** `http://schema.org/Product` and `schema:Product` are Product. */
const bare = (name: string): string => name.replace(/^.*[/:#]/, '');

/** Whether something rates: a shop's template may say that there are no reviews. */
const rates = (value: unknown): boolean => {
  const { ratingCount, reviewCount = ratingCount } = Object(value) as Readonly<Record<string, unknown>>;
  return !!value && `${reviewCount as string}` !== '0';
};

function textOf(value: unknown): string | null {
  const text = [value].flat().find((one) => typeof one === 'string' || typeof one === 'number');
  return text === undefined ? null : String(text).trim() || null;
}
