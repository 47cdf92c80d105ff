import { choicesOf } from '../../contract/shopper/choices.ts';
import type { Failure } from '../source/failure.ts';
import { giveRoomBack } from './room.ts';

/** An element of ours, with the attributes that decide whether it shows anything. */
export interface Advised extends Element {
  readonly sku?: string | null;
  readonly itemGroup?: string | null;
  readonly proxy: string | null;
}

const bare = (name: string): string => name.replaceAll('-', '');

/** Whether one name is the other without its hyphen, or with a letter or two too many, missing or wrong. */
function isNearly(given: string, meant: string): boolean {
  const [one, other] = [bare(given), bare(meant)];
  const [shorter, longer] = [Math.min(one.length, other.length), Math.max(one.length, other.length)];
  let [start, end] = [0, 0];
  while (start < shorter && one[start] === other[start]) start++;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return longer - start - end <= (longer > 4 ? 2 : 1) || one === `product${other}`;
}

/** Warnings given: each cause once a page, or a category page would have sixty. */
const warned = new Set<string>();

function warn(cause: string, text: string): void {
  if (warned.has(cause)) return;
  warned.add(cause);
  console.warn(`Plaudit: ${text}`);
}

/**
 * Tells the page's developer, once for each cause, why an element shows nothing, and which of its attributes mean
 * nothing. If nothing is wrong with an element, there is nothing to tell, but room to give back. Loaded only then.
 * @param failure what came of its request, if there was anything to request; null if nothing is wrong
 */
export function advise(element: Advised, failure: Failure | null | undefined): void {
  if (failure === null) return giveRoomBack(element);
  const { localName: tag, proxy, sku, itemGroup, attributes } = element;
  const values = choicesOf(tag);
  const known = (element.constructor as typeof HTMLElement & Readonly<Record<'observedAttributes', readonly string[]>>)
    .observedAttributes;
  // That of a frame may not be that of its address. No proxy can tell one page without an origin from another.
  const { origin } = globalThis;
  const origins =
    origin === 'null'
      ? 'the page has no origin, as one in a sandboxed frame or of a file: show it by http or https, without a sandbox'
      : `is it running, and is ${origin} in PLAUDIT_ORIGINS?`;
  const silent = `<${tag}> shows nothing, because`;
  if (failure) warn('proxy', `${silent} ${proxy ?? 'the proxy'} does not answer this page: ${origins}`);
  else if ('sku' in element && !sku && !itemGroup) warn('sku', `${silent} it has no product: write <${tag} sku="…">`);
  for (const { name, value } of attributes) {
    const meant = known.find((one) => isNearly(name, one));
    if (known.includes(name)) {
      if (value && values[name]?.includes(value) === false)
        warn(name, `<${tag} ${name}="${value}"> means nothing: ${name} is one of ${values[name].join(', ')}`);
    } else if (meant) warn(`not ${meant}`, `<${tag}> has no attribute ${name}: did you mean ${meant}?`);
  }
}
