import { everywhere } from './roots.ts';
import { shared } from './shared.ts';

/**
 * Connects the elements of a page: a summary and the list beside it share the star filter of their product. The list
 * does not hold this state, because shoppers can use a summary before the code of the list is loaded.
 */
export const hub = (shared.hub ??= new EventTarget());
const filters = (shared.filters ??= new Map<string, readonly number[]>());

export interface OfProduct extends Element {
  sku?: string | null;
  itemGroup?: string | null;
}

/** Key of the product or product group of an element, which need not be defined yet. */
export function productKey(element: OfProduct): string | null {
  const group = element.itemGroup ?? element.getAttribute('item-group');
  const sku = element.sku ?? element.getAttribute('sku');
  return group ? `group ${group}` : sku ? `sku ${sku}` : null;
}

/** The same product as request parameters. */
export const productQuery = ({ itemGroup, sku }: Pick<OfProduct, 'itemGroup' | 'sku'>) =>
  itemGroup ? { item_group: itemGroup } : { sku: sku ?? null };

export const starFilter = (element: OfProduct): readonly number[] => filters.get(productKey(element)!) ?? [];

export function setStarFilter(element: OfProduct, ratings: readonly number[]): void {
  filters.set(productKey(element)!, ratings);
  tellOthers();
}

/** Announces a change that other elements may show: a filter, a list added or removed, or a language. */
export const tellOthers = () => hub.dispatchEvent(new Event('change'));

// Paper shows the whole page, of which each element loads its part.
globalThis.matchMedia?.('print').addEventListener('change', () => {
  shared.whole = true;
  hub.dispatchEvent(new Event('print'));
});
// A page may change its language at any time. On a server there is no page.
if (globalThis.MutationObserver)
  new MutationObserver(tellOthers).observe(document, { attributeFilter: ['lang'], subtree: true });

/** The first element of a kind on the page for the same product; it need not be defined yet. */
export const findBeside = (
  tag: 'plaudit-product-reviews' | 'plaudit-review-form',
  element: OfProduct,
): HTMLElement | undefined =>
  productKey(element)
    ? everywhere(tag).find((other) => productKey(other as OfProduct) === productKey(element))
    : undefined;
