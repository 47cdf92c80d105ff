import type { Failure } from '../source/failure.ts';

/** An element that shows nothing. */
interface Silent extends Element {
  readonly sku?: string | null;
  readonly proxy: string | null;
}

let advised = false;

/**
 * Tells whoever builds the page, once, why an element shows nothing. Loaded only then.
 * @param failure what came of its request, if there was anything to request
 */
export function advise(element: Silent, failure: Failure | undefined): void {
  const { localName, proxy } = element;
  const advice = failure
    ? `${proxy ?? 'the proxy'} does not answer this page: is it running, and is ${location.origin} in PLAUDIT_ORIGINS?`
    : 'sku' in element && !element.sku
      ? `it has no product: write <${localName} sku="…">`
      : null;
  if (advised || !advice) return;
  advised = true;
  console.warn(`Plaudit: <${localName}> shows nothing, because ${advice}`);
}
