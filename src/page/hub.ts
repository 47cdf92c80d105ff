import { shared } from './shared.ts';

/**
 * Where the widgets of a page meet: a summary and the list beside it share the star filter of their product. The
 * state is here and not in the list, for a summary may be used before the code of the list has been loaded.
 */
const hub = (shared.hub ??= new EventTarget());
const filters = (shared.filters ??= new Map<string, readonly number[]>());

export interface OfProduct extends Element {
  sku?: string | null;
  itemGroup?: string | null;
}

/** Names the product (or group of products) that an element is about, also before the element is defined. */
export function productKey(element: OfProduct): string | null {
  const group = element.itemGroup ?? element.getAttribute('item-group');
  const sku = element.sku ?? element.getAttribute('sku');
  return group ? `group ${group}` : sku ? `sku ${sku}` : null;
}

/** The same as parameters. */
export const productQuery = ({ itemGroup, sku }: Pick<OfProduct, 'itemGroup' | 'sku'>) =>
  itemGroup ? { item_group: itemGroup } : { sku: sku ?? null };

export const starFilter = (element: OfProduct): readonly number[] => filters.get(productKey(element)!) ?? [];

export function setStarFilter(element: OfProduct, ratings: readonly number[]): void {
  filters.set(productKey(element)!, ratings);
  tellOthers();
}

/** Something that others may draw has changed: a filter, or which lists there are. */
export const tellOthers = () => hub.dispatchEvent(new Event('change'));
export const listen = (listener: () => void) => hub.addEventListener('change', listener);
export const unlisten = (listener: () => void) => hub.removeEventListener('change', listener);

/** The first element of a kind on this page that is about the same product, defined or not yet. */
export const findBeside = (tag: string, element: OfProduct) =>
  productKey(element)
    ? [...document.querySelectorAll<HTMLElement>(tag)].find((other) => productKey(other) === productKey(element))
    : undefined;
